import { describe, expect, test } from 'vitest'
import { type Interpretation, interpretLine } from './interpretations.ts'
import { normalizeLine } from './line-parts.ts'
import { interpretLoosely } from './loose-interpretations.ts'
import { otherTownKeys, townKeysWithArticle, townNames } from './town-names.ts'

const interpretationsOf = (typed: string) => [...interpretLine(normalizeLine(typed))]

const akerstraat = { street: 'Akerstraat', house_number: 118 }
const ext = (house_number_extension: string) => ({ house_number_extension })

describe('the first interpretation of a search line', () => {
  test.each<[line: string, first: Interpretation]>([
    // A postal code, alone or with a number before or after it.
    ['6417AT', { postal_code: '6417AT' }],
    ['6417 at', { postal_code: '6417AT' }],
    ['6417-AT', { postal_code: '6417AT' }],
    ['6417AT 32', { postal_code: '6417AT', house_number: 32 }],
    ['6417AT 32a', { postal_code: '6417AT', house_number: 32, ...ext('a') }],
    ['6417 at 32-a', { postal_code: '6417AT', house_number: 32, ...ext('a') }],
    ['6417AT32a', { postal_code: '6417AT', house_number: 32, ...ext('a') }],
    ['6417 AT 32 A 2', { postal_code: '6417AT', house_number: 32, ...ext('A 2') }],
    ['32a 6417AT', { postal_code: '6417AT', house_number: 32, ...ext('a') }],
    ['32 6417 AT', { postal_code: '6417AT', house_number: 32 }],
    ['6417AT, 32', { postal_code: '6417AT', house_number: 32 }],
    ['6417AT 1200 ab', { postal_code: '6417AT', house_number: 1200, ...ext('ab') }],
    ['6417AT Heerlen', { postal_code: '6417AT', street: 'Heerlen' }],
    ['6417AT 32 Heerlen', { postal_code: '6417AT', house_number: 32, town: 'Heerlen' }],
    // A whole address, as in a letter or in a supplier's file.
    ['Akerstraat 118 b-2, 6411 CD Heerlen', { ...akerstraat, ...ext('b-2'), postal_code: '6411CD', town: 'Heerlen' }],
    ['Akerstraat 118 6411CD', { ...akerstraat, postal_code: '6411CD' }],
    ['6411CD Akerstraat 118', { ...akerstraat, postal_code: '6411CD' }],
    ['Akerstraat 118\n6411 CD  HEERLEN', { ...akerstraat, postal_code: '6411CD', town: 'HEERLEN' }],
    ['Akerstraat 118 [6411CD HEERLEN]', { ...akerstraat, postal_code: '6411CD', town: 'HEERLEN' }],
    ['Akerstraat 118 (Heerlen)', { ...akerstraat, town: 'Heerlen' }],
    // A street with a number.
    ['akerstraat 118', { street: 'akerstraat', house_number: 118 }],
    ['akerstraat118', { street: 'akerstraat', house_number: 118 }],
    ['akerstraat 118b', { street: 'akerstraat', house_number: 118, ...ext('b') }],
    ['Akerstraat 118 b', { ...akerstraat, ...ext('b') }],
    ['Akerstraat 118 b-2', { ...akerstraat, ...ext('b-2') }],
    ['Akerstraat 118-b2', { ...akerstraat, ...ext('b2') }],
    ['Akerstraat 118/2', { ...akerstraat, ...ext('2') }],
    ['Akerstraat 118–2', { ...akerstraat, ...ext('2') }],
    ['Akerstraat 118 bis', { ...akerstraat, ...ext('bis') }],
    ['Akerstraat 118 III', { ...akerstraat, ...ext('III') }],
    ['Akerstraat 118 1 2', { ...akerstraat, ...ext('1 2') }],
    ['glück auf 7', { street: 'glück auf', house_number: 7 }],
    ['glu\u0308ck auf 7', { street: 'glück auf', house_number: 7 }],
    ["'s-Gravenweg 1", { street: "'s-Gravenweg", house_number: 1 }],
    ['prof. v. karman 31 E3', { street: 'prof. v. karman', house_number: 31, ...ext('E3') }],
    ['2e stationsstraat 5', { street: '2e stationsstraat', house_number: 5 }],
    ['1ste dwarsstraat 5a', { street: '1ste dwarsstraat', house_number: 5, ...ext('a') }],
    ['3 Oktoberstraat 12', { street: '3 Oktoberstraat', house_number: 12 }],
    ['Laan 1940-1945', { street: 'Laan 1940-1945' }],
    ['Plein 1944 5', { street: 'Plein 1944', house_number: 5 }],
    ['Plein 1944', { street: 'Plein 1944' }],
    // With a town.
    ['akerstr 12-2 heerlen', { street: 'akerstr', house_number: 12, ...ext('2'), town: 'heerlen' }],
    ['Akerstraat 118 b Heerlen', { ...akerstraat, ...ext('b'), town: 'Heerlen' }],
    ['Akerstraat 118, Heerlen', { ...akerstraat, town: 'Heerlen' }],
    ['Heerlen, Akerstraat 118', { ...akerstraat, town: 'Heerlen' }],
    ['Akerstraat, Heerlen', { street: 'Akerstraat', town: 'Heerlen' }],
    ['akerstraat, 118, heerlen', { street: 'akerstraat', house_number: 118, town: 'heerlen' }],
    ["Hoofdstraat 3, 's-Gravenhage", { street: 'Hoofdstraat', house_number: 3, town: "'s-Gravenhage" }],
    ['laan van meerdervoort 5 den haag', { street: 'laan van meerdervoort', house_number: 5, town: 'den haag' }],
    ['noorderdiep 48 2e exloërmond', { street: 'noorderdiep', house_number: 48, town: '2e exloërmond' }],
    ['noorderdiep 48 2de exloërmond', { street: 'noorderdiep', house_number: 48, town: '2de exloërmond' }],
    ['Akerstraat 118 2e', { ...akerstraat, ...ext('2e') }],
    // Only one part.
    ['akerstraat', { street: 'akerstraat' }],
    ['Op de Berg', { street: 'Op de Berg' }],
    ['118b', { house_number: 118, ...ext('b') }],
    ['118 b-2', { house_number: 118, ...ext('b-2') }],
    ['12', { house_number: 12 }],
    ['6417', { house_number: 6417 }],
    // An object code, a chip number, and a pass number. The search box never finds a pass.
    ['0917010000000120', { code: '0917010000000120' }],
    ['0917 0100 0000 0120', { code: '0917010000000120' }],
    ['0917v000096', { code: '0917V000096' }],
    ['C571 8D9B 06A0 E300', { code: 'C5718D9B06A0E300' }],
    ['30000269', { code: '30000269' }],
    ['0101010101', { code: '0101010101' }],
    ['0101-0101-01', { code: '0101010101' }],
  ])('of the line %j is %j', (line, first) => {
    expect(interpretationsOf(line)[0]).toEqual(first)
  })
})

