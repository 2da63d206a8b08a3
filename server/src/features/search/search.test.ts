import { missingText, type SearchHit, search, searchAddresses, suggestStreets } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertAddress, insertCollectionSystem, insertContainer, insertPass, insertRow } from '../../test/make.ts'
import { recordStatements } from '../../test/recorded-statements.ts'
import { testServer } from '../../test/server.ts'
import { searchLine } from './search.ts'

const { call, send, db } = await testServer()
const everywhere = { sees: null, municipality: null }
const kerkrade = { id: 928, name: 'Kerkrade' }

const find = (text: string, limit?: number) => call('bsgw', search, { body: limit ? { text, limit } : { text } })

/** A short text for each result. */
const named = (hit: SearchHit) => {
  if (hit.kind === 'address') return hit.alias
  if (hit.kind === 'street') return `${hit.street}, ${hit.city}`
  return hit.kind === 'container' ? `container ${hit.number} → ${hit.page} ${hit.alias}` : `site ${hit.alias}`
}
const found = async (text: string) => (await find(text)).data.map(named)

beforeAll(async () => {
  for (const [alias, house_number, house_number_extension] of [
    ['aker-116', 116, null],
    ['aker-118', 118, null],
    ['aker-118a', 118, 'A'],
    ['aker-118b', 118, 'b'],
    ['aker-118b2', 118, 'b-2'],
    ['aker-130', 130, null],
    ['aker-134', 134, null],
  ] as const)
    await insertAddress(db, {
      alias,
      house_number,
      house_number_extension,
      object_code: `09170100${house_number}${house_number_extension ?? ''}`.toUpperCase(),
    })
  const { id } = await insertAddress(db, {
    alias: 'gluck-7',
    street: 'Glück Auf',
    house_number: 7,
    postal_code: '6414GA',
  })
  await insertAddress(db, { alias: 'plein-5', street: 'Plein 1944', house_number: 5, postal_code: '6414PL' })
  await insertAddress(db, { alias: '2e-5', street: 'Tweede Stationsstraat', house_number: 5, postal_code: '6414ST' })
  await insertAddress(db, {
    alias: 'kerk-1',
    street: 'Kerkstraat',
    city: 'Eygelshoven',
    municipality: kerkrade,
    house_number: 1,
    postal_code: '6471AA',
  })
  await insertAddress(db, {
    alias: 'haag-1',
    street: 'Lange Poten',
    city: "'s-Gravenhage",
    municipality: { id: 518, name: "'s-Gravenhage" },
    house_number: 1,
    postal_code: '2511CL',
  })
  await insertAddress(db, {
    alias: 'diep-1',
    street: 'Zuiderdiep',
    city: '2e Exloërmond',
    municipality: { id: 1681, name: 'Borger-Odoorn' },
    house_number: 1,
    postal_code: '9571BB',
  })
  await insertAddress(db, {
    alias: 'noord-220',
    street: 'Hoofdstraat-Noord',
    city: 'Hoensbroek',
    house_number: 220,
    postal_code: '6431HV',
  })
  await insertAddress(db, {
    alias: 'elsewhere-220',
    street: 'Hoofdstraat-Noord',
    house_number: 220,
    postal_code: '6415AA',
  })
  await insertAddress(db, { alias: 'omloop-3', street: 'De Omloop', house_number: 3, postal_code: '6414OM' })
  await insertAddress(db, { alias: 'dam-8', street: 'Lange Dam', house_number: 8, postal_code: '6414LD' })
  await insertAddress(db, { alias: 'damlaan-8', street: 'Damlaan', house_number: 8, postal_code: '6414DA' })
  await insertAddress(db, { alias: 'bellini-16', street: 'Bellinistraat', house_number: 16, postal_code: '6414BE' })
  await insertAddress(db, { alias: 'linie-16', street: 'Liniestraat', house_number: 16, postal_code: '6414LI' })
  await insertAddress(db, { alias: 'linie-17', street: 'Liniestraat', house_number: 17, postal_code: '6414LI' })
  await insertRow(db, 'other_town_name', { municipality_id: 917, city: 'Heerlen', name: 'Heële' })
  const site = await insertCollectionSystem(db, {
    alias: 'site-7',
    name: 'Glück Auf bij 7',
    address_id: id,
    object_code: '0917V000096',
  })
  await insertContainer(db, { address_id: id, number: '30000269', chip_number: 'C5718D9B06A0E300' })
  await insertContainer(db, {
    address_id: id,
    number: '30000001',
    chip_number: 'C5718D9B06A0E300',
    removed_on: '2025-01-01',
  })
  await insertContainer(db, {
    collection_system_id: site.id,
    number: '30000270',
    chip_number: 'AAAA1111BBBB2222',
    kind: 'ondergronds',
  })
  await insertPass(db, { address_id: id, number: '0101010101' })
})

