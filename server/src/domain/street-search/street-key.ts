/**
 * The keys by which streets are found. A key has no accents, capitals, spaces and punctuation. A street name has a key
 * for each way to type it, with words in full or abbreviated. A search compares the key of the typed text with the
 * beginning of these keys, and then with their inner parts.
 */
import { foldLetters } from '@rd4-loket/contract'

// Each group is a word in full, followed by its abbreviations.
const abbreviations = `
  sint st, sinte ste, burgemeester burg bgm burgem, professor prof, doctor dr, doctorandus drs, dokter dr,
  meester mr, ingenieur ir ing, dominee ds, pastoor past, pater p, kapelaan kap, deken dek, kardinaal kard,
  monseigneur mgr, bisschop bissch, jonkheer jhr, jonkvrouw jkvr, generaal gen, admiraal adm, kolonel kol,
  kapitein kapt, luitenant lt luit, president pres, minister min, wethouder weth, notaris not, gouverneur gouv,
  koning kon, koningin kon, prinses pr, prins pr, graaf gr, van v, von v, der d, den d, de d, ten t, eerste 1e,
  tweede 2e, derde 3e, vierde 4e, vijfde 5e, noord n, zuid z, oost o, west w`
  .split(',')
  .map((group) => group.trim().split(' '))

const otherForms = new Map<string, string[]>()
const addForm = (word: string, form: string) => otherForms.set(word, [...(otherForms.get(word) ?? []), form])
for (const [full = '', ...short] of abbreviations)
  for (const form of short) {
    addForm(full, form)
    addForm(form, full)
    for (const other of short) if (other !== form) addForm(form, other)
  }

// A name of five words with abbreviations would have hundreds of spellings. A name with more spellings than this
// maximum gets two spellings: the name as it is written, and the name with the first other form of every word.
const maxSpellings = 24

/** Returns the words of a name without accents, capitals and punctuation: `St. Jans-weg` → `st`, `jans`, `weg`. */
export const wordsOf = (name: string) =>
  foldLetters(name)
    .replace(/['’‘`´]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Returns the key of a typed text: `'s-Gravenweg` → `sgravenweg`; '' when the text has no letter or digit. */
export const streetKey = (typed: string) => wordsOf(typed).join('')

/** Returns all keys of a street name; the first key is the key of the name as it is written. */
export function streetSpellings(name: string): string[] {
  const words = wordsOf(name)
  const choices = words.map((word) => [word, ...(otherForms.get(word) ?? [])])
  const count = choices.reduce((product, forms) => product * forms.length, 1)
  const spellings =
    count <= maxSpellings
      ? choices.reduce<string[]>((keys, forms) => keys.flatMap((key) => forms.map((form) => key + form)), [''])
      : [words.join(''), choices.map((forms) => forms[1] ?? forms[0]).join('')]
  // Germans type ue for ü.
  const german = wordsOf(name.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter}e`)).join('')
  return [...new Set([...spellings, german])].filter((key) => key !== '')
}

/** Returns whether a word of a name begins the typed text: `waszinkstraat` begins a word of `Burg. Waszinkstraat`. */
export function beginsWord(typed: string, name: string) {
  const words = wordsOf(name)
  return words.some((_, at) =>
    streetSpellings(words.slice(at).join(' ')).some((spelling) => spelling.startsWith(streetKey(typed))),
  )
}

/** Returns the value of the column `street.spellings` for a name: its spellings, each between spaces. */
export const spellingsText = (name: string) => ` ${streetSpellings(name).join(' ')} `

/** The minimum number of letters for a match inside a name. Shorter texts occur in nearly every name. */
export const minLettersInside = 3

/**
 * Returns the rows of `street_name_part` for the spellings of a name. `inside` is false for a whole spelling, and true
 * for an ending of a spelling. An ending has at least `minLettersInside` letters.
 */
export function spellingParts(spellings: string[]): { inside: boolean; part: string }[] {
  const endings = spellings.flatMap((key) =>
    Array.from({ length: Math.max(0, key.length - minLettersInside) }, (_, at) => key.slice(at + 1)),
  )
  return [
    ...spellings.map((part) => ({ inside: false, part })),
    ...[...new Set(endings)].map((part) => ({ inside: true, part })),
  ]
}
