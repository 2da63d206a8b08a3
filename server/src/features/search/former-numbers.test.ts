import { addressNoteText, matchText, type SearchHit, search, searchAddresses, showAddress } from '@rd4-loket/contract'
import { beforeAll, expect, test } from 'vitest'
import { insertAddress, insertContainer, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()

const born = {
  street: 'Wisselweg',
  city: 'Born',
  municipality: { id: 1883, name: 'Sittard-Geleen' },
  postal_code: '6121ZZ',
}
const object = (id: number) => `1883010000000${id}`
const insert = (alias: string, house_number: number, columns: Record<string, unknown> = {}) =>
  insertAddress(db, { ...born, alias, house_number, ...columns })

/** Stores that an address had another text. */
const insertFormer = (
  address: { id: number; street_id?: number },
  street_id: number,
  house_number: number,
  columns: Record<string, unknown> = {},
) =>
  insertRow(db, 'former_number', {
    ...{ address_id: address.id, street_id, house_number, extension_key: '', postal_code: '6121ZZ' },
    ...{ ended_on: '2026-11-08', ...columns },
  })

beforeAll(async () => {
  const renumbered = await insertAddress(db, { ...born, alias: 'n22', house_number: 22 })
  const { street_id } = renumbered as unknown as { street_id: number }
  await insertFormer(renumbered, street_id, 20)
  await insertFormer(renumbered, street_id, 18)
  await insertFormer(await insert('n70', 70), street_id, 68, { house_number_extension: '12', extension_key: '00012' })
  const old = (await insertAddress(db, { ...born, street: 'Oude Weg', alias: 'old', house_number: 99 })) as unknown as {
    street_id: number
  }
  await insertFormer(await insert('n24', 24), old.street_id, 3)

  const split = await insert('n12', 12, { retired_on: '2026-11-08', register_object_id: object(612) })
  const halves = [
    await insert('n12a', 12, { house_number_extension: 'A', register_object_id: object(612) }),
    await insert('n12b', 12, { house_number_extension: 'B' }),
  ]
  for (const { id } of halves)
    await insertRow(db, 'address_successor', { former_id: split.id, address_id: id, change: 'split' })

  const parts = [
    await insert('n30a', 30, { house_number_extension: 'A', retired_on: '2026-11-08' }),
    await insert('n30b', 30, { house_number_extension: 'B', retired_on: '2026-11-08' }),
  ]
  const merged = await insert('n30', 30)
  for (const { id } of parts)
    await insertRow(db, 'address_successor', { former_id: id, address_id: merged.id, change: 'merged' })

  await insert('n7', 7, { register_object_id: object(607) })
  await insert('n9', 9, { register_object_id: object(607), is_additional: true })
  await insert('n11', 11, { register_object_id: object(607), is_additional: true, retired_on: '2026-11-08' })
  await insert('gone', 40, { retired_on: '2026-11-08', register_object_id: object(640) })

  const twin = await insert('n58', 58, { is_under_construction: false, lon: 5.83, lat: 51 })
  await insertContainer(db, { address_id: twin.id })
  await insert('n58new', 58, { twin: 2, is_under_construction: true, lon: 5.83, lat: 51.001 })
  await insert('n62half', 62, { house_number_extension: '1-2', is_under_construction: true })
  await insert('n62twelve', 62, { house_number_extension: '12', twin: 2 })
  await insert('n60', 60, { lon: 5.83, lat: 51 })
  await insert('n60east', 60, { twin: 2, lon: 5.84, lat: 51 })
})

/** Returns a hit as its alias and its notes. */
const shown = (hit: SearchHit) => {
  if (hit.kind !== 'address') return hit.kind
  return [hit.alias, ...(hit.retired_on ? ['retired'] : []), ...(hit.notes ?? []).map(addressNoteText)].join(' | ')
}
async function find(text: string) {
  const { data, meta } = await call('bsgw', search, { body: { text } })
  return { hits: data.map(shown), match: meta.match, text: matchText(meta) }
}

test('a search for a former number offers the address with its present number, and never calls it exact', async () => {
  const hits = ['n22 | Vroeger nummer 18 en 20']
  expect(await find('Wisselweg 20 Born')).toEqual({
    ...{ hits, match: 'partial', text: 'Wisselweg 20 in Born is nu nummer 22.' },
  })
  expect(await find('6121ZZ 20')).toMatchObject({ hits, text: '6121 ZZ nummer 20 is nu nummer 22.' })
  expect(await find('Wisselweg 22 Born')).toEqual({ hits, match: 'exact', text: undefined })
  // Number 20 exists without this addition.
  expect((await find('Wisselweg 20 C Born')).hits).not.toContain('n22 | Vroeger nummer 18 en 20')
})

test('addresses whose extensions only have the same key are not each other: 1/2 and 12', async () => {
  expect((await find('Wisselweg 68-12 Born')).hits).toEqual(['n70 | Vroeger nummer 68 12'])
  expect((await find('Wisselweg 68 1/2 Born')).hits).toEqual([])
  expect((await find('Wisselweg 62-12 Born')).hits).toEqual(['n62twelve'])
})

test('a search for a former street offers the address in its present street', async () => {
  const reply = await find('Oude Weg 3 Born')
  expect(reply).toMatchObject({ hits: ['n24 | Vroeger Oude Weg 3'], text: 'Oude Weg 3 in Born is nu Wisselweg 24.' })
})

test('a search for a split or merged number offers the new addresses and the old one', async () => {
  expect((await find('Wisselweg 12 Born')).hits).toEqual([
    'n12a | Gesplitst, vroeger nummer 12',
    'n12b | Gesplitst, vroeger nummer 12',
  ])
  const { notes } = await call('bsgw', showAddress, { params: { alias: 'n12' } })
  expect(notes).toEqual([
    {
      text: 'Gesplitst in',
      addresses: [
        { alias: 'n12a', line: '12 A' },
        { alias: 'n12b', line: '12 B' },
      ],
    },
  ])
  expect(await find('Wisselweg 30 A Born')).toEqual({
    hits: ['n30 | Samengevoegd, vroeger nummer 30 A en 30 B', 'n30a | retired | Samengevoegd tot nummer 30'],
    match: 'partial',
    text: 'Wisselweg 30 A in Born is samengevoegd tot nummer 30.',
  })
})

test('the numbers of one home name each other, and a retired number names the present ones', async () => {
  expect((await find('Wisselweg 9 Born')).hits).toEqual(['n9 | Vroeger nummer 11 | Zelfde woning als nummer 7'])
  expect(await find('Wisselweg 11 Born')).toMatchObject({
    hits: [
      'n7 | Vroeger nummer 11 | Zelfde woning als nummer 9',
      'n9 | Vroeger nummer 11 | Zelfde woning als nummer 7',
      'n11 | retired | Nu nummer 7 en 9',
    ],
    text: 'Wisselweg 11 in Born is nu nummer 7 en nummer 9.',
  })
})

test('a retired address without a successor is not found', async () => {
  expect((await find('Wisselweg 40 Born')).hits).toEqual([])
})

test('addresses that read the same name their status and containers, or else their side of the map', async () => {
  expect((await find('Wisselweg 58 Born')).hits).toEqual([
    'n58 | Dubbel adres: in gebruik, met containers',
    'n58new | Dubbel adres: in aanbouw, zonder containers',
  ])
  const { data } = await call('bsgw', searchAddresses, { body: { street: 'Wisselweg', house_number: '60' } })
  expect(data.map(({ alias, notes = [] }) => [alias, ...notes.map(addressNoteText)])).toEqual([
    ['n60', 'Dubbel adres: westkant'],
    ['n60east', 'Dubbel adres: oostkant'],
  ])
})

test('a search with a former municipality searches the present one, and states since when', async () => {
  const beekdaelen = { id: 1954, name: 'Beekdaelen' }
  await insertAddress(db, {
    alias: 'rim',
    street: 'Rimburgerweg',
    city: 'Schinveld',
    municipality: beekdaelen,
    house_number: 5,
  })
  const text = 'Onderbanken hoort sinds 1 januari 2019 bij Beekdaelen.'
  expect(await find('Rimburgerweg 5 Onderbanken')).toEqual({ hits: ['rim'], match: 'close', text })
  const alone = await find('Onderbanken')
  expect(alone.text).toContain(text)
})
