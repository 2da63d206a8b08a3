import { parseHouseNumber, parsePostalCode } from '@rd4-loket/contract'
import {
  beginsTown,
  codeIn,
  isExtension,
  isOrdinal,
  isStreet,
  isTown,
  isYear,
  normalizeLine,
  postalCodesIn,
  separateNumber,
  withoutKindOfCode,
} from './line-parts.ts'
import { unusedWordsIn } from './unused-words.ts'

/** One interpretation of a search line. Texts are as typed, except normalized codes and postal codes. */
export type Interpretation = {
  /** An object code, a chip number or a container number. A code is the only part of its interpretation. */
  code?: string | undefined
  postal_code?: string | undefined
  /** The four digits of the postal code. */
  postal_digits?: string | undefined
  street?: string | undefined
  house_number?: number | undefined
  house_number_extension?: string | undefined
  town?: string | undefined
  /** The words of the line that are in no other part. Absent when the interpretation uses the whole line. */
  unused?: string[]
}

const maxInterpretations = 12
/** How many interpretations of the rest of a line come before its postal code with only the number. */
const likeliestOfRest = 6

/**
 * Returns the interpretations of a search line, at most 12, the likeliest first:
 * 1. the line is a code (this comes last if the line does not name a kind of code, and has a postal code or a word of
 *    four letters);
 * 2. a postal code, with an interpretation of the rest of the line, or with only the number in it;
 * 3. a street, a house number, its extension and a town, for each number in the line;
 * 4. a street without a number, a street followed by a town, or only a town;
 * 5. as 3, with a house number that looks like a year; the number before the street; the town before the street;
 *    the street and the town in any other order around the number;
 * 6. the address without its postal code.
 *
 * Each interpretation is computed when it is first read, because most lines are found by their first one.
 */
export const interpretLine = (line: string): Iterable<Interpretation> =>
  readOnce(differentInterpretations(line, codeAndAddresses(line)))

function* codeAndAddresses(line: string): Generator<Interpretation> {
  const isKindNamed = withoutKindOfCode(line) !== line
  const isCodeLast = !isKindNamed && (postalCodesIn(line).length > 0 || /\p{L}{4}/u.test(line))
  if (!isCodeLast) yield { code: codeIn(line) }
  yield* withPostalCode(separateNumber(line))
  if (isCodeLast) yield { code: codeIn(line) }
}

/** Returns an iterable that can be read several times. It reads each item of the iterator once. */
function readOnce<T>(items: Iterator<T>): Iterable<T> {
  const read: T[] = []
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at += 1) {
        if (at === read.length) {
          const { value, done } = items.next()
          if (done) return
          read.push(value)
        }
        yield read[at] as T
      }
    },
  }
}

/**
 * Yields the first different interpretations of a line (12, unless `maximum` is given). They have no empty parts, and
 * have their unused words.
 */
export function* differentInterpretations(
  line: string,
  all: Iterable<Interpretation>,
  maximum = maxInterpretations,
): Generator<Interpretation> {
  const yielded = new Set<string>()
  const unusedIn = unusedWordsIn(line)
  for (const parts of all) {
    const { code = '', postal_code = '', postal_digits = '', street = '', town = '' } = parts
    const { house_number = '', house_number_extension = '' } = parts
    const texts = [code, postal_code, postal_digits, street, house_number, house_number_extension, town]
    const id = texts.join('\n')
    if (id.trim() === '' || yielded.has(id)) continue
    yielded.add(id)
    const filled = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== ''))
    const unused = code === '' ? unusedIn(texts) : []
    yield unused.length > 0 ? { ...filled, unused } : filled
    if (yielded.size === maximum) return
  }
}