describe('the other interpretations of a search line', () => {
  test.each<[line: string, other: Interpretation]>([
    ['Akerstraat 6411CD 118', { postal_code: '6411CD', ...akerstraat }],
    ['Akerstraat 1180 bs', { street: 'Akerstraat', house_number: 1180, ...ext('bs') }],
    ['Langeloërduinen 3 42', { street: 'Langeloërduinen 3', house_number: 42 }],
    ['Langeloërduinen 3', { street: 'Langeloërduinen 3' }],
    ['Laan 1940-1945 12', { street: 'Laan 1940-1945', house_number: 12 }],
    ['Plein 1944', { street: 'Plein', house_number: 1944 }],
    ['akerstraat heerlen', { street: 'akerstraat', town: 'heerlen' }],
    ['laan van meerdervoort den haag', { street: 'laan van meerdervoort', town: 'den haag' }],
    ['heerlen akerstraat 118 b', { street: 'akerstraat', house_number: 118, ...ext('b'), town: 'heerlen' }],
    ['Akerstraat, Heerlen 118 b', { ...akerstraat, ...ext('b'), town: 'Heerlen' }],
    ["Lange Poten, 's-Gravenhage 1", { street: 'Lange Poten', house_number: 1, town: "'s-Gravenhage" }],
    ['akerstraat heerlen 118 b', { street: 'akerstraat', house_number: 118, ...ext('b'), town: 'heerlen' }],
    ['118 b heerlen akerstraat', { street: 'akerstraat', house_number: 118, ...ext('b'), town: 'heerlen' }],
    ['heerlen 118 b akerstraat', { street: 'akerstraat', house_number: 118, ...ext('b'), town: 'heerlen' }],
    ['118 b-2 akerstraat', { street: 'akerstraat', house_number: 118, ...ext('b-2') }],
    [
      'laan van meerdervoort den haag 5 a',
      { street: 'laan van meerdervoort', town: 'den haag', house_number: 5, ...ext('a') },
    ],
    ['32 akerstraat', { street: 'akerstraat', house_number: 32 }],
    ['32 b akerstraat heerlen', { street: 'akerstraat', house_number: 32, ...ext('b'), town: 'heerlen' }],
    ['akerstraat 12 born', { street: 'akerstraat', house_number: 12, ...ext('born') }],
    ['akerstraat 12 bis', { street: 'akerstraat', house_number: 12, town: 'bis' }],
    ['6417AT Heerlen', { postal_code: '6417AT', town: 'Heerlen' }],
    ['Heerlen', { town: 'Heerlen' }],
    ['1234AB', { code: '1234AB' }],
    // Interpretations that leave out a part of the line.
    ['Domstraat 118 6411CD', { postal_code: '6411CD', house_number: 118, unused: ['Domstraat'] }],
    ['Akerstraat 118 6411XX', { ...akerstraat, unused: ['6411XX'] }],
  ])('of the line %j include %j', (line, other) => {
    expect(interpretationsOf(line)).toContainEqual(other)
  })
})

