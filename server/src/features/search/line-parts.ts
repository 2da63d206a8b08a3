/** Rules that decide whether a part of a search line can be a street, a town, a code or a number. */

const maxLength = 200

/**
 * Returns the first 200 characters of a line in Unicode form NFC, without invisible characters. Brackets, semicolons,
 * vertical bars, tabs and line breaks become commas.
 */
export const normalizeLine = (typed: string) =>
  typed
    .slice(0, maxLength)
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[[\]();|\r\n\t]/g, ',')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()

/** Inserts a space between a word and a number: `akerstraat118` → `akerstraat 118`. */
export const separateNumber = (line: string) => line.replace(/(\p{L}{4})(?=\d)/gu, '$1 ')

/**
 * Returns the code in a line without separators: `C571 8D9B 06A0 E300` → `C5718D9B06A0E300`. Returns undefined for a
 * line that is not a code, such as a street with a number.
 */
export function codeIn(line: string): string | undefined {
  const groups = line.toUpperCase().split(/[ .-]+/)
  const code = groups.join('')
  const isGrouped = groups.slice(0, -1).every((group) => group.length === 4 || /\d/.test(group))
  return /^[A-Z0-9]{6,32}$/.test(code) && /\d/.test(code) && isGrouped ? code : undefined
}

/** Returns whether the text can be an extension: `b-2`, `bis`, `III`, `2 hoog`. */
export const isExtension = (text: string) =>
  /^[\p{L}\p{N}][\p{L}\p{N} /.-]*$/u.test(text) && text.replace(/[ /.-]/g, '').length <= 8

/** Returns whether the text can be a town: `Den Haag`, `'s-Gravenhage`, `Berg en Terblijt`, `2e Exloërmond`. */
export const isTown = (text: string) => /^(\d{1,2}(?:e|de|ste) )?['’‘`´]?\p{L}[\p{L}\p{M} .'’‘`´/-]*$/iu.test(text)

/** Returns the first two matches of a postal code, with their index. */
export const postalCodesIn = (line: string) =>
  [...line.matchAll(/(?<![\p{L}\p{N}])[1-9]\d{3}[ .-]?[a-z]{2}(?!\p{L})/giu)].slice(0, 2)

/** Returns whether the word can be the short first word of a town: `Den Haag`, `'t Zand`, `2e Exloërmond`. */
export const beginsTown = (word: string) => /^(de|den|het|['’][st]|sint|st\.?|\d{1,2}(?:e|de|ste))$/i.test(word)

/** Returns whether the text can be a street: no postal code, and a letter first or two adjacent letters. */
export const isStreet = (text: string) => /^\p{L}|\p{L}\p{M}*\p{L}/u.test(text) && postalCodesIn(text).length === 0

/** Returns whether the word is an ordinal: `2e`, `1ste`. At the beginning of a line it is part of the street. */
export const isOrdinal = (word: string) => /^\d{1,2}(e|de|ste)$/i.test(word)

/** Returns whether the word begins with a year. Years are part of many street names, and rarely a house number. */
export const isYear = (word = '') => /^(1[5-9]|20)\d{2}(?!\d)/.test(word)
