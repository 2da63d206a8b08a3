import { type SearchReply, wholeAddressLine } from '@rd4-loket/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { findOrInsertStreets } from '../../domain/street-search/streets.ts'
import { sql } from '../../platform/database/sql.ts'
import { effort, testSeed } from '../../test/effort.ts'
import { testDatabase } from '../../test/test-database.ts'
import { searchLine } from './search.ts'

const count = 15 * effort
const linesPerAddress = 4

const db = await testDatabase()
const everywhere = { sees: null, municipality: null }

const streets = [
  ...[
    'Akerstraat',
    'Laan 1940-1945',
    'Plein 1944',
    '1213-laan',
    '16 april 1944 Pad',
    '1e Kruisweg',
    'Op de Berg',
    'Berg',
  ],
  ...['Langeloërduinen 3', 'Provincialeweg N205', 'Rivium 2e Straat', 'Tweede Dwarsstraat', 'Markt', 'Kleine Markt'],
  ...[
    'Marktstraat',
    "'s-Gravenweg",
    "'t Veldje",
    'St. Jansstraat',
    'Prof. Dr. van der Waalsweg',
    'Glück Auf',
    'Van Ee',
  ],
  ...['Hoofdstraat-Noord', 'Hoofdstraat', 'Dam', 'Nederlandstraat', 'Hollandlaan', 'Limburglaan', "d'Artagnanlaan"],
]
const towns = [
  'Heerlen',
  'Hoensbroek',
  'Den Haag',
  'Berg en Terblijt',
  "'s-Gravenzande",
  '2e Exloërmond',
  'Hollandscheveld',
]
const extensions = [null, null, null, 'A', 'b', 'b-2', '2', 'bis', 'III', 'hs', 'a-12']

type DrawnAddress = {
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string
  city: string
}

/** The address at an index. Each street is in each town, where it has one postal code. */
function addressAt(index: number): DrawnAddress {
  const [atStreet, atTown] = [index % streets.length, Math.floor(index / streets.length) % towns.length]
  const letters = String.fromCharCode(65 + (atStreet % 26), 65 + atTown)
  return {
    street: streets[atStreet] ?? '',
    city: towns[atTown] ?? '',
    house_number: 1 + ((index * 37) % 240),
    house_number_extension: extensions[index % extensions.length] ?? null,
    postal_code: `${6400 + Math.floor(atStreet / 26)}${letters}`,
  }
}
const addresses = [
  ...new Map(
    Array.from({ length: 1400 }, (_, index) => addressAt(index)).map((it) => [wholeAddressLine(it), it]),
  ).values(),
]

beforeAll(async () => {
  await sql`insert into municipality (id, name) values (917, 'Heerlen')`.execute(db)
  const names = addresses.map(({ street, city }) => ({ municipality_id: 917, city, name: street }))
  await findOrInsertStreets(db, [...new Map(names.map((name) => [JSON.stringify(name), name])).values()])
  const ids = await findOrInsertStreets(db, names)
  await sql`
    insert into address (street_id, house_number, house_number_extension, postal_code)
    select * from unnest(
      ${ids}::int[],
      ${addresses.map((it) => it.house_number)}::int[],
      ${addresses.map((it) => it.house_number_extension)}::text[],
      ${addresses.map((it) => it.postal_code)}::text[])`.execute(db)
})

const marks = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~€£§°´¨–—…“”„‘’«»']
const digitsFrom = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** Ways to write a part of an address. */
const spaced = fc.constantFrom(...marks).chain((mark) => fc.constantFrom(`${mark} `, ` ${mark} `, ` ${mark}`))
const mostly = (plain: string, other: fc.Arbitrary<string>) =>
  fc.oneof({ arbitrary: fc.constant(plain), weight: 2 }, other)
