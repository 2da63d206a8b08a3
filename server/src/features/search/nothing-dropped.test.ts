import { missingText, type SearchHit, wholeAddressLine } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertAddress } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { searchLine } from './search.ts'

const db = await testDatabase()
const everywhere = { sees: null, municipality: null }

const streets: [street: string, postal_code: string, ...numbers: string[]][] = [
  ['Akerstraat', '6411CD', '116', '118', '118 b', '120'],
  ['Laan 1940-1945', '6499AA', '37', '66'],
  ['Plein 1940', '6499AB', '2'],
  ['Plein 1944', '6499AC', '12'],
  ['1213-laan', '6499AD', '11'],
  ['16 april 1944 Pad', '6499AE', '1'],
  ['1e Kruisweg', '6499AG', '36'],
  ['Langeloërduinen 3', '6499AH', '46'],
  ['Marienwaerdt 2e Dreef', '6499AJ', '2'],
  ['Provincialeweg N205', '6499AK', '1'],
  ['Rivium 2e Straat', '6499AL', '59'],
  ['3de Industrieweg', '6499AM', '5'],
  ['1e dwarsstraat', '6499AN', '2'],
  ['Buurtschap 3', '6499AP', '3 HS'],
  ['Philippusweg', '6499AR', '3 5'],
  ['Loswal', '6499AS', '12 B', '30', '34', '36', '36 34'],
  ['Pietersstraat', '6499AT', '35 III', '7', '7 1/2'],
  ['Halfweg', '6499AY', '7', '7 12', '9 12', '9 1/2', '11 é', '11 123456'],
  ['Markt', '6499AV', '1'],
  ['Kleine Markt', '6499AW', '1'],
  ['Marktstraat', '6499AX', '1'],
]

beforeAll(async () => {
  for (const [street, postal_code, ...numbers] of streets)
    for (const number of numbers) {
      const [house_number, house_number_extension = null] = number.split(' ')
      await insertAddress(db, { street, house_number: Number(house_number), house_number_extension, postal_code })
    }
  const elsewhere = { city: 'Hollandscheveld', municipality: { id: 118, name: 'Hoogeveen' }, postal_code: '7913AA' }
  await insertAddress(db, { ...elsewhere, street: 'Akerstraat', house_number: 118, house_number_extension: 'b' })
})

const find = (text: string) => searchLine(db, everywhere, { text, limit: 8 })
const textOf = (hit: SearchHit | undefined) => (hit?.kind === 'address' ? wholeAddressLine(hit) : hit?.kind)

/** The text of the address that Enter opens, or undefined. */
async function openedBy(line: string) {
  const { data, meta } = await find(line)
  const isOnly = meta.match === 'exact' && (meta.first_only || (data.length === 1 && !meta.more))
  return isOnly ? textOf(data[0]) : undefined
}

const akerstraat = 'Akerstraat 118 b, 6411 CD Heerlen'

