/**
 * The ways in which callers and letters spell an address. They imitate people, and share no rule with the product: what
 * a person omits, abbreviates or confuses is listed here.
 */
import type { SeededRandom } from '../random.ts'

/** An address as the register has it. `number` includes the extension: `12a-2`. */
export type RegisteredAddress = { street: string; number: string; postal_code: string; city: string }

/**
 * A way to spell an address. `weight` is its share of all lines, in per cent. `spell` returns undefined for an address
 * that people do not spell in this way.
 */
export type WayToSpell = {
  name: string
  weight: number
  spell: (address: RegisteredAddress, random: SeededRandom) => string | undefined
}

type Rewrite = (text: string, random: SeededRandom) => string | undefined

const pick = <Item>(items: readonly Item[], random: SeededRandom) => items[random.below(items.length)] as Item

/** Writes an address without its postal code, as most people do. */
function inOneLine({ street, number, city }: RegisteredAddress, random: SeededRandom) {
  const line = `${street} ${number}${pick([' ', ' ', ', '], random)}${city}`
  return random.below(4) === 0 ? line.toLowerCase() : line
}

const streetBy =
  (rewrite: Rewrite): WayToSpell['spell'] =>
  (address, random) => {
    const street = rewrite(address.street, random)
    return street === undefined || street === address.street ? undefined : inOneLine({ ...address, street }, random)
  }

const cityBy =
  (rewrite: Rewrite): WayToSpell['spell'] =>
  (address, random) => {
    const city = rewrite(address.city, random)
    return city === undefined || city === address.city ? undefined : inOneLine({ ...address, city }, random)
  }

const fourDigits: WayToSpell['spell'] = ({ street, number, postal_code, city }, random) => {
  const digits = postal_code.slice(0, 4)
  return pick(
    [
      `${digits} ${street} ${number}`,
      `${street} ${number} ${digits}`,
      `${street} ${number}, ${digits} ${city}`,
      `${street} ${number} ${digits} ${city}`,
      `${digits} ${city}, ${street} ${number}`,
      `${street} ${number} ${city} ${digits}`,
    ],
    random,
  )
}

/** `De Omloop 3` → `Omloop, De 3`; `Prins Hendriklaan 5` → `Hendriklaan, Prins 5`. */
const firstWordsLast: WayToSpell['spell'] = ({ street, number, city }, random) => {
  const found =
    /^(De|Het|'t|Den|Op de|Op 't|In de|In 't|Aan de|Van de|Van der|Van den|Van|Laan van|Laan van de|Hof van) (.+)$/i.exec(
      street,
    ) ??
    /^((?:Burgemeester|Burg\.?|Dokter|Doctor|Dr\.?|Professor|Prof\.?|Prins|Prinses|Koningin|Dominee|Ds\.?|Meester|Mr\.?|Generaal|Jan|Johan|Pieter|Willem|Nieuwe|Oude|Lange|Korte|Grote|Kleine) (?:van (?:der |den |de )?|de )?)(.+)$/.exec(
      street,
    )
  if (!found) return undefined
  const [first, rest] = [found[1]?.trim() ?? '', found[2] ?? '']
  return pick(
    [
      `${rest}, ${first} ${number} ${city}`,
      `${rest}, ${first} ${number}, ${city}`,
      `${rest}, ${first.toLowerCase()} ${number} ${city}`,
      `${rest} (${first}) ${number} ${city}`,
    ],
    random,
  )
}

const endings: [ending: string, ...short: string[]][] = [
  ['straat', 'str.', 'str', 'str.', 'strt'],
  ['laan', 'ln', 'ln.'],
  ['weg', 'wg', 'wg.'],
  ['singel', 'sgl', 'sgl.', 'sngl'],
  ['dijk', 'dk', 'dk.'],
  ['plein', 'pl.', 'pln', 'pln.'],
  ['gracht', 'gr.', 'gr'],
  ['kade', 'kd', 'kd.'],
  ['plaats', 'pl.', 'plts'],
  ['park', 'prk', 'pk'],
  ['steeg', 'stg', 'stg.'],
  ['hof', 'hf'],
]

