import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { runCommand } from '../../test/commands.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importBag } from './import-bag.ts'
import { bagId, type TestExtract, writeExtract } from './made-up-extract.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bag-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => clearTables(db, 'address', 'street', 'town', 'municipality'))

/** A home: the text of its number, the id of the number and the id of the object, and its additional numbers. */
type Home = {
  text: string
  number: number
  object: number
  additional?: [text: string, number: number][]
  status?: string
}

/** Imports an extract with these homes at one street, as the complete file of its municipality. */
async function importHomes(homes: Home[], streetName = 'Wisselweg', options: Record<string, string> = {}) {
  const numbers = homes.flatMap(({ text, number, additional = [] }) => [[text, number] as const, ...additional])
  const extract: TestExtract = {
    relations: [{ town: 2297, municipality: '1883' }],
    towns: [{ id: 2297, name: 'Born' }],
    streets: [{ id: 1, name: streetName, town: 2297 }],
    numbers: numbers.map(([text, id]) => {
      const [house_number = '', letter] = text.split(' ')
      return { id, street: 1, house_number, postal_code: '6121ZZ', ...(letter && { letter }) }
    }),
    dwellings: homes.map(({ number, object, additional = [], status }) => ({
      ...{ id: object, main: number, additional: additional.map(([, id]) => id), at: [188_000, 333_000] },
      ...(status && { status }),
    })),
  }
  const path = join(folder, 'extract.zip')
  await writeExtract(path, extract)
  return runCommand(importBag, db, [path], {
    ...{ rejects: join(folder, 'rejects.csv'), date: '2026-11-08', retire: '100', ...options },
  })
}

/** Returns the addresses with their ids, and whether they are retired. */
const addresses = async () =>
  (
    await sql<{ text: string; id: number; number: number; retired: boolean }>`
      select concat_ws(' ', house_number, house_number_extension) as text, address.id, right(bag_id, 4)::int as number,
        retired_on is not null as retired
      from address order by address.id`.execute(db)
  ).rows

/** Returns the former texts of addresses, as `20 > 1`: address 1 was number 20. */
const formerNumbers = async () =>
  (
    await sql<{ text: string }>`
      select concat_ws(' ', name, house_number, house_number_extension, '>', address_id) as text
      from former_number join street on street.id = street_id order by former_number.id`.execute(db)
  ).rows.map(({ text }) => text)

/** Returns the changes of retired addresses, as `1 split 2`: address 1 was split, and 2 is one of its successors. */
const successors = async () =>
  (
    await sql<{ text: string }>`
      select concat_ws(' ', former_id, change, address_id) as text
      from address_successor order by former_id, address_id`.execute(db)
  ).rows.map(({ text }) => text)

const idOf = async (text: string) => (await addresses()).find((it) => it.text === text)?.id ?? 0

test('stores the object of each number, its kind of number and its status', async () => {
  await importHomes([
    { text: '7', number: 1, object: 61, additional: [['7 A', 2]] },
    { text: '9', number: 3, object: 62, status: 'Verblijfsobject gevormd' },
  ])
  const { rows } = await sql`
    select bag_id, register_object_id, is_additional, is_under_construction from address order by bag_id`.execute(db)
  const object = bagId('01', 61)
  expect(rows).toEqual([
    { bag_id: bagId('20', 1), register_object_id: object, is_additional: false, is_under_construction: false },
    { bag_id: bagId('20', 2), register_object_id: object, is_additional: true, is_under_construction: false },
    { bag_id: bagId('20', 3), register_object_id: bagId('01', 62), is_additional: false, is_under_construction: true },
  ])
})

test('fills the object of an address of an earlier version', async () => {
  await importHomes([{ text: '20', number: 1, object: 61 }])
  await sql`update address set register_object_id = null, is_additional = null, added_at = null`.execute(db)
  expect(await importHomes([{ text: '20', number: 1, object: 61 }])).toMatch(/gewijzigd +1$/m)
  await importHomes([{ text: '22', number: 2, object: 61 }])
  expect(await addresses()).toMatchObject([{ text: '22', number: 2, retired: false }])
})

test('an object with another number remains the same address, with the same or another number id', async () => {
  await importHomes([
    { text: '10', number: 1, object: 61 },
    { text: '20', number: 2, object: 62 },
  ])
  const [ten, twenty] = await addresses()
  await importHomes([
    { text: '12', number: 1, object: 61 },
    { text: '22', number: 12, object: 62 },
  ])
  expect(await addresses()).toEqual([
    { text: '12', id: ten?.id, number: 1, retired: false },
    { text: '22', id: twenty?.id, number: 12, retired: false },
  ])
  expect(await formerNumbers()).toEqual([`Wisselweg 10 > ${ten?.id}`, `Wisselweg 20 > ${twenty?.id}`])
  expect(await successors()).toEqual([])
})