describe('Enter opens the address of a line with', () => {
  test.each([
    // A mark between the postal code and the number.
    ...['6411CD-118 b', '6411 CD/118 b', '6411CD-118-b', '6411CD#118b', '6411CD.118b', '6411_CD_118_b', '6411CD:118 b'],
    ...['118b/6411CD', '118-b-6411 CD', 'NL-6411 CD 118 b', '6411 CD 118 b NL'],
    // A mark at the end or in the middle, and quotation marks.
    ...[
      'Akerstraat 118 b Heerlen.',
      'Akerstraat 118 b, Heerlen?',
      'Akerstraat 118 ! b Heerlen!!',
      'Akerstraat - 118 b, Heerlen',
    ],
    ...[
      '"Akerstraat 118 b, Heerlen"',
      "'Akerstraat 118 b' Heerlen",
      '„Akerstraat 118 b, Heerlen”',
      '«Akerstraat 118 b» Heerlen',
    ],
    ...[
      'Akerstraat/118/b-Heerlen',
      'Akerstraat_118_b_Heerlen',
      'Akerstraat 118 b & Heerlen',
      '<Akerstraat 118 b> {Heerlen}',
    ],
    // Words for number and address, and labels.
    ...[
      'Akerstraat #118 b Heerlen',
      'Akerstraat n° 118 b Heerlen',
      'Akerstraat nº118b Heerlen',
      'Akerstraat № 118 b Heerlen',
    ],
    ...['Akerstraat no 118 b Heerlen', 'Akerstraat nr:118b Heerlen', 'adres: Akerstraat huisnummer 118 b te Heerlen'],
    'Straat: Akerstraat\nHuisnummer: 118\nToevoeging: b\nPostcode: 6411 CD\nPlaats: Heerlen',
    // The country.
    ...[
      'Akerstraat 118 b, 6411 CD Heerlen, Nederland',
      'Akerstraat 118 b Heerlen NL',
      'Akerstraat 118 b, Heerlen, Holland',
    ],
    ...['Akerstraat 118 b, Heerlen, The Netherlands', 'Nederland, Heerlen, Akerstraat 118 b'],
    ...['Akerstraat 118 b Heerlen NLD', 'Akerstraat 118 b, Heerlen, Pays-Bas'],
    ...['Akerstraat 118 b gemeente Heerlen', 'Akerstraat&nbsp;118&nbsp;b, Heerlen', '<b>Akerstraat</b> 118 b Heerlen'],
    ...['Akerstraat 118 b<br/>Heerlen', 'Akerstraat 118 b in de gemeente Heerlen'],
    // Other words for the number, the extension and the postal code.
    ...['Akerstraat hnr. 118 b Heerlen', 'Akerstraat nrs 118 b Heerlen', 'Akerstraat num 118 b Heerlen'],
    ...['Akerstraat numero 118 b Heerlen', 'Akerstraat 118 toev. b Heerlen', 'Akerstraat 118 app. b Heerlen'],
    ...['Akerstraat huisnummer 118 toevoeging b Heerlen', 'Akerstraat 118 b pc 6411CD'],
    // Other forms of digits and letters.
    ...['Akerstraat １１８ b Heerlen', 'Akerstraat ١١٨ b Heerlen', '６４１１ＣＤ　１１８ｂ', 'Akerstraat 118ᵇ Heerlen'],
  ])('%j', async (line) => {
    expect(await openedBy(line)).toBe(akerstraat)
  })

  test.each([
    ['Laan 1940 – 1945 37', 'Laan 1940-1945 37, 6499 AA Heerlen'],
    ['Plein 1940 2', 'Plein 1940 2, 6499 AB Heerlen'],
    ['16 april 1944 Pad 1', '16 april 1944 Pad 1, 6499 AE Heerlen'],
    ['Langeloërduinen 3 46', 'Langeloërduinen 3 46, 6499 AH Heerlen'],
    ['Rivium tweede straat 59', 'Rivium 2e Straat 59, 6499 AL Heerlen'],
    ['Rivium 2e Straat 59.', 'Rivium 2e Straat 59, 6499 AL Heerlen'],
    ['derde industrieweg 5', '3de Industrieweg 5, 6499 AM Heerlen'],
    ['Philippusweg 3/5', 'Philippusweg 3-5, 6499 AR Heerlen'],
    ['Pietersstraat 7½', 'Pietersstraat 7-1/2, 6499 AT Heerlen'],
    ['Pietersstraat 35Ⅲ', 'Pietersstraat 35 III, 6499 AT Heerlen'],
    // The extensions 1/2 and 12 have the same key.
    ['Halfweg 9½', 'Halfweg 9-1/2, 6499 AY Heerlen'],
    ['6499AY 9-1/2', 'Halfweg 9-1/2, 6499 AY Heerlen'],
    ['Halfweg 9-12', 'Halfweg 9-12, 6499 AY Heerlen'],
    // Only this address has the whole name of the street.
    ['Markt 1 Heerlen', 'Markt 1, 6499 AV Heerlen'],
    ['markt 1', 'Markt 1, 6499 AV Heerlen'],
  ])('a difficult street or number: %j', async (line, address) => {
    expect(await openedBy(line)).toBe(address)
  })
})