/** Abbreviates the ending of a word: `Akerstraat` → `Akerstr.`. */
const shortEnding: Rewrite = (word, random) => {
  const [ending = '', ...short] = endings.find(([ending]) => word.toLowerCase().endsWith(ending)) ?? []
  return ending === '' || word.length < ending.length + 3
    ? undefined
    : `${word.slice(0, -ending.length)}${pick(short, random)}`
}

/** Abbreviates the ending of the last word: `Op de Akerstraat` → `Op de Akerstr.`. */
const shortLast: Rewrite = (street, random) => {
  const words = street.split(' ')
  const last = shortEnding(words.pop() ?? '', random)
  return last && [...words, last].join(' ')
}

const shortWords: Record<string, string[]> = {
  nieuwe: ['Nwe', 'Nwe.', 'Nw.', 'N.'],
  oude: ['O.', 'Oud.'],
  grote: ['Gr.'],
  kleine: ['Kl.'],
  lange: ['L.'],
  korte: ['K.'],
  noord: ['N.', 'Nrd', 'N'],
  oost: ['O.', 'O'],
  zuid: ['Z.', 'Zd', 'Z'],
  west: ['W.', 'W'],
  prinses: ['Prs.', 'Prs', 'Pr.'],
  prins: ['Pr.', 'Pr'],
  koningin: ['Kon.', 'Kon'],
  koning: ['Kon.'],
  willem: ['Wm', 'Wm.', 'W.'],
  johannes: ['Joh.'],
  johan: ['Joh.'],
  burgemeester: ['Burg.', 'Bgm.', 'burg'],
  burg: ['Burgemeester', 'Bgm.'],
  professor: ['Prof.', 'prof'],
  prof: ['Professor'],
  sint: ['St.', 'St'],
  st: ['Sint'],
  meester: ['Mr.', 'mr'],
  mr: ['Meester'],
  doctor: ['Dr.', 'dr'],
  dokter: ['Dr.', 'dr'],
  dr: ['Dokter', 'Doctor'],
  dominee: ['Ds.', 'ds'],
  ds: ['Dominee'],
  generaal: ['Gen.'],
  admiraal: ['Adm.'],
  pastoor: ['Past.'],
  kapitein: ['Kapt.'],
  wethouder: ['Weth.'],
  eerste: ['1e'],
  tweede: ['2e'],
  derde: ['3e'],
  verlengde: ['Verl.', 'Verl'],
  verl: ['Verlengde'],
  gedempte: ['Ged.'],
  zuidzijde: ['ZZ', 'z.z.'],
  noordzijde: ['NZ', 'n.z.'],
  oz: ['Oostzijde'],
  wz: ['Westzijde'],
  nz: ['Noordzijde'],
  zz: ['Zuidzijde'],
}

/** Abbreviates words inside a name: `Nieuwe Akerstraat Noord` → `Nwe Akerstr. Noord`. */
const shortInside: Rewrite = (street, random) => {
  const particles = street.replace(/\bvan (der|den|de)\b/i, () => pick(['v.d.', 'v d', 'vd', 'v. d.'], random))
  if (particles !== street) return particles
  const words = street.split(/ |(?<=-)/)
  if (words.length < 2) return undefined
  const written = words.map((word, at) => {
    const [, bare = '', dash = ''] = /^(.*?)\.?(-?)$/.exec(word) ?? []
    const short =
      (shortWords[bare.toLowerCase()] && pick(shortWords[bare.toLowerCase()] as string[], random)) ??
      (at < words.length - 1 ? shortEnding(bare, random) : undefined)
    return short === undefined ? word : `${short}${dash}`
  })
  return written.join(' ').replace(/- /g, '-')
}

/** `Jan van Goyenstraat` → `J. van Goyenstraat`. */
const initial: Rewrite = (street) => {
  const [, first = '', rest = ''] = /^([A-Z]\p{Ll}{3,}) ((?:\p{L}+ )?\p{Lu}\p{Ll}+.*)$/u.exec(street) ?? []
  const isName = !/^(nieuwe|oude|grote|kleine|lange|korte|eerste|tweede|derde|verlengde|gedempte|sint)$/i.test(first)
  return rest !== '' && isName ? `${first[0]}. ${rest}` : undefined
}

