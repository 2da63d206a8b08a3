import { expect, test } from 'vitest'
import { CommandError } from '../../platform/runtime/command.ts'
import { RowError } from '../reader/columns.ts'
import { addressParser } from './address-rows.ts'

const columns =
  'straat;huisnummer;huisletter;huisnummertoevoeging;postcode;woonplaats;gemeente;gemeentecode;lat;lon;objectcode;nummeraanduiding' +
  ';verblijfsobject;nevenadres;in_aanbouw;vervangt'
const valid = {
  straat: 'Akerstraat',
  huisnummer: '118',
  postcode: '6417AT',
  woonplaats: 'Heerlen',
  gemeente: 'Heerlen',
}
/** Parses a valid row in which these columns have other texts. */
const parse = (changes: Record<string, string> = {}) => {
  const header = columns.split(';')
  const fields: Record<string, string> = { ...valid, ...changes }
  return addressParser(header)(
    header.map((column) => fields[column] ?? ''),
    2,
  )
}

test('returns trimmed NFC texts, coordinates as numbers, and codes in capitals without spaces', () => {
  expect(
    parse({
      straat: ' Wiee\u0308nweg ',
      huisletter: 'b',
      huisnummertoevoeging: '02',
      postcode: '6411 cd',
      lat: '50,887',
      lon: '5.979',
      objectcode: '0917 a42',
      nummeraanduiding: '0917200000000001',
    }),
  ).toEqual({
    line: 2,
    municipality: { id: 917, name: 'Heerlen' },
    city: 'Heerlen',
    street: 'Wieënweg',
    house_number: 118,
    house_number_extension: 'b-02',
    postal_code: '6411CD',
    object_code: '0917A42',
    bag_id: '0917200000000001',
    register_object_id: null,
    is_additional: null,
    is_under_construction: null,
    former_bag_id: null,
    lon: 5.979,
    lat: 50.887,
  })
})

test('returns texts without direction marks, soft hyphens and characters without width', () => {
  expect(parse({ straat: '\u202eAker\u00adstra\u200bat\u202c', woonplaats: '\u2067Heerlen\u2069' })).toMatchObject({
    street: 'Akerstraat',
    city: 'Heerlen',
  })
})

test('returns null for an address without a postal code', () => {
  expect(parse({ postcode: '' }).postal_code).toBeNull()
})

test('rejects a BAG id that is not 16 digits', () => {
  expect(parse({ nevenadres: 'j', in_aanbouw: 'N' })).toMatchObject({
    is_additional: true,
    is_under_construction: false,
  })
  expect(() => parse({ nevenadres: 'ja' })).toThrow('nevenadres is J of N, en niet ‘ja’')
  expect(() => parse({ verblijfsobject: '61' })).toThrow('het verblijfsobject ‘61’ is geen 16 cijfers')
  expect(() => parse({ nummeraanduiding: '0917A' })).toThrow('de nummeraanduiding ‘0917A’ is geen 16 cijfers')
})

test('returns null for an optional column without a value', () => {
  const nulls = { house_number_extension: null, object_code: null, lon: null, lat: null }
  expect(parse()).toMatchObject(nulls)
  expect(parse({ huisletter: '-' })).toMatchObject(nulls)
})

test('ignores leading zeros of a house number, as the search does', () => {
  expect(parse({ huisnummer: '012' })).toMatchObject({ house_number: 12 })
})