describe('a search line', () => {
  test.each([
    ['6411CD 118b', ['aker-118b']],
    ['6411 cd 118-B', ['aker-118b']],
    ['118b 6411CD', ['aker-118b']],
    ['6411CD 118', ['aker-118', 'aker-118a', 'aker-118b', 'aker-118b2']],
    ['akerstr 118 b-2 heerlen', ['aker-118b2']],
    ['Akerstraat 118 b-2, 6411 CD Heerlen', ['aker-118b2']],
    ['Heerlen, Akerstraat 130', ['aker-130']],
    ['130 akerstraat', ['aker-130']],
    ['akerstraat heerlen 118 b', ['aker-118b']],
    ['heerlen akerstraat 118 b', ['aker-118b']],
    ['118b akerstraat', ['aker-118b']],
    ['118 b-2 akerstraat heerlen', ['aker-118b2']],
    ['118b heerlen akerstraat', ['aker-118b']],
    ['heerlen 118b akerstraat', ['aker-118b']],
    ['lange poten den haag 1', ['haag-1']],
    ["Lange Poten, 's-Gravenhage 1", ['haag-1']],
    ['Akerstraat, Heerlen 118 b', ['aker-118b']],
    ['zuiderdiep 2e exloërmond 1', ['diep-1']],
    ['2e exloërmond zuiderdiep 1', ['diep-1']],
    ['glueck auf 7', ['gluck-7']],
    ['glu\u0308ck auf 7', ['gluck-7']],
    ['Plein 1944 5', ['plein-5']],
    ['2e stationsstraat 5', ['2e-5']],
    ['kerkstraat 1 kerkrade', ['kerk-1']],
    ['kerkstraat 1 eygels', ['kerk-1']],
    ['lange poten 1 den haag', ['haag-1']],
    // Four digits of the postal code.
    ['6431 Hoofdstraat Noord 220', ['noord-220']],
    ['6415 Hoofdstraat Noord 220', ['elsewhere-220']],
    ['hoofdstr. noord 220 6431', ['noord-220']],
    ['Hoofdstraat-Noord 220, 6431 Hoensbroek', ['noord-220']],
    // Words that are no part of an address.
    ['hoofdstraat noord nr. 220 in hoensbroek', ['noord-220']],
    ['akerstraat nummer 118 b te heerlen', ['aker-118b']],
    // The first words behind the street.
    ['Omloop, De 3', ['omloop-3']],
    ['omloop (de) 3 heerlen', ['omloop-3']],
    ['Dam, lange 8', ['dam-8']],
    ['Omloop, De, Heerlen', ['De Omloop, Heerlen']],
    // Short words, and other names of a place.
    ['hoofdstr. noord 220 hoensbroek', ['noord-220']],
    ['hoofdstr. noord hoensbroek', ['Hoofdstraat-Noord, Hoensbroek']],
    ['lange poten 1 den haag', ['haag-1']],
    ['akerstraat 130 heële', ['aker-130']],
    ['Heele, akerstraat 130', ['aker-130']],
    // A typing error in the place, and both in one line.
    ['akerstraat 130 herlen', ['aker-130']],
    ['akerstraat 130 heerlem', ['aker-130']],
    ['akerstraat 130 jeerlen', ['aker-130']],
    ['hoofdstr. noord 220 hoensbrok', ['noord-220']],
    ['akerstrat 130 herlen', ['aker-130']],
    ['akerstraat', ['Akerstraat, Heerlen']],
    ['stationsstr heerlen', ['Tweede Stationsstraat, Heerlen']],
    ['plein 1944', ['Plein 1944, Heerlen']],
    ['glück auf', ['Glück Auf, Heerlen', 'site site-7']],
    ['0917 0100 118b', ['aker-118b']],
    ['0917v000096', ['site site-7']],
    ['C571 8D9B 06A0 E300', ['container 30000269 → address gluck-7']],
    ['aaaa1111bbbb2222', ['container 30000270 → collection_system site-7']],
    ['30000001', ['container 30000001 → address gluck-7']],
  ])('%j finds %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  test('returns at most the requested number of results, and criteria with which an address search finds all results', async () => {
    const { data, meta } = await find('akerstraat 118 heerlen', 2)
    expect(data.map(named)).toEqual(['aker-118', 'aker-118a'])
    expect(meta).toEqual({
      criteria: { municipality_id: 917, street: 'akerstraat', house_number: '118' },
      more: true,
      match: 'exact',
      first_only: false,
      missing: null,
      unused: [],
    })
  })

  test('finds collection systems by the beginning of their name, sorted by name, and states whether there are more', async () => {
    const { id: address_id } = await insertAddress(db, { street: 'Torenhof', postal_code: '6414TO' })
    for (const [alias, name] of [
      ['z3', 'Zuil c'],
      ['z2', 'ZUIL B'],
      ['z1', 'Zuil b'],
      ['z4', 'Zuil A'],
      ['z5', 'Zui'],
    ])
      await insertCollectionSystem(db, { alias, name, address_id })
    const sites = ['site z4', 'site z2', 'site z1', 'site z3']
    for (const [limit, more] of [
      [4, false],
      [3, true],
    ] as const) {
      const { data, meta } = await find('Zuil ', limit)
      expect([data.map(named), meta.more]).toEqual([sites.slice(0, limit), more])
    }
  })

  test('names with the typed text at the beginning of a word stand before those with it inside a word', async () => {
    const names = ['Aan de Graaf', 'Bij de Graaf', 'Raafweg', 'Voorste Raafstraat']
    for (const street of names)
      await insertAddress(db, { alias: street, street, house_number: 1, postal_code: '6414RA', city: 'Raafdorp' })
    const data = async (text: string) => (await find(text, 2)).data.map((hit) => 'street' in hit && hit.street)
    expect(await data('raaf')).toEqual(['Raafweg', 'Voorste Raafstraat'])
    expect(await data('raaf 1')).toEqual(['Raafweg', 'Voorste Raafstraat'])
    expect((await find('raaf', 2)).meta.more).toBe(true)
  })

  test('states whether there are more results than the requested number', async () => {
    expect((await find('akerstraat', 1)).meta.more).toBe(false)
    expect((await find('akerstraat 118 heerlen', 4)).meta.more).toBe(false)
    expect((await find('glück auf', 1)).meta.more).toBe(true)
  })

  test('with a typing error returns a similar address with match: close', async () => {
    const { data, meta } = await find('akerstrat 118b')
    expect(data.map(named)).toEqual(['aker-118b'])
    expect(meta.match).toBe('close')
  })

  test.each([
    ['linistraat 16 heerlen', ['linie-16', 'bellini-16']],
    ['linistraat 17', ['linie-17']],
    ['linistraat', ['Liniestraat, Heerlen', 'Bellinistraat, Heerlen']],
  ])('%j finds a whole name with a typing error before a part of a name: %j', async (text, expected) => {
    const { data, meta } = await find(text)
    expect(data.map(named)).toEqual(expected)
    expect(meta.match).toBe('close')
  })

  test('a number in a street that has the typed text only inside a word is a close result', async () => {
    for (const [text, match] of [
      ['ellinistraat 16 heerlen', 'close'],
      ['bellini 16 heerlen', 'exact'],
    ] as const) {
      const { data, meta } = await find(text)
      expect([text, data.map(named), meta.match, meta.missing]).toEqual([text, ['bellini-16'], match, null])
    }
  })

  test('the list of a street with a typing error has the addresses that the search box shows', async () => {
    const { data, meta } = await find('linistraat 16 heerlen')
    const { data: list } = await call('bsgw', searchAddresses, { body: meta.criteria ?? {} })
    expect(list.map(({ alias }) => alias)).toEqual(data.map(named))
  })

  test('a word that stands for several words gives a close result, and so does a town with an added article', async () => {
    await insertAddress(db, { alias: 'noord-es', street: 'Noord-es', house_number: 2, postal_code: '6414NE' })
    const horn = { municipality: { id: 1, name: 'Groningen' }, city: 'Den Horn', postal_code: '9832AA' }
    await insertAddress(db, { alias: 'horn', street: 'Langeweersterweg', house_number: 2, ...horn })
    for (const [text, alias] of [
      ['nieuwe es 2', 'noord-es'],
      ['lange horn 2', 'horn'],
    ] as const) {
      const { data, meta } = await find(text)
      expect([text, data.map(named), meta.match]).toEqual([text, [alias], 'close'])
    }
  })

  test('four digits behind a street are a house number, not a wrong postal code', async () => {
    expect((await find('akerstraat 1180 130')).data).toEqual([])
  })

  test('a result with four digits of a postal code has no criteria for the search form, which has no such field', async () => {
    expect((await find('6431 hoofdstraat noord 220')).meta.criteria).toBeNull()
  })

  test.each([
    ['hoofdstr. noord 220 hoensbroek', 'exact'],
    ['6431 hoofdstraat noord 220', 'exact'],
    ['6432 hoofdstraat noord 220 hoensbroek', 'partial'],
    ['hoofdstraat noord 220 hoensbroek (limburg)', 'partial'],
    ['akerstraat 130 heële', 'exact'],
    ['aker 130 heële', 'close'],
    ['akerstraat 130 herlen', 'close'],
    ['j. akerstraat 130', 'close'],
  ] as const)('%j has a result with match: %s', async (text, match) => {
    const { data, meta } = await find(text)
    expect(data).not.toEqual([])
    expect(meta.match).toBe(match)
  })

  test.each(['6411CD 118b', 'akerstraat 118 heerlen', 'akerstraat', '118b heerlen akerstraat', 'glück auf heerlen'])(
    '%j is found without a search for other spellings',
    async (text) => {
      const { statements } = await recordStatements(db, (recorded) =>
        searchLine(recorded, everywhere, { text, limit: 8 }),
      )
      expect(statements.length).toBeGreaterThan(0)
      expect(statements.filter(({ text }) => /other_town_name|step/.test(text))).toEqual([])
    },
  )

  test('with another spelling is found by a search for other spellings', async () => {
    const typed = { text: 'hoofdstr. noord 220 hoensbroek', limit: 8 }
    const { statements } = await recordStatements(db, (recorded) => searchLine(recorded, everywhere, typed))
    expect(statements.filter(({ text }) => /step/.test(text))).not.toEqual([])
  })

  test.each([
    ['Domstraat 130 6411CD', 'aker-130'],
    ['Domstraat 118 b 6411CD', 'aker-118b'],
  ])('%j, whose street is outside its postal code, finds the number in the postal code', async (text, alias) => {
    const { data, meta } = await find(text)
    expect(data.map(named)).toEqual([alias])
    expect(meta.match).toBe('partial')
    expect(meta.missing && missingText(meta.missing)).toBe('De straat Domstraat kennen we niet in 6411 CD.')
  })

  test('with an unknown postal code finds the address without that postal code, with match: partial', async () => {
    const { data, meta } = await find('Akerstraat 118 b-2, 6411 ZZ Heerlen')
    expect(data.map(named)).toEqual(['aker-118b2'])
    expect(meta.match).toBe('partial')
    expect(meta.missing && missingText(meta.missing)).toBe('De postcode 6411 ZZ kennen we niet.')
  })

  test('whose place is another than that of its postal code finds the number in the postal code', async () => {
    const { data, meta } = await find('6411CD 118 kerkrade')
    expect(data.map(named)).toEqual(['aker-118', 'aker-118a', 'aker-118b', 'aker-118b2'])
    expect([meta.match, meta.missing]).toEqual(['partial', null])
  })

  test('in the other name of a town has match: exact only when it has the whole name of each street', async () => {
    for (const [street, postal_code] of [
      ['Molenpad', '6414MA'],
      ['Klein Molenpad', '6414MB'],
      ['Gedempte Gracht', '6414MC'],
    ] as const)
      await insertAddress(db, { street, house_number: 2, postal_code })
    for (const [text, match] of [
      ['molenpad heële', 'close'],
      ['molenpad 2 heële', 'close'],
      ['klein molenpad heële', 'exact'],
      ['klein molenpad 2 heële', 'exact'],
      ['ged gracht 2 heële', 'exact'],
    ] as const) {
      const { data, meta } = await find(text)
      expect([text, data.length > 0, meta.match]).toEqual([text, true, match])
    }
  })

  test('searches at most ten towns with another article, sorted by name and municipality', async () => {
    const towns = [...Array.from({ length: 10 }, (_, at) => [20 - at, 'Zand'] as const), [40, 'De Zand'] as const]
    for (const [id, city] of towns) {
      const municipality = { id, name: `Gemeente ${id}` }
      await insertAddress(db, { street: 'Kapelweg', house_number: 1, postal_code: '7000AA', city, municipality })
    }
    const { data } = await find("kapelweg 1 't zand", 25)
    const found = data.map((hit) => (hit.kind === 'address' ? hit.municipality.id : hit.kind))
    expect(found.toSorted()).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 40])
  })

  test('with a number in the street name does not find a similar street without that number', async () => {
    expect(await found('akerstraat 1 130')).toEqual([])
  })
})