const withoutVan: Rewrite = (street) => {
  const without = street.replace(/(^| )(van|von) ((der|den|de) )?/i, '$1').replace(/^\p{L}/u, (it) => it.toUpperCase())
  return without.length < 4 ? undefined : without
}

/** Exchanges `ij` and `y`. */
const otherY: Rewrite = (text) => {
  if (/ij/i.test(text)) return text.replace(/ij/g, 'y').replace(/IJ|Ij/g, 'Y')
  return /y/i.test(text) ? text.replace(/y/g, 'ij').replace(/Y/g, 'IJ') : undefined
}

const neighbours: Record<string, string> = {
  ...{
    a: 'sq',
    b: 'vn',
    c: 'xvk',
    d: 'sft',
    e: 'rw',
    f: 'dgv',
    g: 'fhc',
    h: 'gj',
    i: 'uoe',
    j: 'hk',
    k: 'jlc',
    l: 'k',
  },
  ...{ m: 'n', n: 'mb', o: 'ip', p: 'o', r: 'et', s: 'adz', t: 'ryd', u: 'yi', v: 'cbf', w: 'eq', y: 'tu', z: 'xs' },
}

/** Makes one typing error in the letters: omits, doubles, swaps or replaces one. Never in the first letter. */
const oneError: Rewrite = (text, random) => {
  const places = [...text.matchAll(/(?<=\p{L})\p{Ll}/gu)].map(({ index }) => index)
  if (text.replace(/\P{L}/gu, '').length < 5 || places.length === 0) return undefined
  const at = pick(places, random)
  const letter = text[at] ?? ''
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const next = after[0] ?? ''
  const kinds = [
    () => before + after,
    () => before + letter + letter + after,
    () => (/\p{Ll}/u.test(next) ? before + next + letter + after.slice(1) : before + after),
    () => before + (neighbours[letter] ? pick([...neighbours[letter]], random) : '') + after,
  ]
  return pick(kinds, random)()
}