/** Yields every possible split of the words after a house number into an extension and a town. */
function* splitAfterNumber(attached: string, words: string[], knownTown: string | undefined) {
  // `118 b-2 heerlen`: the likeliest extension ends before the first long word, so this split comes first.
  const firstLong = words.findIndex((word) => beginsTown(word) || (word.length > 3 && !/\d/.test(word)))
  const likeliestCount = firstLong === -1 ? words.length : firstLong
  const counts = knownTown ? [words.length] : [likeliestCount, ...words.keys(), words.length]
  for (const count of new Set(counts)) {
    const house_number_extension = [attached, ...words.slice(0, count)].filter(Boolean).join(' ')
    const town = words.slice(count).join(' ')
    if (house_number_extension && !isExtension(house_number_extension)) continue
    if (town && !isTown(town)) continue
    yield { house_number_extension, town: town || knownTown }
  }
  // `118 Heerlen, Limburg`: the known town can be the province of the town after the number.
  const house_number_extension = [attached, ...words.slice(0, likeliestCount)].filter(Boolean).join(' ')
  const town = words.slice(likeliestCount).join(' ')
  if (knownTown && isTown(town) && (house_number_extension === '' || isExtension(house_number_extension)))
    yield { house_number_extension, town }
}

/** Yields the interpretations in which this word is the house number and the words before it are the street. */
function* numberedAt(words: string[], at: number, town: string | undefined): Generator<Interpretation> {
  const number = parseHouseNumber(words[at] ?? '')
  const street = words.slice(0, at).join(' ')
  if (!number || (street && !isStreet(street))) return
  for (const split of splitAfterNumber(number.rest, words.slice(at + 1), town))
    yield { street, house_number: number.house_number, ...split }
}

/**
 * Yields the interpretations without a number. First the whole line is a street, then the last words are a town, then
 * the whole line is a town.
 */
function* streetOnly(words: string[], town: string | undefined): Generator<Interpretation> {
  const line = words.join(' ')
  if (!isStreet(line)) return
  yield { street: line, town }
  if (town) return
  for (const count of [3, 2, 1])
    if (isStreet(words.slice(0, -count).join(' ')) && isTown(words.slice(-count).join(' ')))
      yield { street: words.slice(0, -count).join(' '), town: words.slice(-count).join(' ') }
  if (isTown(line)) yield { town: line }
}

/** Yields the interpretations with the number before the street: `32 Akerstraat`, `32 b Akerstraat`. */
function* numberFirst(words: string[], town: string | undefined): Generator<Interpretation> {
  const number = parseHouseNumber(words[0] ?? '')
  if (!number || words.length < 2) return
  const { house_number, rest } = number
  const letter = words.length > 2 && words[1]?.length === 1 && !rest ? words[1] : undefined
  for (const street of streetOnly(words.slice(letter ? 2 : 1), town))
    if (street.street) yield { ...street, house_number, house_number_extension: rest || letter }
}

/** Yields the interpretations with a town before the street: `Heerlen Akerstraat 118`. */
function* townFirst(words: string[], numbers: number[]): Generator<Interpretation> {
  for (const count of [2, 1]) {
    const town = words.slice(0, count).join(' ')
    if (words.length <= count || !isTown(town)) continue
    for (const at of numbers) if (at > count) yield* numberedAt(words.slice(count), at - count, town)
    if (numbers.length === 0) yield { street: words.slice(count).join(' '), town }
  }
}

/** Returns how many words after a house number are its extension: `b`, `b-2` and `2 hoog` before a long word. */
export function extensionLength(attached: string, words: string[]) {
  const isPart = (word: string) => word.length <= 3 && !beginsTown(word) && isExtension(word)
  const count = words.findIndex((word) => !isPart(word))
  return attached ? 0 : Math.min(count === -1 ? words.length : count, 2)
}

/**
 * Yields the interpretations with street and town in another order around the number: `Akerstraat Heerlen 118 b`,
 * `118 b Heerlen Akerstraat`, `118 b-2 Akerstraat`, `Heerlen 118 b Akerstraat`.
 */
