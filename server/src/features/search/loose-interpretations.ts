import { parseHouseNumber } from '@rd4-loket/contract'
import {
  differentInterpretations,
  extensionLength,
  type Interpretation,
  withoutPostalCode,
  withPostalCode,
} from './interpretations.ts'
import {
  countries,
  isOrdinal,
  isStreet,
  isTown,
  isYear,
  normalizeLine,
  provinces,
  separateNumber,
} from './line-parts.ts'
import { endsAddress, isFiller } from './unused-words.ts'

/**
 * Returns the interpretations of a line without the words that are no part of an address: `Akerstraat nr. 220 in
 * Hoensbroek`, `adres: Akerstraat 220, Nederland`. Returns no interpretation for a line without such words.
 */
export function interpretWithoutKnownWords(typed: string): Interpretation[] {
  const line = normalizeLine(typed)
  const shorter = withoutKnownWords(line)
  return shorter === line ? [] : [...differentInterpretations(shorter, withPostalCode(separateNumber(shorter)))]
}

/**
 * Returns interpretations that are tried only when the interpretations of `interpretLine` have no exact result:
 * 1. the line without the words that are no part of an address;
 * 2. four digits are those of the postal code: `6431 Akerstraat 220`, `Akerstraat 220, 6431 Hoensbroek`;
 * 3. the first words of the street are behind it: `Omloop, De 3`, `Hendriklaan (Prins) 5`;
 * 4. as 2, without the digits;
 * 5. the town has its municipality or province behind it: `Hoofdstraat 33 Zuidwolde (Drenthe)`;
 * 6. a province is behind the number: `Hoofdstraat 33, Drenthe`.
 */
export function interpretLoosely(typed: string): Interpretation[] {
  const line = normalizeLine(typed)
  const shorter = separateNumber(withoutKnownWords(line))
  return [...differentInterpretations(shorter, looseInterpretations(shorter, shorter !== separateNumber(line)))]
}

const knownWords = [
  // A word for 'address', and a word for 'number', 'extension' or 'postal code' before one.
  /(?<=^|[ ,])(?:woon|huis|post|bezoek)?adres(?=[ ,]|$)/giu,
  /(?<=^|[ ,])(?:address|postcode|woonplaats)(?=[ ,]|$)/giu,
  /(?<=^|[ ,])(?:(?:huis)?(?:nummers?|nrs?)|hnrs?|num|num[eé]ro|no)\.? ?(?=\d)/giu,
  /(?<=\d[ ,]*)(?:toevoeging|toev|appartement|app|apt)\.? ?(?=[\p{L}\d]{1,4}(?!\p{L}))/giu,
  /(?<=^|[ ,])pc\.? ?(?=[1-9]\d{3} ?[a-z]{2}(?!\p{L}))/giu,
  // A country at the end of the line or of a part of it, or before a postal code.
  new RegExp(`(?<=^|[ ,])(?<!(?:noord|zuid)[ -])(?:${countries})(?=,|$|[ -][1-9]\\d{3} ?[a-z]{2}(?!\\p{L}))`, 'giu'),
  /^nl(?=[ ,])/iu,
]

/**
 * Removes known words. Replaces `t/m` between two numbers by a hyphen, and `in` or `te` between a number and a town by
 * a comma.
 */