test.each(['', '   ', '!!!', '%', '_', ',', '-', '🗑️', '\0', '\ud800', '   '])(
  'returns no interpretation for the line %j',
  (line) => {
    expect(interpretationsOf(line)).toEqual([])
  },
)

test.each([
  ['Akerstraat\u0000 118', { street: 'Akerstraat', house_number: 118 }],
  ['Aker\u00adstraat\u200b 118', { street: 'Akerstraat', house_number: 118 }],
  ['Akerstraat\ud800 118', { street: 'Akerstraat', house_number: 118 }],
])('ignores invisible characters: %j', (line, first) => {
  expect(interpretationsOf(line)[0]).toEqual(first)
})

test.each(['a'.repeat(10_000), '1 '.repeat(5000), 'straat 1 '.repeat(1200), '1234ab '.repeat(1500), ', '.repeat(5000)])(
  'returns at most 12 interpretations for ten thousand characters',
  (line) => {
    expect(interpretationsOf(line).length).toBeLessThanOrEqual(12)
    expect(interpretLoosely(line).length).toBeLessThanOrEqual(12)
  },
)

test('every interpretation of a postal code and a number has the number as its house number', () => {
  expect(
    interpretationsOf('6417AT 132').filter(
      (interpretation) => interpretation.postal_code && !interpretation.house_number,
    ),
  ).toEqual([])
})

describe('the names of a typed town', () => {
  test.each([
    ['St. Geertruid', 'Sint Geertruid'],
    ['Cadier & Keer', 'Cadier en Keer'],
    ['Tweede Exloërmond', '2e Exloërmond'],
    ['1e Exloërmond', 'Eerste Exloërmond'],
    ['Heerlen', 'Heerlen'],
  ])('for %s include %s', (typed, name) => {
    expect(townNames(typed)).toContain(name)
  })

  test.each([
    ['Nwe Pekela', 'nieuwepekela'],
    ['Nw. Buinen', 'nieuwbuinen'],
    ['N. Amsterdam', 'nieuwamsterdam'],
    ['O. Pekela', 'oudepekela'],
    ['St. Annen', 'sintannen'],
    ['Ysselstein', 'ijsselstein'],
    ['Wijlre', 'wylre'],
    ['Wijk', 'dewijk'],
    ['Apel', 'terapel'],
    ["'t Zandt", 'zandt'],
    ['De Haantje', 'thaantje'],
    ['2de Exloërmond', '2eexloermond'],
  ])('in another spelling: the keys for %s include %s', (typed, key) => {
    expect([...otherTownKeys(typed), ...townKeysWithArticle(typed)]).toContain(key)
  })
})