describe('a search line without exact results returns the part that does not exist', () => {
  test.each([
    ['6411CD 132', '6411 CD bestaat, nummer 132 niet; wel 130 en 134.'],
    ['6411CD 1', '6411 CD bestaat, nummer 1 niet; wel 116.'],
    ['akerstraat 132', 'Akerstraat in Heerlen bestaat, nummer 132 niet; wel 130 en 134.'],
    ['6411CD 118z', '6411 CD nummer 118 bestaat, toevoeging z niet; wel zonder toevoeging, A, b en b-2.'],
    ['akerstraat 118 z', 'Akerstraat 118 in Heerlen bestaat, toevoeging z niet; wel zonder toevoeging, A, b en b-2.'],
    [
      'akerstraat heerlen 118 z',
      'Akerstraat 118 in Heerlen bestaat, toevoeging z niet; wel zonder toevoeging, A, b en b-2.',
    ],
    ['heerlen akerstraat 132', 'Akerstraat in Heerlen bestaat, nummer 132 niet; wel 130 en 134.'],
    ['nergenshuizen heerlen 118', 'De straat nergenshuizen kennen we niet in Heerlen.'],
    ['9999ZZ 4', 'De postcode 9999 ZZ kennen we niet.'],
    ['glück auf kerkrade', 'De straat glück auf kennen we niet in Kerkrade; wel in Heerlen.'],
    ['glück auf 7 kerkrade', 'De straat glück auf kennen we niet in Kerkrade; wel in Heerlen.'],
    ['akerstraat 118 hooiveld', 'De plaats hooiveld kennen we niet; Akerstraat is er wel in Heerlen.'],
    ['nergenshuizen', 'De straat nergenshuizen kennen we niet.'],
    ['0917V999999', 'Er is geen objectcode, chipnummer, containernummer of aanslagnummer 0917V999999.'],
    ['118', 'Vul bij een huisnummer ook een straat of een postcode in.'],
    ['118b', 'Vul bij een huisnummer ook een straat of een postcode in.'],
    ['eygelshoven', 'Eygelshoven is een plaats. Vul ook een straat of een postcode in.'],
    ['2e exloermond', '2e Exloërmond is een plaats. Vul ook een straat of een postcode in.'],
    ['%', 'Hiermee vinden we niets. Vul een adres, postcode, objectcode of chipnummer in.'],
  ])('for %j: %s', async (text, sentence) => {
    const { data, meta } = await find(text)
    expect(data).toEqual([])
    expect(meta.missing && missingText(meta.missing)).toBe(sentence)
  })

  test('together with close matches, when the street exists in another town', async () => {
    await insertAddress(db, {
      street: 'Akkerstraat',
      city: 'Kerkrade',
      municipality: kerkrade,
      house_number: 2,
      postal_code: '6461AA',
    })
    const { data, meta } = await find('akerstraat kerkrade')
    expect(data.map(named)).toEqual(['Akkerstraat, Kerkrade'])
    expect(meta.missing && missingText(meta.missing)).toBe(
      'De straat akerstraat kennen we niet in Kerkrade; wel in Heerlen.',
    )
  })
})

