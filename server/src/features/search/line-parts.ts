/** Rules that decide whether a part of a search line can be a street, a town, a code or a number. */
import { parseExtension, plainDigits } from '@rd4-loket/contract'

const maxLength = 200

const labels = /(?<=^|[\s,])(straat(?:naam)?|(?:woon)?plaats|adres|huisnummer|postcode|toevoeging) ?:/giu

const htmlSpace = /&(?:nbsp|ensp|emsp|thinsp|ndash|mdash|comma|quot|lt|gt|#160|#xa0|#34|#44);/gi
// An opening tag alone can be an extension between brackets: `118 <b>`.
const htmlElement = /<(b|i|u|a|p|li|td|tr|em|strong|span|div)>([^<>]*)<\/\1>/gi
const htmlTag = /<(?:\/(?:b|i|u|a|p|li|td|tr|em|strong|span|div)|br ?\/?|strong|span|div)>/gi

/**
 * Returns the first 200 characters of a line in Unicode form NFC, with plain digits and without invisible characters.
 * Brackets, HTML tags, labels (`Plaats:`), semicolons, vertical bars, tabs and line breaks become commas. Of the other
 * punctuation it keeps only the marks that can be inside a name or a number: `'s-Gravenweg`, `St. Jansstraat`, `118/2`.
 */
export const normalizeLine = (typed: string) =>
  plainDigits(typed.slice(0, maxLength).normalize('NFC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/&amp;/gi, '&')
    .replace(htmlSpace, ' ')
    .replace(htmlElement, ',$2,')
    .replace(htmlTag, ',')
    .replace(/[“”„‟‚‛«»‹›"]/g, ' ')
    .replace(/[\p{Ps}\p{Pe}<>;|\r\n\t]/gu, ',')
    .replace(labels, ',')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/(?<![\p{L}\p{N}])n[°º]/giu, ' ')
    .replace(/[^\p{L}\p{M}\p{N},.&/'’‘`´-]/gu, ' ')
    // An apostrophe is between letters (d'Artagnan), or before a letter that stands for a word ('t, 's).
    .replace(/['’‘`´](?!\p{L})|(?<!\p{L})['’‘`´](?![stn](?!\p{L}))|(?<=\d\p{L}*)['’‘`´]/giu, ' ')
    .replace(/(?<!\p{L}{3} ?)&|&(?! ?\p{L}{3})/gu, ' ')
    // A full stop is behind a short word (St.), or between two numbers (12.2).
    .replace(/(?<=\d)\.+(?=[\p{L}\d])/gu, '-')
    .replace(/(?<!\p{L})\.|\.(?=\.|,|$)/gu, ' ')
    // `118b-Heerlen`, `118 b/Heerlen`, `b.Heerlen`: a mark before a long word separates it from a number.
    .replace(/(?<=\d[ /-]?\p{L}{0,3})[/-]+(?=\p{L}{4})/gu, ' ')
    .replace(/(?<=\.)(?=\p{L}{4})/gu, ' ')
    .replace(/(?<=^|[ ,])[/-]+|[/-]+(?=[ ,]|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?,[ ,]*/g, ', ')
    .replace(/^[ ,]+|[ ,]+$/g, '')

/** Inserts a space between a word and a number: `akerstraat118` → `akerstraat 118`, `Dam-8` → `Dam 8`. */
export const separateNumber = (line: string) =>
  line.replace(/(\p{L}{4})[-/.]*(?=\d)/gu, '$1 ').replace(/^(\D*\p{L}{2})[-/.]+(?=\d)/u, '$1 ')

const beforeKind = '(?:(?:ik|heb|een|het|de|mijn|vraag|vragen|over|met|van|voor|betreft) )*'
const kinds = '(?:aanslag(?:biljet)?|biljet|object|chip|container)(?:nummer|nr|code)?'
const kindOfCode = new RegExp(`^${beforeKind}${kinds}\\.?(?: (?:nummer|nr\\.?|is|met|van))* `, 'i')

/** Returns a line without the words that name a kind of code: `mijn chip is C571 8D9B` → `C571 8D9B`. */
export const withoutKindOfCode = (line: string) => line.replace(kindOfCode, '')

/**
 * Returns the code in a line without separators: `C571 8D9B 06A0 E300` → `C5718D9B06A0E300`. Returns undefined for a
 * line that is not a code, such as a street with a number. The number of an assessment can begin with a word, which an
 * address never has before two numbers of eight digits together: `VERZONNEN 2025 000001`.
 */
export function codeIn(line: string): string | undefined {
  const text = withoutKindOfCode(line)
  const groups = text.toUpperCase().split(/[ ./-]+/)
  const code = groups.join('')
  const isGrouped = !text.includes(' ') || groups.slice(0, -1).every((group) => group.length === 4 || /\d/.test(group))
  const isAssessment = /^[A-Z]+( \d+){2,}$/.test(groups.join(' ')) && code.replace(/\D/g, '').length >= 8
  return /^[A-Z0-9]{6,32}$/.test(code) && /\d/.test(code) && (isGrouped || isAssessment) ? code : undefined
}

/** Returns whether a line says that it is the number of an assessment, or has its form: `verzonnen-2025-000133`. */
export function isAssessmentNumber(line: string) {
  const number = withoutKindOfCode(line)
  const kind = line.slice(0, line.length - number.length)
  return /aanslag|biljet/i.test(kind) || /^\p{L}{3,}[ ./-](?:19|20)\d{2}[ ./-]\d{6}$/u.test(number)
}

const maxExtensionLength = 8

/** The names of the country, for a regular expression. */
export const countries = '(?:the )?netherlands|nederland|holland|niederlande|pays[ -]bas|nld?'

/** The provinces and their abbreviations, for a regular expression. */
export const provinces = [
  'groningen|friesland|frysl[aâ]n|drenthe|overijssel|flevoland|gelderland|utrecht|zeeland|limburg',
  '(?:noord|zuid|n|z)[ .-]*holland|(?:noord|n)?[ .-]*brabant',
  'gn|gr|dr|fr|fl|ov|gld|gd|ut|nh|zh|zld|zl|nb|lb',
].join('|')

/** Returns whether the text is a name of the country. */
export const isCountry = (text: string) => new RegExp(`^(?:${countries})$`, 'i').test(text)

/** Returns whether the text can be an extension: `b-2`, `bis`, `III`, `2 hoog`. */
export const isExtension = (text: string) =>
  /^[\p{L}\p{N}][\p{L}\p{M}\p{N} /.-]*$/u.test(text) &&
  text.replace(/[ /.-]/g, '').length <= maxExtensionLength &&
  Boolean(parseExtension(text))

/** Returns whether the text can be a town: `Den Haag`, `'s-Gravenhage`, `Berg en Terblijt`, `2e Exloërmond`. */
export const isTown = (text: string) => /^(\d{1,2}(?:e|de|ste) )?['’‘`´]?\p{L}[\p{L}\p{M} .'’‘`´/-]*$/iu.test(text)

/** Returns the first two matches of a postal code, with their index. */
export const postalCodesIn = (line: string) =>
  [...line.matchAll(/(?<![\p{L}\p{N}])[1-9]\d{3}[ ./-]?[a-z]{2}(?!\p{L})/giu)].slice(0, 2)

/** Returns whether the word can be the short first word of a town: `Den Haag`, `'t Zand`, `2e Exloërmond`. */
export const beginsTown = (word: string) => /^(de|den|het|['’][st]|sint|st\.?|\d{1,2}(?:e|de|ste))$/i.test(word)

/** Returns whether the text can be a street: no postal code, and a letter first or two adjacent letters. */
export const isStreet = (text: string) => /^\p{L}|\p{L}\p{M}*\p{L}/u.test(text) && postalCodesIn(text).length === 0

/** Returns whether the word is an ordinal: `2e`, `1ste`. At the beginning of a line it is part of the street. */
export const isOrdinal = (word: string) => /^\d{1,2}(e|de|ste)$/i.test(word)

/** Returns whether the word begins with a year. Years are part of many street names, and rarely a house number. */
export const isYear = (word = '') => /^(1[5-9]|20)\d{2}(?!\d)/.test(word)