describe('a line of which a part is not used', () => {
  test.each([
    // The province of an address is not stored.
    ['Akerstraat 118 b 6411 CD HEERLEN LB', ['LB']],
    ['Akerstraat 118 b Heerlen Limburg', ['Limburg']],
    ['Akerstraat 118 b, Heerlen, Noord-Brabant', ['Noord-Brabant']],
    ['Akerstraat 118 b Heerlen (Zuid-Holland)', ['Zuid-Holland']],
    ['ja met Jansen van de Akerstraat nummer 118 b in Heerlen', ['Jansen']],
    ['goedemiddag met mevrouw De Vries, ik woon op Akerstraat 118 b te Heerlen', ['Vries']],
    ['Akerstraat 118 b van mevrouw Jansen in Heerlen', ['Jansen']],
    ['Jansen, 6411 CD 118 b', ['Jansen']],
    ['6411 CD 118 b Kerkrade', ['Kerkrade']],
    ['Akerstraat Москва 118 b Heerlen', ['Москва']],
    // These words have no meaning for a search.
    ['mijn adres is Akerstraat 118 b in Heerlen', []],
    ['Heerlen Akerstraat 118 b graag', []],
    ['Akerstraat 118 b Heerlen gemeente Heerlen', []],
  ])('%j finds the address, opens nothing at Enter, and names the part: %j', async (line, unused) => {
    const { data, meta } = await find(line)
    expect([data.map(textOf), meta.match, meta.missing, meta.unused]).toEqual([[akerstraat], 'partial', null, unused])
  })

  test.each([
    ['6499AK-5', '6499 AK bestaat, nummer 5 niet; wel 1.'],
    ['6499AK/5', '6499 AK bestaat, nummer 5 niet; wel 1.'],
    ['Pietersstraat 35²', 'Pietersstraat 35 in Heerlen bestaat, toevoeging 2 niet; wel III.'],
    ['Loswal 34½', 'Loswal 34 in Heerlen bestaat, toevoeging 1/2 niet; wel zonder toevoeging.'],
    ['Halfweg 7½', 'Halfweg 7 in Heerlen bestaat, toevoeging 1/2 niet; wel zonder toevoeging en 12.'],
    ['6499AY 7 1/2', '6499 AY nummer 7 bestaat, toevoeging 1/2 niet; wel zonder toevoeging en 12.'],
    ['Halfweg 11-23456', 'Halfweg 11 in Heerlen bestaat, toevoeging 23456 niet; wel é en 123456.'],
    ['Loswal 34 é', 'Loswal 34 in Heerlen bestaat, toevoeging é niet; wel zonder toevoeging.'],
    ['Loswal 30-32', 'Loswal 30 in Heerlen bestaat, toevoeging 32 niet; wel zonder toevoeging.'],
  ])('%j finds nothing, and names the part: %s', async (line, sentence) => {
    const { data, meta } = await find(line)
    expect(data).toEqual([])
    expect(meta.missing && missingText(meta.missing)).toBe(sentence)
  })
})

describe('a sentence', () => {
  test.each([
    ['ja met Jansen van de Akerstraat in Heerlen', ['Akerstraat Heerlen'], null, ['Jansen']],
    ['goedemiddag ik woon op de Akerstraat in Heerlen', ['Akerstraat Heerlen'], null, []],
    ['mevrouw Jansen, Kleine Markt Heerlen', ['Kleine Markt Heerlen'], null, ['Jansen']],
    ['ik heb 2 vragen over de Akerstraat in Heerlen graag', ['Akerstraat Heerlen'], null, ['heb', '2', 'vragen']],
    [
      'ja met Jansen van de Akerstraat nummer 9999 in Heerlen',
      [],
      'Akerstraat in Heerlen bestaat, nummer 9999 niet; wel 120.',
      ['Jansen'],
    ],
    [
      'ja met Jansen van de Akerstraat nummer 118 z in Heerlen',
      [],
      'Akerstraat 118 in Heerlen bestaat, toevoeging z niet; wel zonder toevoeging en b.',
      ['Jansen'],
    ],
    // No street has this name, and the line is no sentence.
    ['Lange Akerstraat 9999, Heerlen', [], 'De straat Lange Akerstraat kennen we niet in Heerlen.', []],
    ['met Jansen van de Molenweg', [], 'De straat met Jansen van de Molenweg kennen we niet.', []],
  ])('%j finds the streets %j, and says %j', async (line, streets, sentence, unused) => {
    const { data, meta } = await find(line)
    expect([
      data.map((hit) => hit.kind === 'street' && `${hit.street} ${hit.city}`),
      meta.missing && missingText(meta.missing),
      meta.unused,
    ]).toEqual([streets, sentence, unused])
    expect(await openedBy(line)).toBeUndefined()
  })
})