const withoutKnownWords = (line: string) =>
  normalizeLine(
    knownWords
      .reduce((text, word) => text.replace(word, ''), line)
      .replace(/(?<=\d) ?(?:t\/?m|tot en met|tot|en|of) ?(?=\d)/giu, '-')
      .replace(/(?<=\d[^ ]*(?: [^ ]{1,5})?,?) (in|te)(?=[, ]+['’‘-]?[\p{L}\d])/iu, ',')
      .replace(/(?<=\d[^ ]*(?: [^ ]{1,3})?),?(?: de)? gem(?:eente|\.)?(?= \p{L})/iu, ','),
  )

function* looseInterpretations(line: string, hasKnownWords: boolean): Generator<Interpretation> {
  if (hasKnownWords) yield* withPostalCode(line)
  const withDigits = [...line.matchAll(/(?<![\p{L}\p{N}-])[1-9]\d{3}(?![\p{L}\p{N}-])/gu)].slice(0, 2).map((found) => ({
    postal_digits: found[0],
    isFirst: found.index === 0,
    rest: [...withoutPostalCode(normalizeLine(`${line.slice(0, found.index)}, ${line.slice(found.index + 4)}`))].filter(
      ({ street, house_number }) => street && house_number,
    ),
  }))
  for (const { postal_digits, rest } of withDigits)
    for (const interpretation of rest) yield { ...interpretation, postal_digits }
  const moved = withFirstWordsFirst(line)
  if (moved) yield* withoutPostalCode(moved)
  // Behind a street without a town, the digits can be a house number: `Akerstraat 1180 2`.
  for (const { isFirst, rest } of withDigits)
    for (const interpretation of rest) if (isFirst || interpretation.town) yield interpretation
  const shorter = withoutRegion(line)
  if (shorter === line) return
  const mayLackTown = provinceAtEnd.test(line)
  for (const interpretation of withoutPostalCode(shorter))
    if (interpretation.street && (interpretation.town || (mayLackTown && interpretation.house_number)))
      yield interpretation
}

// The letter for Limburg alone is more often an extension.
const provinceAtEnd = new RegExp(`(?:[ ,]+(?:${provinces})|, l)\\.?$`, 'iu')
const regionAtEnd = new RegExp(`[ ,]+(?:prov(?:incie|\\.)? )?(?:${provinces}|l)\\.?,?$`, 'iu')

/** Removes a municipality or province behind a town: `Zuidwolde (Drenthe)`, `Zuidwolde Dr`. */
const withoutRegion = (line: string) => {
  const regions = [/[ ,]+(gemeente|gem\.?) [^,\d]+,?$/iu, regionAtEnd, /,[^,\d]+,?$/u]
  return line.replace(regions.find((region) => region.test(line)) ?? '', '')
}

/** `Omloop, De 3, Heerlen` → `De Omloop 3, Heerlen`; undefined when no words are behind the street. */
function withFirstWordsFirst(line: string): string | undefined {
  const [, street, words, rest = ''] =
    /^([^,]+?) ?, ?([^,\d]+?) ?(?:, ?)?(\d.*)$/u.exec(line) ??
    /^([^,\d]+?) ?, ?([^,\d]+?) ?(,.*)?$/u.exec(line) ??
    /^([^,\d]+) (de|het|den|['’]?[st])()$/iu.exec(line) ??
    /^([^,\d]+) (de|het|den|['’]?[st]) (\d.*)$/iu.exec(line) ??
    []
  return street && words ? `${words} ${street} ${rest}`.trim() : undefined
}

const maxStreetWords = 5
const maxPartly = 40

/**
 * Returns interpretations of a line with other words around the address: `ja met Jansen van de Akerstraat nummer 118 b
 * in Heerlen`. Each one leaves out some words. The first ones leave out the fewest, and have the town behind the
 * number. Only a line in which the number ends the address can be without a town.
 */
export function interpretPartly(typed: string): Interpretation[] {
  const { line, words } = wordsOf(typed)
  const numbers = [...words.keys()].filter((at) => !isOrdinal(words[at] ?? '') && !isYear(words[at]))
  return collectPartly(
    line,
    numbers.flatMap((at) => [...aroundNumber(words, at)]),
  )
}

/**
 * Returns interpretations of a line without a house number and with other words around the street: `ja met Jansen van
 * de Akerstraat in Heerlen`. The first ones leave out the fewest words. Words without a meaning are no end of a name.
 */
export function interpretStreetPartly(typed: string): Interpretation[] {
  const { line, words } = wordsOf(typed)
  const towns = townsIn(words).filter(([, to]) => !isFiller(words[to - 1] ?? ''))
  const withTown = towns.map(
    ([from, to]) => [words.findLastIndex((it, n) => n < from && !isFiller(it)), from, to] as const,
  )
  const withoutTown = [...words.keys()].map((at) => [at, at + 1, at + 1] as const)
  return collectPartly(
    line,
    [...withTown, ...withoutTown].flatMap(([end, from, to]) => [...withLastStreetWord(words, end, from, to)]),
  )
}

type OrderedInterpretation = { order: number; interpretation: Interpretation }

function wordsOf(typed: string) {
  const line = separateNumber(withoutKnownWords(normalizeLine(typed)))
  return { line, words: line.split(/[ ,]+/) }
}

function collectPartly(line: string, all: OrderedInterpretation[]) {
  const interpretations = all.toSorted((a, b) => a.order - b.order).map(({ interpretation }) => interpretation)
  return [...differentInterpretations(line, interpretations, maxPartly)].filter(({ unused }) => unused)
}

/** Yields the interpretations in which the street ends with this word, and the town is a run of words after it. */
function* withLastStreetWord(
  words: string[],
  last: number,
  from: number,
  to: number,
): Generator<OrderedInterpretation> {
  if (last < 0 || isFiller(words[last] ?? '')) return
  const town = words.slice(from, to).join(' ')
  for (let start = Math.max(0, last + 1 - maxStreetWords); start <= last; start += 1) {
    const street = words.slice(start, last + 1).join(' ')
    const others = words.filter((_, n) => (n < start || n > last) && (n < from || n >= to))
    const order = others.filter((word) => !isFiller(word)).length * 1000 + (town ? 0 : 500) + others.length
    if (isStreet(street)) yield { order, interpretation: { street, town } }
  }
}

/** Yields the interpretations in which this word is the house number, and a lower `order` for a likelier one. */
function* aroundNumber(words: string[], at: number): Generator<OrderedInterpretation> {
  const number = parseHouseNumber(words[at] ?? '')
  if (!number) return
  const behind = words.slice(at + 1)
  const filler = behind.findIndex(isFiller)
  const end = at + 1 + extensionLength(number.rest, filler === -1 ? behind : behind.slice(0, filler))
  const house_number_extension = [number.rest, ...words.slice(at + 1, end)].filter(Boolean).join(' ')
  const isAtEnd = words.slice(end).every(isFiller) || endsAddress(words[end] ?? '')
  const noTown = isAtEnd ? [[words.length, words.length] as const] : []
  for (const [from, to] of [...townsIn(words), ...noTown]) {
    if (to > at && from < end) continue
    const last = to === at ? from : at
    // `de Akerstraat, op nummer 118`: words without a meaning are between the street and the number.
    const streetEnd = words.findLastIndex((word, n) => n < last && !isFiller(word)) + 1
    const begin = to < at ? to : 0
    for (const [start, stop] of [
      ...streetsBefore(last, begin),
      ...(streetEnd < last ? streetsBefore(streetEnd, begin) : []),
    ]) {
      const street = words.slice(start, stop).join(' ')
      const others = words.filter((_, n) => (n < start || n >= stop) && (n < at || n >= end) && (n < from || n >= to))
      const unused = others.filter((word) => !isFiller(word)).length
      const order = unused * 1000 + (to <= at ? 500 : 0) + others.length
      const parts = { street, house_number: number.house_number, house_number_extension }
      if (isStreet(street)) yield { order, interpretation: { ...parts, town: words.slice(from, to).join(' ') } }
    }
  }
}

/** Returns the runs of words that can be a street and end at this index, as the first index and the end. */
const streetsBefore = (end: number, begin: number) =>
  Array.from({ length: maxStreetWords }, (_, n) => [end - maxStreetWords + n, end] as const).filter(
    ([start]) => start >= begin,
  )

/** Returns the runs of one to three words that can be a town, as the index of the first word and of the next word. */
const townsIn = (words: string[]) =>
  [...words.keys()].flatMap((from) =>
    [1, 2, 3]
      .map((length) => [from, from + length] as const)
      .filter(([, to]) => to <= words.length && isTown(words.slice(from, to).join(' '))),
  )