const decoration = fc.record({
  before: mostly(
    '',
    fc.constantFrom('adres: ', 'Adres ', 'ja met ', 'mijn adres is ', 'ja met Jansen van de ', 'NL ', 'Jansen, '),
  ),
  toNumber: mostly(
    ' ',
    fc.oneof(
      spaced,
      fc.constantFrom(' nummer ', ' nr. ', ' nr ', ' hnr. ', ' num ', ' huisnummer ', ' #', ' n° ', ' № ', ', nr.:'),
    ),
  ),
  toExtension: fc.constantFrom('', ' ', '-', '/', '.', '_', '+', ' - '),
  toTown: mostly(', ', fc.oneof(spaced, fc.constantFrom(' in ', ' te ', '\n', '\t', ' | '))),
  postalCode: fc.constantFrom('none', 'spaced', 'joined', 'NL', 'brackets'),
  province: mostly(
    '',
    fc.constantFrom(' LB', ', NH', ' Limburg', ' (Limburg)', ', Noord-Brabant', ' Gelderland', ', Drenthe'),
  ),
  country: mostly(
    '',
    fc.constantFrom(', Nederland', ' NL', ', The Netherlands', ' (Nederland)', ' NLD', ', Holland', ' Netherlands'),
  ),
  end: mostly(
    '',
    fc.oneof(
      fc.constantFrom(...marks),
      fc.constantFrom('...', '!?', ' ,', ' graag', ' alstublieft', ' a.u.b.', ', toch?'),
    ),
  ),
  quotes: mostly('', fc.constantFrom('"', "'", '“”', '«»', '„”', '()', '[]', '<>', '``')),
  digits: fc.constantFrom(...[String, String, String, digitsFrom(0xff10), digitsFrom(0x0660), digitsFrom(0x06f0)]),
  letters: fc.constantFrom(
    ...[String, String, (text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()],
  ),
})
type Decoration = typeof decoration extends fc.Arbitrary<infer T> ? T : never

function write(address: DrawnAddress, { letters, digits, ...by }: Decoration) {
  const { street, house_number, house_number_extension: extension, postal_code, city } = address
  const isDigit = extension !== null && /^\d/.test(extension)
  const joint = isDigit && by.toExtension === '' ? '-' : by.toExtension
  const number = `${house_number}${extension === null ? '' : joint + extension}`
  const spacedCode = `${postal_code.slice(0, 4)} ${postal_code.slice(4)}`
  const code = {
    none: '',
    spaced: `${spacedCode} `,
    joined: `${postal_code} `,
    NL: `NL-${spacedCode} `,
    brackets: `[${spacedCode}] `,
  }
  const line = `${by.before}${street}${by.toNumber}${number}${by.toTown}${code[by.postalCode as 'none']}${city}${by.province}${by.country}${by.end}`
  return digits(letters(`${by.quotes.slice(0, 1)}${line}${by.quotes.slice(-1)}`))
}

/** The address that Enter opens. */
function opened({ data, meta }: SearchReply) {
  const [first] = data
  const isOnly = meta.match === 'exact' && (meta.first_only || (data.length === 1 && !meta.more))
  return isOnly && first?.kind === 'address' ? wholeAddressLine(first) : undefined
}

test('a line with an address and other words and marks finds the address, or names what it did not use', async () => {
  const failures: string[] = []
  const drawn = fc.sample(decoration, { numRuns: count * linesPerAddress, seed: testSeed })
  for (const [n, by] of drawn.entries()) {
    const address = addresses[Math.floor(n / linesPerAddress) % addresses.length] as DrawnAddress
    const line = write(address, by).slice(0, 200)
    const reply = await searchLine(db, everywhere, { text: line, limit: 8 })
    const [first] = reply.data
    const expected = wholeAddressLine(address)
    const isFound = first?.kind === 'address' && wholeAddressLine(first) === expected
    const isNamed =
      reply.meta.unused.length > 0 || (reply.meta.missing !== null && reply.meta.missing.part !== 'everything')
    const shown = `${JSON.stringify(line)} (${expected}) → ${first?.kind === 'address' && wholeAddressLine(first)} ${JSON.stringify(reply.meta)}`
    if (!isFound && !isNamed) failures.push(shown)
    else if ((opened(reply) ?? expected) !== expected) failures.push(`OPENS ${shown}`)
  }
  expect(failures).toEqual([])
})
