import { parseHouseNumber, parsePostalCode } from '@rd4-loket/contract'
import {
  beginsPlace,
  codeIn,
  isExtension,
  isOrdinal,
  isPlace,
  isStreet,
  isYear,
  parted,
  postalCodesIn,
  tidy,
} from './line-parts.ts'

/** One way to understand a line that somebody typed; every part as it was typed. */
export type Reading = {
  /** An object code, a chip number or the number on a container; it stands alone. */
  code?: string | undefined
  postal_code?: string | undefined
  street?: string | undefined
  house_number?: number | undefined
  house_number_extension?: string | undefined
  place?: string | undefined
  /** Part of the line is left aside: what is found by it is not all that was typed. */
  partial?: true
}

const most = 12

/** What stands behind a house number: first an extension, then a place, divided in every way that can be. */
function* divisions(attached: string, words: string[], knownPlace: string | undefined) {
  // `118 b-2 heerlen`: short words belong to the number, so that division comes first.
  const short = words.findIndex((word) => beginsPlace(word) || (word.length > 3 && !/\d/.test(word)))
  const likely = short === -1 ? words.length : short
  const counts = knownPlace ? [words.length] : [likely, ...words.keys(), words.length]
  for (const count of new Set(counts)) {
    const house_number_extension = [attached, ...words.slice(0, count)].filter(Boolean).join(' ')
    const place = words.slice(count).join(' ')
    if (house_number_extension && !isExtension(house_number_extension)) continue
    if (place && !isPlace(place)) continue
    yield { house_number_extension, place: place || knownPlace }
  }
}

/** The line with a house number at this word: what stands before it is the street. */
function* numberedAt(words: string[], at: number, place: string | undefined): Generator<Reading> {
  const number = parseHouseNumber(words[at] ?? '')
  const street = words.slice(0, at).join(' ')
  if (!number || (street && !isStreet(street))) return
  for (const behind of divisions(number.rest, words.slice(at + 1), place))
    yield { street, house_number: number.house_number, ...behind }
}

/** The line as a street without a number, its last or first words perhaps a place. */
function* streetOnly(words: string[], place: string | undefined): Generator<Reading> {
  const line = words.join(' ')
  if (!isStreet(line)) return
  yield { street: line, place }
  if (place) return
  for (const count of [3, 2, 1])
    if (isStreet(words.slice(0, -count).join(' ')) && isPlace(words.slice(-count).join(' ')))
      yield { street: words.slice(0, -count).join(' '), place: words.slice(-count).join(' ') }
  if (isPlace(line)) yield { place: line }
}

/** The line with the number in front: `32 Akerstraat`, `32 b Akerstraat`. */
function* numberFirst(words: string[], place: string | undefined): Generator<Reading> {
  const number = parseHouseNumber(words[0] ?? '')
  if (!number || words.length < 2) return
  const { house_number, rest } = number
  const letter = words.length > 2 && words[1]?.length === 1 && !rest ? words[1] : undefined
  for (const street of streetOnly(words.slice(letter ? 2 : 1), place))
    if (street.street) yield { ...street, house_number, house_number_extension: rest || letter }
}

/** The line with a place in front: `Heerlen Akerstraat 118`. */
function* placeFirst(words: string[], numbers: number[]): Generator<Reading> {
  for (const count of [2, 1]) {
    const place = words.slice(0, count).join(' ')
    if (words.length <= count || !isPlace(place)) continue
    for (const at of numbers) if (at > count) yield* numberedAt(words.slice(count), at - count, place)
    if (numbers.length === 0) yield { street: words.slice(count).join(' '), place }
  }
}

/** Every way to read a line in which no postal code is looked for. */
function* withoutPostalCode(line: string): Generator<Reading> {
  const segments = line
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const [first = '', last = ''] = [segments[0], segments.at(-1)]
  const lines: { text: string; place?: string }[] = [{ text: segments.join(' ') }]
  if (segments.length > 1 && isPlace(first)) lines.unshift({ text: segments.slice(1).join(' '), place: first })
  if (segments.length > 1 && isPlace(last)) lines.unshift({ text: segments.slice(0, -1).join(' '), place: last })
  for (const { text, place } of lines) {
    const words = text.split(' ').filter(Boolean)
    const numbers = [...words.keys()].filter(
      (at) => parseHouseNumber(words[at] ?? '') && !(at === 0 && words.length > 1 && isOrdinal(words[at] ?? '')),
    )
    // A year is part of a name (Laan 1940-1945) more often than it is a house number.
    const [years, others] = [numbers.filter((at) => isYear(words[at])), numbers.filter((at) => !isYear(words[at]))]
    for (const at of others) yield* numberedAt(words, at, place)
    yield* streetOnly(words, place)
    for (const at of years) yield* numberedAt(words, at, place)
    yield* numberFirst(words, place)
    if (!place) yield* placeFirst(words, numbers)
  }
}

/** Every way to read a line around a postal code in it; then without, and then with less of what was typed. */
function* aroundPostalCode(line: string): Generator<Reading> {
  const found = postalCodesIn(line).map(({ 0: typed, index }) => ({
    postal_code: parsePostalCode(typed),
    rest: [...withoutPostalCode(`${line.slice(0, index)}, ${line.slice(index + typed.length)}`)],
  }))
  for (const { postal_code, rest } of found)
    for (const reading of rest.length > 0 ? rest : [{}]) yield { postal_code, ...reading }
  // `Akerstraat 1180 bs` has none at all.
  yield* withoutPostalCode(line)
  for (const { postal_code, rest } of found) {
    const { house_number, house_number_extension } = rest.find((reading) => reading.house_number) ?? {}
    if (house_number) yield { postal_code, house_number, house_number_extension, partial: true }
  }
  for (const { rest } of found)
    for (const reading of rest) if (reading.street && reading.house_number) yield { ...reading, partial: true }
}

/**
 * Every way in which a line of the search box can be meant, the likeliest first. The order is fixed:
 * 1. a code that stands alone (last where it has a postal code or a word in it);
 * 2. a postal code with all the rest;
 * 3. a street with a number (the first number first), its extension and a place;
 * 4. a street alone, whole and then with its last words as a place; a place alone;
 * 5. a number that looks like a year, a number in front, a place in front;
 * 6. less than what was typed: the postal code with the number alone, the address without its postal code.
 */
export function interpretLine(typed: string): Reading[] {
  const line = tidy(typed)
  const readings = new Map<string, Reading>()
  const code: Reading = { code: codeIn(line) }
  const addresses = [...aroundPostalCode(parted(line))]
  const codeLast = postalCodesIn(line).length > 0 || /\p{L}{4}/u.test(line)
  for (const { partial, ...parts } of codeLast ? [...addresses, code] : [code, ...addresses]) {
    const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== ''))
    const name = JSON.stringify(Object.entries(given).sort())
    if (name !== '[]' && !readings.has(name)) readings.set(name, partial ? { ...given, partial } : given)
    if (readings.size === most) break
  }
  return [...readings.values()]
}