test('the message that names other towns of a street names the towns of at most three streets', async () => {
  for (const [at, city] of ['Delft', 'Adorp', 'Cadzand', 'Bedum'].entries())
    await insertAddress(db, { street: 'Beekstraat', house_number: 2, city, postal_code: `641${at}BS` })
  const theirs = { city: 'Kerkrade', municipality: kerkrade, postal_code: '6461BB' }
  await insertAddress(db, { ...theirs, street: 'Beekkstraat', house_number: 2 })
  const { meta } = await find('beekstraat kerkrade')
  expect(meta.missing).toMatchObject({ part: 'street', elsewhere: ['Adorp', 'Bedum', 'Cadzand'] })
})

test('a search line reads all notes of its addresses in one statement', async () => {
  const typed = { text: 'Akerstraat 118', limit: 8 }
  const { statements } = await recordStatements(db, (recorded) => searchLine(recorded, everywhere, typed))
  expect(statements.filter(({ text }) => /address_successor|has_containers/.test(text))).toHaveLength(1)
})

test('a typed street of another town comes before a similar street of the typed town', async () => {
  const theirs = { city: 'Kerkrade', municipality: kerkrade, postal_code: '6461AC' }
  await insertAddress(db, { ...theirs, street: 'Anjerstraat', house_number: 10 })
  for (const text of ['Akerstraat 118 Kerkrade', 'akerstraat 118, kerkrade']) {
    const { data, meta } = await find(text)
    expect([text, data]).toEqual([text, []])
    expect(meta.missing).toMatchObject({ part: 'street', place: 'Kerkrade', elsewhere: ['Heerlen'], number: '118' })
  }
})

