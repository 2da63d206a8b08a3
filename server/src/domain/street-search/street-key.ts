/**
 * Streets are found however they are typed: without accents, case, spaces and punctuation, in full or abbreviated.
 * Each name has a key for every way it may be typed; what was typed is looked up among their beginnings, then inside them.
 */

// Each line: the word in full, and how people shorten it. A dot, an accent or a capital makes no difference.
const abbreviations = [
  ['sint', 'st'],
  ['sinte', 'ste'],
  ['burgemeester', 'burg', 'bgm', 'burgem'],
  ['professor', 'prof'],
  ['doctor', 'dr'],
  ['doctorandus', 'drs'],
  ['dokter', 'dr'],
  ['meester', 'mr'],
  ['ingenieur', 'ir', 'ing'],
  ['dominee', 'ds'],
  ['pastoor', 'past'],
  ['pater', 'p'],
  ['kapelaan', 'kap'],
  ['deken', 'dek'],
  ['kardinaal', 'kard'],
  ['monseigneur', 'mgr'],
  ['bisschop', 'bissch'],
  ['jonkheer', 'jhr'],
  ['jonkvrouw', 'jkvr'],
  ['generaal', 'gen'],
  ['admiraal', 'adm'],
  ['kolonel', 'kol'],
  ['kapitein', 'kapt'],
  ['luitenant', 'lt', 'luit'],
  ['president', 'pres'],
  ['minister', 'min'],
  ['wethouder', 'weth'],
  ['notaris', 'not'],
  ['gouverneur', 'gouv'],
  ['koning', 'kon'],
  ['koningin', 'kon'],
  ['prinses', 'pr'],
  ['prins', 'pr'],
  ['graaf', 'gr'],
  ['van', 'v'],
  ['von', 'v'],
  ['der', 'd'],
  ['den', 'd'],
  ['de', 'd'],
  ['ten', 't'],
  ['eerste', '1e'],
  ['tweede', '2e'],
  ['derde', '3e'],
  ['vierde', '4e'],
  ['vijfde', '5e'],
  ['noord', 'n'],
  ['zuid', 'z'],
  ['oost', 'o'],
  ['west', 'w'],
]

const otherForms = new Map<string, string[]>()
const addForm = (word: string, form: string) => otherForms.set(word, [...(otherForms.get(word) ?? []), form])
for (const [full = '', ...short] of abbreviations)
  for (const form of short) {
    addForm(full, form)
    addForm(form, full)
    for (const other of short) if (other !== form) addForm(form, other)
  }

// A name of five words that can all be shortened would have hundreds of spellings; nobody types them half and half.
const mostSpellings = 24

const letters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþı]/g, (letter) => letters[letter] ?? '')

const wordsOf = (name: string) =>
  plain(name)
    .replace(/['’‘`´]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** What is left of a typed street to compare by: `'s-Gravenweg` → `sgravenweg`. Empty when nothing can match. */
export const streetKey = (typed: string) => wordsOf(typed).join('')

/** Every key by which a street of this name is found; the first one is its own. */
export function streetSpellings(name: string): string[] {
  const words = wordsOf(name)
  const choices = words.map((word) => [word, ...(otherForms.get(word) ?? [])])
  const count = choices.reduce((product, forms) => product * forms.length, 1)
  const spellings =
    count <= mostSpellings
      ? choices.reduce<string[]>((keys, forms) => keys.flatMap((key) => forms.map((form) => key + form)), [''])
      : [words.join(''), choices.map((forms) => forms[1] ?? forms[0]).join('')]
  // Just over the border an ü is typed as ue.
  const german = wordsOf(name.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter}e`)).join('')
  return [...new Set([...spellings, german])].filter((key) => key !== '')
}

/** From how many letters on a typed street is also looked for inside a name: fewer are inside nearly every name. */
export const leastInside = 3

/** What these spellings are looked up by: each in full, and with `inside` what is left after its first letters. */
export function spellingParts(spellings: string[]): { inside: boolean; part: string }[] {
  const endings = spellings.flatMap((key) =>
    Array.from({ length: Math.max(0, key.length - leastInside) }, (_, at) => key.slice(at + 1)),
  )
  return [
    ...spellings.map((part) => ({ inside: false, part })),
    ...[...new Set(endings)].map((part) => ({ inside: true, part })),
  ]
}