test.each<[Record<string, string>, string]>([
  [{ straat: '' }, 'de straat ontbreekt'],
  [{ straat: '---' }, 'de straat ‘---’ heeft geen letters of cijfers'],
  [{ straat: 'x'.repeat(101) }, 'de straat is langer dan 100 tekens'],
  [{ straat: 'A\x9bB' }, 'er staat een onleesbaar teken in ‘A\ufffdB’'],
  [{ straat: 'A\0B' }, 'er staat een onleesbaar teken in ‘A\ufffdB’'],
  [{ straat: 'Wie\ufffdnweg' }, 'bewaar het bestand als UTF-8'],
  [{ gemeente: 'Nuth' }, 'de gemeente Nuth hoort sinds 1 januari 2019 bij Beekdaelen'],
  [{ gemeente: 'Nuth', gemeentecode: '951' }, 'de gemeente Nuth hoort sinds 1 januari 2019 bij Beekdaelen'],
  [{ huisnummer: '' }, 'het huisnummer ontbreekt'],
  [{ huisnummer: '0' }, 'het huisnummer ‘0’ is geen getal van 1 tot en met 99999'],
  [{ huisnummer: '100000' }, 'het huisnummer ‘100000’'],
  [{ huisnummer: '12A' }, 'het huisnummer ‘12A’'],
  [{ huisnummertoevoeging: 'x'.repeat(21) }, 'de toevoeging is langer dan 20 tekens'],
  [{ postcode: '0411CD' }, 'de postcode ‘0411CD’ is geen vier cijfers en twee letters'],
  [{ woonplaats: '' }, 'de woonplaats ontbreekt'],
  [{ gemeente: '' }, 'de gemeente ontbreekt'],
  [{ gemeente: 'Atlantis' }, 'de gemeente ‘Atlantis’ is onbekend'],
  [{ gemeente: 'Bergen' }, 'de gemeente ‘Bergen’ is onbekend'],
  [{ gemeentecode: '928' }, 'de gemeentecode ‘928’ is niet die van Heerlen'],
  [{ gemeente: '', gemeentecode: '9998' }, 'de gemeentecode ‘9998’ is onbekend'],
  [{ gemeentecode: '0' }, 'de gemeentecode ‘0’ is geen getal'],
  [{ lat: '50.9' }, 'van de coördinaten (lat en lon) ontbreekt er één'],
  [{ lat: '5.9', lon: '50.9' }, 'liggen niet in Nederland'],
  [{ lat: 'x', lon: 'y' }, 'liggen niet in Nederland'],
  [{ objectcode: 'x'.repeat(33) }, 'de objectcode is langer dan 32 tekens'],
])('rejects a row with %j: %s', (changes, reason) => {
  expect(() => parse(changes)).toThrow(RowError)
  expect(() => parse(changes)).toThrow(reason)
})

test.each<[Record<string, string>, { id: number; name: string }]>([
  [{ gemeente: 'heerlen' }, { id: 917, name: 'Heerlen' }],
  [
    { gemeente: '', gemeentecode: 'GM0917' },
    { id: 917, name: 'Heerlen' },
  ],
  [
    { gemeente: '', gemeentecode: '917' },
    { id: 917, name: 'Heerlen' },
  ],
  [{ gemeente: 'Bergen (L.)' }, { id: 893, name: 'Bergen (L.)' }],
  [{ gemeente: 'Middelburg' }, { id: 687, name: 'Middelburg (Z.)' }],
  [{ gemeente: 'Den Haag' }, { id: 518, name: "'s-Gravenhage" }],
  [{ gemeente: 'Súdwest-Fryslân' }, { id: 1900, name: 'Súdwest-Fryslân' }],
  [
    { gemeente: 'Nieuwland', gemeentecode: '9998' },
    { id: 9998, name: 'Nieuwland' },
  ],
])('reads %j as municipality %j', (changes, municipality) => {
  expect(parse(changes)).toMatchObject({ municipality })
})

test('accepts column names in any order and letter case, and ignores other columns', () => {
  const parseRow = addressParser([
    ...['Categorie', 'GEMEENTE', 'straat', 'Huisnummer'],
    ...['toevoeging', 'postcode', 'woonplaats '],
  ])
  expect(parseRow(['x', 'Heerlen', 'Akerstraat', '118', 'b-2', '6417AT', 'Heerlen'], 2)).toMatchObject({
    street: 'Akerstraat',
    house_number_extension: 'b-2',
  })
})

test.each([
  [
    'straat;huisnummer;woonplaats',
    'In de kop van het bestand ontbreken de kolommen postcode, gemeente (of gemeentecode).',
  ],
  ['straat;huisnummer;postcode;gemeente', 'In de kop van het bestand ontbreekt de kolom woonplaats.'],
  [`${columns};postcode`, 'In de kop van het bestand staat de kolom postcode twee keer.'],
])('rejects the header %s: %s', (header, sentence) => {
  expect(() => addressParser(header.split(';'))).toThrow(new CommandError(sentence))
})
