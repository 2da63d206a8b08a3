/**
 * Other readings of a typed name: with its short words in full, without words that people omit, and with `ij` for `y`.
 * A search uses them only when no name matches the typed text, so they need not be as exact as the stored spellings.
 */
import { wordsOf } from './street-key.ts'

/** Each group: words in full, then a bar and their short forms. A short form has the meaning of each of the words. */
const shortForms = `
  nieuwe nieuw | nwe nw n, oude oud | o, grote groot | gr, kleine klein | kl, lange | l, korte | k, hoge | h,
  noord | nrd n, zuid | zd z, oost | o, west | w, noordzijde | nz, zuidzijde | zz, oostzijde | oz, westzijde | wz,
  prinses | prs prns pr, prins | pr, koningin koning | kon, willem | wm w, johannes johan | joh, jacob jacobus | jac,
  verlengde | verl, gedempte | ged, boulevard | blvd bd, sint | st, burgemeester | burg bgm,
  eerste | 1ste, tweede | 2de, derde | 3de, vierde | 4de, vijfde | 5de`

/** Words that also are the end of a longer word. */
const shortEndings = `
  straat | str strt, laan | ln, weg | wg, singel | sgl sngl, dijk | dk, plein plaats | pl, plein | pln, plaats | plts,
  gracht | gr, kade | kd, park | prk pk, steeg | stg, hof | hf, pad | pd`

const groupsOf = (text: string) =>
  text.split(',').map((group) => {
    const [full = [], short = []] = group.split('|').map((words) => words.trim().split(' '))
    return { full, short }
  })
const words = groupsOf(shortForms)
const endings = groupsOf(shortEndings)
/** Too many names end in these words for a search by the end of the name. */
const commonTails = new Set([...endings.flatMap(({ full }) => full), 'noord', 'zuid', 'oost', 'west'])

const minLettersBeforeEnding = 3

const withOtherY = (word: string) => (word.includes('ij') ? word.replaceAll('ij', 'y') : word.replaceAll('y', 'ij'))

/** A shorter form stands for several words, such as `n` for `noord` and `nieuwe`. */
const minLettersOfOneMeaning = 3

/**
 * Returns the word itself, then the words that it can stand for: `nwe` → `nieuwe`, `heerlersgl` → `heerlersingel`.
 * Ignores short forms with fewer letters than `minLetters`.
 */
function readingsOf(word: string, minLetters: number): string[] {
  const readings = [word]
  const isUsed = (form: string) => form.length >= minLetters
  for (const { full, short } of [...words, ...endings]) if (short.includes(word) && isUsed(word)) readings.push(...full)
  // The name of a street can have the short form too: `Zuiderdiep ZZ`.
  for (const { full, short } of words) if (full.includes(word)) readings.push(...short.filter(isUsed))
  for (const { full, short } of endings)
    for (const ending of short.filter(isUsed))
      if (word.endsWith(ending) && word.length >= ending.length + minLettersBeforeEnding)
        readings.push(...full.map((it) => word.slice(0, -ending.length) + it))
  const [, beginning, rest = ''] = /^(nwe?)(.{4,})$/.exec(word) ?? []
  if (beginning) readings.push(`nieuwe${rest}`, `nieuw${rest}`)
  if (/^\d+(de|ste)$/.test(word)) readings.push(`${Number.parseInt(word, 10)}e`)
  return [...new Set([...readings, ...readings.map(withOtherY)])]
}

const maxReadings = 48

/** Returns the readings of a typed name as lists of words, the name as typed first; at most 48. */
const readingsOfName = (typed: string, minLetters = 1) =>
  wordsOf(typed)
    .map((word) => readingsOf(word, minLetters))
    .reduce<string[][]>(
      (names, readings) =>
        names.length * readings.length > maxReadings
          ? names.map((name) => [...name, readings[0] ?? ''])
          : readings.flatMap((reading) => names.map((name) => [...name, reading])),
      [[]],
    )

/** Returns the keys of the other readings of a typed name. */
export const respelledKeys = (typed: string) => [
  ...new Set(
    readingsOfName(typed)
      .slice(1)
      .map((name) => name.join('')),
  ),
]

/** Returns the key of a typed name, and of its readings in which each short form has one meaning. */
export const keysOfOneMeaning = (typed: string) =>
  readingsOfName(typed, minLettersOfOneMeaning).map((name) => name.join(''))

/** The beginning and the end of a name, between which the user omitted a word, or omitted a part of a word. */
export type SplitName = { head: string; tail: string }

const minLettersOfTail = 4
const maxSplits = 60

/** Whether too many names end in this tail: `straat`, a part of it, or one or two letters more. */
const isCommonTail = (tail: string) =>
  [...commonTails].some(
    (common) =>
      common.endsWith(tail) || (tail.endsWith(common) && tail.length < common.length + minLettersBeforeEnding),
  )

/** Returns the readings of a typed name as heads and tails: `Jan Goyenstraat` → `jan`, `goyenstraat`. */
export const splitNames = (typed: string): SplitName[] =>
  readingsOfName(typed)
    .flatMap((name) =>
      [...name.keys()].slice(1).map((at) => ({ head: name.slice(0, at).join(''), tail: name.slice(at).join('') })),
    )
    .filter(({ tail }) => tail.length >= minLettersOfTail && !isCommonTail(tail))
    .slice(0, maxSplits)