describe('the number of an assessment', () => {
  beforeAll(async () => {
    const { id: address_id } = await insertAddress(db, {
      ...{ alias: 'assessed', street: 'Torenhof', house_number: 9, postal_code: '6414TO' },
      retired_on: '2026-01-31',
    })
    for (const [number, year] of [
      ['2025.0012345', 2024],
      ['verzonnen-2025-000007', 2025],
    ] as const)
      await insertRow(db, 'assessment', {
        ...{ number, year, address_id, subject_id: 'S1', assessed_on: '2026-01-31', amount_cents: 100 },
      })
  })

  test.each([
    ['verzonnen-2025-000007', 2025],
    ['VERZONNEN-2025-000007', 2025],
    ['aanslagnummer verzonnen-2025-000007', 2025],
    ['VERZONNEN 2025 000007', 2025],
    ['aanslag verzonnen 2025 000007', 2025],
    ['aanslagnr. verzonnen-2025-000007', 2025],
    ['biljet verzonnen-2025-000007', 2025],
    ['aanslagbiljet verzonnen-2025-000007', 2025],
    ['mijn aanslagnummer is verzonnen-2025-000007', 2025],
    ['vraag over aanslag verzonnen-2025-000007', 2025],
    ['2025.0012345', 2024],
    ['Aanslag 2025.0012345', 2024],
  ])('%j finds its address and year, also when the address is retired', async (text, year) => {
    const { data, meta } = await find(text)
    expect(data).toMatchObject([{ kind: 'assessment', year, alias: 'assessed', street: 'Torenhof', house_number: 9 }])
    expect(meta.match).toBe('exact')
  })

  test.each(['verzonnen-2025-999999', 'aanslagnr. verzonnen-2025-999999', 'mijn aanslag is 2025.0099999'])(
    '%j is named as an unknown number of an assessment',
    async (text) => {
      const { data, meta } = await find(text)
      expect([data, meta.missing]).toEqual([[], { part: 'assessment' }])
    },
  )

  test('finds nothing with a part of the number, and returns no data of the household', async () => {
    expect((await find('verzonnen-2025')).data).toEqual([])
    expect(JSON.stringify(await find('verzonnen-2025-000007'))).not.toContain('S1')
  })

  test('is looked up in the statement that looks up object codes', async () => {
    const typed = { text: '0917 0100 9999', limit: 8 }
    const { statements } = await recordStatements(db, (recorded) => searchLine(recorded, everywhere, typed))
    expect(statements.filter(({ text }) => /object_code = /.test(text))).toHaveLength(2)
    expect(statements.filter(({ text }) => /assessment/.test(text))).toHaveLength(1)
  })
})