const shortPlace: Rewrite = (city, random) => {
  const rules: [RegExp, string[]][] = [
    [/^Sint[ -]/, ['St. ', 'St ', 'St.']],
    [/^St\. ?/, ['Sint ', 'St ']],
    [/^Nieuwe[ -]/, ['Nwe ', 'Nwe. ', 'N. ']],
    [/^Nieuw[ -]/, ['Nw ', 'Nw. ', 'N. ', 'Nieuw ']],
    [/^Nieuw(?=\p{Ll}{4})/u, ['Nieuw ', 'Nw. ', 'Nw']],
    [/^Oude[ -]/, ['O. ', 'Oud ']],
    [/^Oud(?=\p{Ll}{4})/u, ['Oud ', 'Oude ']],
    [/^2e /, ['Tweede ', '2de ']],
    [/^1e /, ['Eerste ', '1ste ']],
    [/^Tweede /, ['2e ']],
    [/^Eerste /, ['1e ']],
    [/^(Noord|Zuid)(?=\p{Ll}{4})/u, ['$1-', '$1 ']],
    [/^(De|Het|'t|Den|Ter|Ten) /, ['', "'t ", 'de ']],
    [/ (en|aan de|aan den) /, [' & ', ' a/d ']],
    [/-/, [' ', '']],
  ]
  const rule = rules.find(([pattern]) => pattern.test(city))
  return rule && city.replace(rule[0], pick(rule[1], random))
}

const otherOrder: WayToSpell['spell'] = ({ street, number, city }, random) =>
  pick(
    [
      `${city} ${street} ${number}`,
      `${city}, ${street} ${number}`,
      `${number} ${street} ${city}`,
      `${street} ${city} ${number}`,
    ],
    random,
  )

/** `Burgemeester Waszinkstraat` → `Waszinkstraat`. */
const lastWord: Rewrite = (street) => {
  const words = street.split(' ')
  const last = words.at(-1) ?? ''
  return words.length >= 2 && last.length >= 7 && /^\p{Lu}/u.test(last) ? last : undefined
}

/** `Akerstraat` → `Aker straat`; `Oude Weg` → `Oudeweg`; `Akerstraat-Noord` → `Akerstraat Noord`. */
const otherSpaces: Rewrite = (street) => {
  if (/ \p{Lu}/u.test(street) && street.split(' ').length === 2)
    return street.replace(/ (\p{Lu})/u, (_, letter: string) => letter.toLowerCase())
  if (street.includes('-')) return street.replace('-', ' ')
  const ending = endings.map(([it]) => it).find((it) => street.endsWith(it) && street.length > it.length + 2)
  return ending ? `${street.slice(0, -ending.length)} ${ending}` : undefined
}

/** `Akerstraat 12a` → `Akerstraat nr. 12 A`, `in Heerlen`. */
const spokenWords: WayToSpell['spell'] = ({ street, number, city }, random) => {
  const [, digits = '', rest = ''] = /^(\d+)-?(.*)$/.exec(number) ?? []
  return pick(
    [
      `${street} nr ${number} ${city}`,
      `${street} nr. ${digits} ${rest} ${city}`,
      `${street} ${number} in ${city}`,
      `${street} ${number} te ${city}`,
      `${street} nummer ${number}, ${city}`,
      `${street} ${digits} ${rest.toUpperCase()}, ${city}`,
    ],
    random,
  )
}

/** Another spelling of the street, together with four digits or another spelling of the place. */
const twoAtOnce: WayToSpell['spell'] = (address, random) => {
  const rewrite = pick([shortInside, initial, withoutVan, otherY, otherSpaces, shortLast], random)
  const street = rewrite(address.street, random)
  if (street === undefined || street === address.street) return undefined
  return pick([fourDigits, cityBy(oneError), cityBy(shortPlace), otherOrder], random)({ ...address, street }, random)
}

const withoutMarks: Rewrite = (street) => street.normalize('NFD').replace(/[\p{M}'.]/gu, '')

/** All ways to spell an address. The weights add up to 100. */
export const waysToSpell: WayToSpell[] = [
  { name: 'as written', weight: 7, spell: inOneLine },
  {
    name: 'as in a letter, with its postal code',
    weight: 6,
    spell: ({ street, number, postal_code, city }) =>
      `${street} ${number}\n${postal_code.slice(0, 4)} ${postal_code.slice(4)}  ${city.toUpperCase()}`,
  },
  {
    name: 'postal code and number',
    weight: 5,
    spell: ({ number, postal_code }, random) =>
      random.below(2) === 0 ? `${postal_code} ${number}` : `${postal_code.toLowerCase()}, ${number}`,
  },
  { name: 'four digits of the postal code', weight: 10, spell: fourDigits },
  { name: 'first words last', weight: 5, spell: firstWordsLast },
  {
    name: 'abbreviated ending',
    weight: 8,
    spell: streetBy(shortLast),
  },
  { name: 'abbreviation inside the name', weight: 10, spell: streetBy(shortInside) },
  { name: 'initial for a first name', weight: 3, spell: streetBy(initial) },
  { name: 'without van', weight: 5, spell: streetBy(withoutVan) },
  { name: 'ij or y in the street', weight: 4, spell: streetBy(otherY) },
  { name: 'ij or y in the place', weight: 2, spell: cityBy(otherY) },
  { name: 'one typing error in the place', weight: 7, spell: cityBy(oneError) },
  { name: 'one typing error in the street', weight: 7, spell: streetBy(oneError) },
  { name: 'other spelling of the place', weight: 3, spell: cityBy(shortPlace) },
  { name: 'other order', weight: 4, spell: otherOrder },
  { name: 'only the last word of the street', weight: 2, spell: streetBy(lastWord) },
  { name: 'other spaces', weight: 3, spell: streetBy(otherSpaces) },
  { name: 'spoken words', weight: 3, spell: spokenWords },
  { name: 'two ways at once', weight: 4, spell: twoAtOnce },
  { name: 'without accents and marks', weight: 2, spell: streetBy(withoutMarks) },
]
