import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { findTariffs } from './import-tariffs.queries.ts'
import { importTariffs } from './import-tariffs.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-tariffs-'))
afterAll(() => rm(folder, { recursive: true }))
await db.insertInto('municipality').values({ id: 917, name: 'Heerlen' }).execute()
beforeEach(() => db.deleteFrom('tariff').execute())

const header = 'gemeente;afvalstroom;soort;volume;bedrag;geldig_vanaf;geldig_tot'
const first = 'Heerlen;residual_waste;minicontainer;140;6.45;2024-01-01;2024-06-30'
const second = '917;residual_waste;minicontainer;140;7;2024-07-01;2024-12-31'

/** Imports these lines and gives the four counts: added, changed, unchanged, rejected. */
async function importLines(...lines: string[]) {
  const file = join(folder, 'tarieven.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  const text = await importTariffs.run({
    args: [file],
    options: { rejects: join(folder, 'rejects.csv') },
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  return ['toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd'].map((what) =>
    Number(new RegExp(`^ *${what} +([0-9.]+)$`, 'm').exec(text)?.[1]),
  )
}

test('tariffs come in with whole cents, one after the other in a year', async () => {
  expect(await importLines(first, second)).toEqual([2, 0, 0, 0])
  expect(await findTariffs(db)).toMatchObject([
    { municipality_id: 917, volume_litres: 140, amount_cents: 645, valid_from: '2024-01-01', valid_to: '2024-06-30' },
    { amount_cents: 700, valid_from: '2024-07-01' },
  ])
})

test('the same file twice changes nothing, and a later one changes what it says otherwise', async () => {
  await importLines(first, second)
  expect(await importLines(first, second)).toEqual([0, 0, 2, 0])
  expect(await importLines(first.replace('6.45', '6.50'), second)).toEqual([0, 1, 1, 0])
})

test('what is said twice in one file counts as it was said first', async () => {
  const otherwise = first.replace('6.45', '6.50')
  expect(await importLines(first, otherwise, first)).toEqual([1, 0, 1, 1])
  expect(await importLines(first, otherwise, first)).toEqual([0, 0, 2, 1])
  expect(await findTariffs(db)).toMatchObject([{ amount_cents: 645 }])
})

test.each([
  [first.replace('Heerlen', 'Utopia'), 'de gemeente ‘Utopia’ is onbekend'],
  [first.replace('Heerlen', '928'), 'de gemeente 928 staat niet in de database'],
  [first.replace('6.45', '6.455'), 'geen getal met ten hoogste twee decimalen'],
  [first.replace('2024-06-30', '2023-06-30'), 'de laatste dag ligt voor de eerste'],
  [first.replace('residual_waste', 'rest'), 'de afvalstroom ‘rest’ is onbekend'],
])('%s is rejected: %s', async (line, reason) => {
  await expect(importLines(line)).rejects.toThrow(reason)
})

test('a period over another one is rejected', async () => {
  await importLines(first)
  const over = first.replace('2024-01-01', '2024-06-01')
  await expect(importLines(over)).rejects.toThrow('er geldt al een ander tarief van 2024-01-01 tot en met 2024-06-30')
})
