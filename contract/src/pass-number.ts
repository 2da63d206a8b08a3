import * as z from 'zod/mini'
import { enumOf, parsedText, requiredText } from './fields.ts'
import { decimalDigits } from './readable-text.ts'

const passNumber = /^[A-Z0-9]{6,20}$/
const withoutSeparators = (text: string) => decimalDigits(text).replace(/[\s-]/g, '').toUpperCase()

/**
 * A pass number as stored: letters and digits, with leading zeros, without spaces and dashes. The form of a
 * municipality's numbers (`PassForm`) is narrower.
 */
export const EnvironmentalPassNumber = parsedText(
  40,
  (text) => (passNumber.test(withoutSeparators(text)) ? withoutSeparators(text) : undefined),
  'Dit is geen pasnummer. Een pasnummer heeft 6 tot 20 cijfers of letters',
)

// A longer text is not a pass number, however often it is repeated.
const maxTyped = 200

/** What a person or a reader typed as a pass number. `readPassNumber` reads it with the form of the municipality. */
export const TypedPassNumber = requiredText(maxTyped)

/** The Dutch name of each set of characters that pass numbers consist of. */
export const passCharacterNames = { digits: 'Alleen cijfers', letters_and_digits: 'Cijfers en letters' }

/** Minimum and maximum length of a pass number in any municipality. */
export const passNumberLengths = { min: 6, max: 20 }

/** Maximum number of prefixes, and of suffixes, in the form of a municipality's pass numbers. */
export const maxPassAffixes = 5

/**
 * The form of a municipality's pass numbers: their characters and length, and what its readers type before (`prefixes`)
 * and after (`suffixes`) each number.
 */
export const PassForm = z.object({
  characters: enumOf(passCharacterNames),
  min_length: z.number(),
  max_length: z.number(),
  prefixes: z.array(z.string()),
  suffixes: z.array(z.string()),
})
export type PassForm = z.infer<typeof PassForm>

/** The form of the pass numbers of a municipality that has not set one. */
export const defaultPassForm: PassForm = {
  characters: 'letters_and_digits',
  min_length: passNumberLengths.min,
  max_length: passNumberLengths.max,
  prefixes: [],
  suffixes: [],
}

/**
 * Returns a form that accepts the numbers of all these forms, for an employee of several municipalities. Returns the
 * default form for an empty list.
 */
export function combinedPassForm(forms: readonly PassForm[]): PassForm {
  if (forms.length === 0) return defaultPassForm
  const distinct = (texts: string[]) => [...new Set(texts)]
  return {
    characters: forms.some(({ characters }) => characters !== 'digits') ? 'letters_and_digits' : 'digits',
    min_length: Math.min(...forms.map(({ min_length }) => min_length)),
    max_length: Math.max(...forms.map(({ max_length }) => max_length)),
    prefixes: distinct(forms.flatMap(({ prefixes }) => prefixes)),
    suffixes: distinct(forms.flatMap(({ suffixes }) => suffixes)),
  }
}

/** What is probably wrong with a text that is not a pass number of a municipality's form. */
export type PassMiss =
  | 'marks'
  | 'keyboard'
  | 'doubled'
  | 'too_short'
  | 'too_long'
  | 'scientific'
  | 'letters'
  | 'not_a_number'

/**
 * The result of reading a pass number: the number as stored, or what is wrong. `reason` is a Dutch clause without the
 * typed text, for a list of rejected rows. `advice` is for the employee who typed or scanned the text.
 */
export type ReadPassNumber =
  | { number: string; miss?: never; advice?: never }
  | { number?: never; miss: PassMiss; reason: string; advice: string }

const isExact = ({ min_length, max_length }: PassForm) => min_length === max_length

/** Returns the form in words: `10 cijfers` or `6 tot 20 cijfers of letters`. */
export function passFormText(form: PassForm) {
  const { characters, min_length, max_length } = form
  const length = isExact(form) ? `${min_length}` : `${min_length} tot ${max_length}`
  return `${length} ${characters === 'digits' ? 'cijfers' : 'cijfers of letters'}`
}

const characterClass = ({ characters }: PassForm) => (characters === 'digits' ? '0-9' : 'A-Z0-9')

/** Returns the regular expression of stored numbers with a form, for JavaScript and PostgreSQL. */
export const passNumberPattern = (form: PassForm) =>
  `^[${characterClass(form)}]{${form.min_length},${form.max_length}}$`
const fits = (text: string, form: PassForm) => new RegExp(passNumberPattern(form)).test(text)

/** Returns the numbers that remain of a text when a prefix, a suffix or both are removed. */
function withoutAffixes(text: string, form: PassForm) {
  const bare = ['', ...form.prefixes].flatMap((prefix) =>
    ['', ...form.suffixes].flatMap((suffix) => {
      const [start, end] = [withoutSeparators(prefix), withoutSeparators(suffix)]
      const fitsAround = text.startsWith(start) && text.endsWith(end) && text.length > start.length + end.length
      return fitsAround ? [text.slice(start.length, text.length - end.length)] : []
    }),
  )
  return [...new Set(bare)].filter((number) => fits(number, form))
}