describe('the interpretations that are tried last', () => {
  const noord = { street: 'Akerstraat Noord', house_number: 220 }
  test.each<[line: string, ...some: Interpretation[]]>([
    ['6431 Akerstraat Noord 220', { ...noord, postal_digits: '6431' }, { ...noord, unused: ['6431'] }],
    ['Akerstraat Noord 220 6431', { ...noord, postal_digits: '6431' }],
    ['Akerstraat Noord 220, 6431 Hoensbroek', { ...noord, postal_digits: '6431', town: 'Hoensbroek' }],
    ['6431 Hoensbroek, Akerstraat Noord 220', { ...noord, postal_digits: '6431', town: 'Hoensbroek' }],
    ['Akerstraat Noord 220 6431 Hoensbroek', { ...noord, postal_digits: '6431', town: 'Hoensbroek' }],
    ['Akerstraat Noord nr. 220', noord],
    ['Akerstraat Noord nr 220 b', { ...noord, ...ext('b') }],
    ['Akerstraat Noord nummer 220, Hoensbroek', { ...noord, town: 'Hoensbroek' }],
    ['Akerstraat Noord 220 in Hoensbroek', { ...noord, town: 'Hoensbroek' }],
    ['Akerstraat Noord 220 b te Hoensbroek', { ...noord, ...ext('b'), town: 'Hoensbroek' }],
    ['Akerstraat Noord 220 in 2e Exloërmond', { ...noord, town: '2e Exloërmond' }],
    ['Akerstraat Noord nr. 220, 6431 HV', { ...noord, postal_code: '6431HV' }],
    ['6431 Akerstraat Noord nr. 220', { ...noord, postal_digits: '6431' }],
    ['Omloop, De 3', { street: 'De Omloop', house_number: 3 }],
    ['Akerstraat Noord 220 Hoensbroek (Heerlen)', { ...noord, town: 'Hoensbroek', unused: ['Heerlen'] }],
    ['Akerstraat Noord 220, Hoensbroek, Limburg', { ...noord, town: 'Hoensbroek', unused: ['Limburg'] }],
    ['Akerstraat Noord 220 Hoensbroek gem. Heerlen', { ...noord, town: 'Hoensbroek', unused: ['gem', 'Heerlen'] }],
    ['Akerstraat Noord 220 Hoensbroek L', { ...noord, town: 'Hoensbroek', unused: ['L'] }],
    ['Veste 16, De 91, Lelystad', { street: 'De Veste 16', house_number: 91, town: 'Lelystad' }],
    ['Omloop De 3', { street: 'De Omloop', house_number: 3 }],
    ['Omloop (De) 3 Nuth', { street: 'De Omloop', house_number: 3, town: 'Nuth' }],
    ['Veldje, ’t 3 b, Nuth', { street: '’t Veldje', house_number: 3, ...ext('b'), town: 'Nuth' }],
    ['Hendriklaan, Prins 5, Nuth', { street: 'Prins Hendriklaan', house_number: 5, town: 'Nuth' }],
    ['Omloop, De', { street: 'De Omloop' }],
    ['Omloop, De, Nuth', { street: 'De Omloop', town: 'Nuth' }],
  ])('of the line %j include %j', (line, ...some) => {
    for (const interpretation of some) expect(interpretLoosely(line)).toContainEqual(interpretation)
  })

  test.each(['Akerstraat 118', 'akerstraat heerlen 118 b', '6411CD 118', 'Plein 1944-1945', '', '%', ', ', '6431'])(
    'are absent for the line %j',
    (line) => {
      expect(interpretLoosely(line)).toEqual([])
    },
  )
})