describe('S6.2 the search box', () => {
  test.each(['municipal', 'administrator'] as const)(
    'returns 403 to an employee without the role bsgw_employee: %s',
    async (person) => {
      expect((await send(person, search, { body: { text: 'akerstraat' } })).statusCode).toBe(403)
      expect((await send(person, suggestStreets, { body: { street: 'aker' } })).statusCode).toBe(403)
    },
  )

  test.each(['bsgw', 'both'] as const)(
    'finds no existing pass by its number for a provider employee: %s',
    async (person) => {
      const { data, meta } = await call(person, search, { body: { text: '0101010101' } })
      expect(data).toEqual([])
      expect(meta.missing).toEqual({ part: 'code', code: '0101010101' })
    },
  )

  test.each(['J. van den Berg', 'van den berg'])('finds nothing by the name of a resident: %s', async (text) => {
    expect(await found(text)).toEqual([])
  })
})

test.each([
  [{ text: '' }, 'text'],
  [{ text: 'a'.repeat(10_000) }, 'text'],
  [{ text: 'aker\0straat' }, 'text'],
  [{ text: 'akerstraat', limit: 26 }, 'limit'],
])('S5.3 rejects %j', async (body, field) => {
  await expect(call('bsgw', search, { body })).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [expect.any(String)] },
  })
})

test.each([
  'a',
  'straat',
  '_',
  '\\',
  "'",
  '1 '.repeat(100),
  'straat 1 '.repeat(22),
  '6411CD '.repeat(28),
  '字'.repeat(200),
])('returns 200 for the odd line %j', async (text) => {
  expect((await send('bsgw', search, { body: { text } })).statusCode).toBe(200)
})

test('suggests streets of the chosen municipality', async () => {
  const suggest = async (body: { street: string; municipality_id?: number | '' }) =>
    (await call('bsgw', suggestStreets, { body })).map(({ street, city }) => `${street}, ${city}`)
  expect(await suggest({ street: 'st' })).toEqual([])
  expect(await suggest({ street: 'kerkstr', municipality_id: '' })).toEqual(['Kerkstraat, Eygelshoven'])
  expect(await suggest({ street: 'kerkstr', municipality_id: 917 })).toEqual([])
})