test.each(['Limburg', 'LB', '(L)', 'NH', 'ZH', 'Noord-Holland', 'Zuid Holland', 'Gelderland', 'Fryslân'])(
  'a street and number with only the province %j find the address, open nothing at Enter, and name the province',
  async (province) => {
    for (const line of [`Kleine Markt 1 ${province}`, `Kleine Markt 1, ${province}`]) {
      const { data, meta } = await find(line)
      const unused = [province.replace(/[()]/g, '')]
      expect([data.map(textOf), meta.match, meta.missing]).toEqual([
        ['Kleine Markt 1, 6499 AW Heerlen'],
        'partial',
        null,
      ])
      expect(meta.unused.join(' ')).toEqual(unused.join(' '))
    }
  },
)

test.each([
  ['ik woon aan de Loswal, op nummer 12 b', []],
  ['de Loswal 12 b, toch?', ['toch']],
  ['Loswal 12 b tel 045-5711234', ['tel', '045-5711234']],
  ['Loswal 12 b alstublieft', ['alstublieft']],
  ['Loswal 12 b a.u.b.', ['a.u.b']],
])("a caller's words around the address are left out: %j, which names %j", async (line, unused) => {
  const { data, meta } = await find(line)
  expect([data.map(textOf), meta.match, meta.unused]).toEqual([['Loswal 12 B, 6499 AS Heerlen'], 'partial', unused])
})

test('an extension in pointed brackets is no HTML tag', async () => {
  expect(await openedBy('Akerstraat 118 <b> Heerlen')).toBe(akerstraat)
})

test('a word is reported once and as typed, when a letter of it is in one of the hits', async () => {
  const { data, meta } = await find('Akerstraat 118 a.u.b.')
  expect(data.map(textOf)).toContain('Akerstraat 118, 6411 CD Heerlen')
  expect(meta.unused).toEqual(['a.u.b'])
})

test('an extension with a number of six digits equals no extension', async () => {
  const { data, meta } = await find('6499AR 3-100005')
  expect([data.map(textOf), meta.match, meta.unused]).toEqual([
    ['Philippusweg 3-5, 6499 AR Heerlen'],
    'partial',
    ['100005'],
  ])
})

describe('a range of house numbers', () => {
  test.each([
    'Loswal 30-34',
    'Loswal 30/34 Heerlen',
    '6499AS 30-34',
    'loswal 30 t/m 34',
    'loswal 30 tm 34',
    'Loswal 30 of 34',
  ])('%j finds both houses, and opens nothing at Enter', async (line) => {
    const { data, meta } = await find(line)
    expect(data.map(textOf)).toEqual(['Loswal 30, 6499 AS Heerlen', 'Loswal 34, 6499 AS Heerlen'])
    expect([meta.match, meta.criteria]).toEqual(['partial', null])
    expect(meta.missing && missingText(meta.missing)).toMatch(/bestaat, toevoeging 34 niet\.$/)
  })

  test('is an extension when that exists', async () => {
    expect(await openedBy('Loswal 36-34')).toBe('Loswal 36-34, 6499 AS Heerlen')
  })
})

test('the country is not the beginning of a town, unless it is the whole name of a town', async () => {
  expect((await find('Akerstraat 118 b, Holland')).data.map(textOf)).toContain(akerstraat)
  const village = { city: 'Nederland', municipality: { id: 1708, name: 'Steenwijkerland' }, postal_code: '8362AA' }
  await insertAddress(db, { ...village, street: 'Akerstraat', house_number: 118, house_number_extension: 'b' })
  expect(await openedBy('Akerstraat 118 b, Nederland')).toBe('Akerstraat 118 b, 8362 AA Nederland')
})