test('every object of a street that is numbered again remains the same address', async () => {
  const homes = [20, 22, 24, 26]
  await importHomes(homes.map((text, index) => ({ text: `${text}`, number: index + 1, object: index + 61 })))
  const before = (await addresses()).map(({ id }) => id)
  await importHomes(homes.map((text, index) => ({ text: `${text + 2}`, number: index + 11, object: index + 61 })))
  expect(await addresses()).toEqual(
    homes.map((text, index) => ({ text: `${text + 2}`, id: before[index], number: index + 11, retired: false })),
  )
})

test('objects that exchange or pass on their number ids remain the same addresses', async () => {
  const register = (...homes: [text: string, number: number, object: number][]) =>
    importHomes(
      homes.map(([text, number, object]) => ({ text, number, object })),
      undefined,
      { 'max-rejects': '1' },
    )
  await register(['20', 1, 61], ['22', 2, 62])
  const before = await addresses()
  const [one, other] = before.map(({ id }) => id)
  const rejected = register(['20', 1, 62], ['22', 2, 61], ['onbekend', 3, 63])
  await expect(rejected).rejects.toThrow('Er is niets gewijzigd')
  expect(await addresses()).toEqual(before)
  await register(['20', 1, 62], ['22', 2, 61])
  expect(await addresses()).toEqual([
    { text: '22', id: one, number: 2, retired: false },
    { text: '20', id: other, number: 1, retired: false },
  ])
  // The id of 22 passes to the home of 20, whose id ends, and the home of 22 gets a new id.
  await register(['22', 2, 62], ['24', 3, 61])
  expect(await addresses()).toEqual([
    { text: '24', id: one, number: 3, retired: false },
    { text: '22', id: other, number: 2, retired: false },
  ])
})

test('the ids of numbers stay when the last home that had one has no number any more', async () => {
  await importHomes([
    { text: '10', number: 1, object: 61 },
    { text: '12', number: 2, object: 62 },
    { text: '14', number: 3, object: 63 },
  ])
  const before = await addresses()
  await importHomes([
    { text: '12', number: 2, object: 61 },
    { text: '14', number: 3, object: 62 },
  ])
  expect(await addresses()).toEqual(before.map((it) => ({ ...it, retired: it.number === 1 })))
})

test('stores the former name of a renamed street', async () => {
  await importHomes([{ text: '10', number: 1, object: 61 }])
  await importHomes([{ text: '10', number: 1, object: 61 }], 'Nieuwe Wisselweg')
  expect(await formerNumbers()).toEqual([`Wisselweg 10 > ${await idOf('10')}`])
})

test('a split gives the history to no address: the old address retires and points at the new ones', async () => {
  await importHomes([{ text: '12', number: 1, object: 61 }])
  const old = await idOf('12')
  // The register continues the object in one half.
  await importHomes([
    { text: '12 A', number: 2, object: 61 },
    { text: '12 B', number: 3, object: 62 },
  ])
  expect(await addresses()).toMatchObject([
    { text: '12', id: old, retired: true },
    { text: '12 A', retired: false },
    { text: '12 B', retired: false },
  ])
  const [a, b] = [await idOf('12 A'), await idOf('12 B')]
  expect(await successors()).toEqual([`${old} split ${a}`, `${old} split ${b}`])
  expect(await formerNumbers()).toEqual([])
})

test('a merger gives the history to no address: the old addresses retire and point at the new one', async () => {
  await importHomes([
    { text: '12 A', number: 2, object: 61 },
    { text: '12 B', number: 3, object: 62 },
    { text: '12 C', number: 4, object: 63 },
  ])
  const [a, b] = await addresses()
  await importHomes([
    { text: '12', number: 1, object: 61 },
    { text: '12 C', number: 4, object: 63 },
  ])
  const merged = await idOf('12')
  expect(await successors()).toEqual([`${a?.id} merged ${merged}`, `${b?.id} merged ${merged}`])
  expect((await addresses()).filter(({ retired }) => retired)).toMatchObject([{ id: a?.id }, { id: b?.id }])
})

test('an address that disappears beside older addresses with its number was not split', async () => {
  await importHomes([
    { text: '12', number: 1, object: 61 },
    { text: '12 A', number: 2, object: 62 },
    { text: '12 B', number: 3, object: 63 },
  ])
  await importHomes([
    { text: '12 A', number: 2, object: 62 },
    { text: '12 B', number: 3, object: 63 },
  ])
  expect((await addresses()).map(({ retired }) => retired)).toEqual([true, false, false])
  expect(await successors()).toEqual([])
})

test('an object that loses one of its numbers keeps the other, and the lost number retires', async () => {
  await importHomes([{ text: '7', number: 1, object: 61, additional: [['9', 2]] }])
  await importHomes([{ text: '7', number: 1, object: 61 }])
  expect(await addresses()).toMatchObject([
    { text: '7', retired: false },
    { text: '9', retired: true },
  ])
  expect(await formerNumbers()).toEqual([])
})