// The keys of the digits on a French and on a Belgian keyboard, without Shift.
const azertyKeys = new Set('&é"\'(-è_çà§!')

/** Whether most characters are keys of the digits on a French or Belgian keyboard. A dash alone is a separator. */
function isAzerty(typed: string) {
  const keys = [...typed.toLowerCase()].filter((key) => azertyKeys.has(key))
  return keys.length * 2 > typed.length && keys.some((key) => key !== '-' && key !== '_')
}

/** Returns the text that is repeated two or more times in a scan that is not cleared before the next scan. */
function repeatedIn(text: string, form: PassForm) {
  for (let times = 2; times <= 4; times += 1) {
    const part = text.slice(0, text.length / times)
    if (part.repeat(times) === text && fits(part, form)) return part
  }
  return undefined
}

const shownMarks = (marks: string) => (/^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(marks) ? marks : 'een onzichtbaar teken')

const sentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`

/**
 * Returns the pass number in a text that a person or a reader typed, or what is wrong with the text. Spaces and dashes
 * are ignored, and digits can be full-width or of another script. Only the prefixes and suffixes of the form are
 * removed, and only when exactly one number remains.
 */
export function readPassNumber(typed: string, form: PassForm): ReadPassNumber {
  const text = withoutSeparators(typed.slice(0, maxTyped))
  if (fits(text, form)) return { number: text }
  const [bare, ...others] = withoutAffixes(text, form)
  if (bare !== undefined && others.length === 0) return { number: bare }

  const found = (miss: PassMiss, reason: string, remedy: string): ReadPassNumber => ({
    miss,
    reason,
    advice: `${sentence(reason)} ${remedy}`,
  })
  const formSentence = `Een pasnummer heeft ${passFormText(form)}.`
  const [scanAgain, notAllowed] = ['Scan de pas opnieuw.', new RegExp(`[^${characterClass(form)}]`, 'g')]
  if (/^\d([.,]\d+)?E\+\d+$/.test(text))
    return found(
      'scientific',
      'Excel heeft van het pasnummer een afgerond getal met E+ gemaakt',
      'Zet de kolom in Excel op Tekst, en vul de nummers opnieuw in.',
    )
  if (isAzerty(typed.trim().slice(0, maxTyped)))
    return found(
      'keyboard',
      'het pasnummer is getypt op een Frans of Belgisch toetsenbord',
      `Stel Nederlands of Amerikaans in als toetsenbord. ${scanAgain}`,
    )
  if (repeatedIn(text.replace(notAllowed, ''), form))
    return found('doubled', 'het pasnummer staat er meer dan één keer', 'Scan de pas één keer.')
  const [, before = '', inner = '', after = ''] =
    new RegExp(`^([^${characterClass(form)}]*)(.*?)([^${characterClass(form)}]*)$`).exec(text) ?? []
  if (fits(inner, form)) {
    const places = [
      before && `Voor het pasnummer staat ${shownMarks(before)}.`,
      after && `Na het pasnummer staat ${shownMarks(after)}.`,
    ]
    return {
      miss: 'marks',
      reason: 'er staan extra tekens om het pasnummer',
      advice: `${places.filter(Boolean).join(' ')} Haal dit weg, of vraag een beheerder om dit in te stellen.`,
    }
  }
  if (text !== '' && !notAllowed.test(text)) {
    const missing = form.min_length - text.length
    const isZeroLost = isExact(form) && missing <= form.min_length / 2 && /^[1-9]\d*$/.test(text)
    const lengthText = `${formSentence} Dit zijn er ${text.length}.`
    if (missing <= 0) return found('too_long', 'het pasnummer heeft te veel tekens', `${lengthText} ${scanAgain}`)
    return isZeroLost
      ? found('too_short', `het pasnummer mist mogelijk ${missing === 1 ? 'een nul' : 'nullen'} vooraan`, lengthText)
      : found('too_short', 'het pasnummer heeft te weinig tekens', `${lengthText} ${scanAgain}`)
  }
  const digits = text.replace(/\D/g, '').length
  if (form.characters === 'digits' && /^[A-Z0-9]+$/.test(text) && digits * 2 >= text.length)
    return found('letters', 'in het pasnummer staat een letter', `${formSentence} Let op O en 0, en op I en 1.`)
  return found('not_a_number', 'dit is geen pasnummer', formSentence)
}

/**
 * Returns a search line as a pass number, or undefined when the line is probably something else. A probable pass number
 * consists mostly of digits, and has a digit in each group.
 */
export function passNumberIn(line: string, form: PassForm): string | undefined {
  const { number } = readPassNumber(line, form)
  const text = withoutSeparators(line)
  const isProbable =
    decimalDigits(line)
      .trim()
      .split(/[\s-]+/)
      .every((group) => /\d/.test(group)) && text.replace(/\D/g, '').length * 2 >= text.length
  return isProbable ? number : undefined
}