function* anyOrder(words: string[], at: number): Generator<Interpretation> {
  const number = parseHouseNumber(words[at] ?? '')
  if (!number) return
  const before = words.slice(0, at)
  const rest = words.slice(at + 1)
  const count = extensionLength(number.rest, rest)
  const after = rest.slice(count)
  const found = {
    house_number: number.house_number,
    house_number_extension: [number.rest, ...rest.slice(0, count)].filter(Boolean).join(' '),
  }
  if (before.length > 0 && after.length > 0) {
    const [street, town] = [after.join(' '), before.join(' ')]
    if (isStreet(street) && isTown(town)) yield { street, town, ...found }
    return
  }
  const names = [...before, ...after]
  const line = names.join(' ')
  if (after.length > 0 && isStreet(line)) yield { street: line, ...found }
  for (const size of [1, 2, 3]) {
    for (const [streetWords, townWords] of [
      [names.slice(0, -size), names.slice(-size)],
      [names.slice(size), names.slice(0, size)],
    ] as const) {
      const [street, town] = [streetWords.join(' '), townWords.join(' ')]
      if (isStreet(street) && isTown(town)) yield { street, town, ...found }
    }
  }
}

/** Yields every interpretation of a line without a postal code. */
export function* withoutPostalCode(line: string): Generator<Interpretation> {
  const segments = line
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const [first = '', last = ''] = [segments[0], segments.at(-1)]
  const lines: { text: string; town?: string }[] = [{ text: segments.join(' ') }]
  // `Akerstraat, Heerlen 118 b`: the user chose a suggested street with its town, and then typed the number.
  const [, town = '', number = ''] = /^(\D+?) (\d.*)$/.exec(last) ?? []
  if (segments.length === 2 && isTown(town)) lines.unshift({ text: `${first} ${number}`, town })
  if (segments.length > 1 && isTown(first)) lines.unshift({ text: segments.slice(1).join(' '), town: first })
  if (segments.length > 1 && isTown(last)) lines.unshift({ text: segments.slice(0, -1).join(' '), town: last })
  for (const { text, town } of lines) {
    const words = text.split(' ').filter(Boolean)
    const numbers = [...words.keys()].filter(
      (at) => parseHouseNumber(words[at] ?? '') && !(at === 0 && words.length > 1 && isOrdinal(words[at] ?? '')),
    )
    // A year is more often part of a name (Laan 1940-1945) than a house number.
    const [years, others] = [numbers.filter((at) => isYear(words[at])), numbers.filter((at) => !isYear(words[at]))]
    for (const at of others) yield* numberedAt(words, at, town)
    yield* streetOnly(words, town)
    for (const at of years) yield* numberedAt(words, at, town)
    yield* numberFirst(words, town)
    if (!town) yield* townFirst(words, numbers)
    if (!town) for (const at of numbers) yield* anyOrder(words, at)
  }
}

/**
 * Yields interpretations with a postal code, then the postal code with the number, then interpretations without a
 * postal code, and then the address without its postal code.
 */
export function* withPostalCode(line: string): Generator<Interpretation> {
  const found = postalCodesIn(line).map(({ 0: typed, index }) => ({
    postal_code: parsePostalCode(typed),
    rest: [...withoutPostalCode(normalizeLine(`${line.slice(0, index)}, ${line.slice(index + typed.length)}`))],
  }))
  for (const { postal_code, rest } of found) {
    for (const interpretation of rest.length > 0 ? rest.slice(0, likeliestOfRest) : [{}])
      yield { postal_code, ...interpretation }
    const numbered = rest.filter((it) => it.house_number && !/\p{L}{4}/u.test(it.house_number_extension ?? ''))
    // The first interpretation with a number has its likeliest extension.
    for (const [it] of Map.groupBy(numbered, ({ house_number }) => house_number).values())
      yield { postal_code, house_number: it?.house_number, house_number_extension: it?.house_number_extension }
    for (const interpretation of rest.slice(likeliestOfRest)) yield { postal_code, ...interpretation }
  }
  // `1180 bs` in `Akerstraat 1180 bs` is not a postal code.
  yield* withoutPostalCode(line)
  for (const { rest } of found)
    for (const interpretation of rest) if (interpretation.street && interpretation.house_number) yield interpretation
}
