import { expect, test } from 'vitest'
import { alternativesOf, type MissingPart, matchText, missingText } from './search.ts'

test.each<[MissingPart, string]>([
  [
    { part: 'house_number', within: { postal_code: '6417AT' }, house_number: 132, nearest: [130, 134] },
    '6417 AT bestaat, nummer 132 niet; wel 130 en 134.',
  ],
  [
    { part: 'house_number', within: { street: 'Akerstraat', city: 'Heerlen' }, house_number: 999, nearest: [130] },
    'Akerstraat in Heerlen bestaat, nummer 999 niet; wel 130.',
  ],
  [
    { part: 'house_number', within: { postal_code: '6417AT' }, house_number: 1, nearest: [] },
    '6417 AT bestaat, nummer 1 niet.',
  ],
  [
    {
      part: 'house_number_extension',
      within: { street: 'Akerstraat', city: 'Heerlen' },
      house_number: 118,
      house_number_extension: 'z',
      others: [null, 'A', 'b', 'b-2'],
    },
    'Akerstraat 118 in Heerlen bestaat, toevoeging z niet; wel zonder toevoeging, A, b en b-2.',
  ],
  [{ part: 'postal_code', postal_code: '6417ZZ' }, 'De postcode 6417 ZZ kennen we niet.'],
  [
    { part: 'street', street: 'Domstraat', place: 'Heerlen', elsewhere: ['Kerkrade'] },
    'De straat Domstraat kennen we niet in Heerlen; wel in Kerkrade.',
  ],
  [{ part: 'street', street: 'Nergens', place: null, elsewhere: [] }, 'De straat Nergens kennen we niet.'],
  [
    { part: 'place', place: 'Herlen', street: 'Akerstraat', elsewhere: ['Heerlen', 'Kerkrade'] },
    'De plaats Herlen kennen we niet; Akerstraat is er wel in Heerlen en Kerkrade.',
  ],
  [{ part: 'place', place: 'Herlen', street: 'Nergens', elsewhere: [] }, 'De plaats Herlen kennen we niet.'],
  [{ part: 'assessment' }, 'Dit aanslagnummer kennen we niet.'],
  [{ part: 'code', code: '0917V9' }, 'Er is geen objectcode, chipnummer, containernummer of aanslagnummer 0917V9.'],
  [
    {
      part: 'former_number',
      within: { postal_code: '6121ZZ' },
      number: '20',
      change: 'renumbered',
      now: ['nummer 22'],
    },
    '6121 ZZ nummer 20 is nu nummer 22.',
  ],
  [
    {
      part: 'former_number',
      within: { street: 'Wisselweg', city: 'Born' },
      number: '12',
      change: 'split',
      now: ['12 A', '12 B'],
    },
    'Wisselweg 12 in Born is gesplitst in 12 A en 12 B.',
  ],
  [{ part: 'house_number_alone', house_number: 12 }, 'Vul bij een huisnummer ook een straat of een postcode in.'],
  [{ part: 'place_alone', place: 'Heerlen' }, 'Heerlen is een plaats. Vul ook een straat of een postcode in.'],
  [{ part: 'everything' }, 'Hiermee vinden we niets. Vul een adres, postcode, objectcode of chipnummer in.'],
])('explains in Dutch which part of a search line failed: %j', (missing, text) => {
  expect(missingText(missing)).toBe(text)
})

test.each<[MissingPart, string[]]>([
  [
    { part: 'house_number', within: { postal_code: '6417AT' }, house_number: 132, nearest: [130, 134] },
    ['6417 AT 130', '6417 AT 134'],
  ],
  [
    {
      part: 'house_number_extension',
      within: { street: 'Akerstraat', city: 'Heerlen' },
      house_number: 118,
      house_number_extension: 'z',
      others: [null, 'b-2'],
    },
    ['Akerstraat 118, Heerlen', 'Akerstraat 118 b-2, Heerlen'],
  ],
  [
    { part: 'street', street: 'Glück Auf', place: 'Kerkrade', elsewhere: ['Heerlen'], number: '7 a' },
    ['Glück Auf 7 a, Heerlen'],
  ],
  [{ part: 'place', place: 'Herlen', street: 'Akerstraat', elsewhere: ['Heerlen'] }, ['Akerstraat, Heerlen']],
  [{ part: 'postal_code', postal_code: '6417ZZ' }, []],
])('returns the search lines of the alternatives that the message names: %j', (missing, lines) => {
  expect(alternativesOf(missing).map(({ line }) => line)).toEqual(lines)
})

test.each([
  [{ match: 'exact', missing: null, unused: [] }, undefined],
  [{ match: 'close', missing: null, unused: [] }, 'Zo heet geen straat. Dit lijkt erop.'],
  [{ match: 'partial', missing: null, unused: ['Jansen', 'LB'] }, 'Niet gebruikt: Jansen, LB.'],
  [
    { match: 'partial', missing: null, unused: [] },
    'Dit is niet gevonden met alles wat u typte, maar met een deel ervan.',
  ],
  [
    { match: 'partial', missing: { part: 'postal_code', postal_code: '6411ZZ' }, unused: ['6411 ZZ'] },
    'De postcode 6411 ZZ kennen we niet. Niet gebruikt: 6411 ZZ.',
  ],
] as const)('the text for %j is %j', ({ match, missing, unused }, text) => {
  expect(matchText({ match, missing, unused: [...unused] })).toBe(text)
})
