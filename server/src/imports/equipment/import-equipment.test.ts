import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findLoadedKinds } from '../../domain/deliveries/deliveries.queries.ts'
import { findAddressEquipment } from '../../domain/places/equipment.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress, insertCollectionSystem } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importEquipment } from './import-equipment.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-equipment-'))
afterAll(() => rm(folder, { recursive: true }))

let address_id: number
beforeEach(async () => {
  await clearTables(db, 'container', 'collection_system', 'address', 'street', 'town', 'municipality')
  const address = await insertAddress(db, { object_code: 'H118' })
  address_id = address.id
})

const rejects = join(folder, 'rejects.csv')
const header =
  'nummer;afvalstroom;soort;volume;chip;geplaatst_op;verwijderd_op;objectcode;straat;huisnummer;toevoeging;postcode;verzamelsysteem'
const usual = 'C1;gft;minicontainer;140;a1 b2;2024-03-01;;H118;;;;;'

/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
async function importLines(...lines: string[]) {
  await rm(rejects, { force: true })
  const file = join(folder, 'containers.csv')
  await writeFile(file, [header, ...lines].join('\n'))
  const text = await runCommand(importEquipment, db, [file], { rejects })
  return countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
}
const findChips = async () => {
  const { rows } = await sql<{ number: string; chip_number: string | null }>`
    select number, chip_number from container order by number`.execute(db)
  return rows.map(({ number, chip_number }) => `${number} ${chip_number}`)
}

test('adds a container to the equipment of its address', async () => {
  expect(await importLines(usual)).toEqual([1, 0, 0, 0])
  expect(await findAddressEquipment(db, address_id, 'aanslag_vraag')).toMatchObject([
    {
      number: 'C1',
      waste_type: 'gft',
      kind: 'minicontainer',
      volume_litres: 140,
      chip_number: 'A1B2',
      placed_on: '2024-03-01',
    },
  ])
})

test('an import of containers changes nothing when the same file is imported again, and a later file updates a container', async () => {
  await importLines(usual)
  expect(await importLines(usual)).toEqual([0, 0, 1, 0])
  expect(await importLines(usual.replace(';140;', ';240;').replace(';;H118', ';2024-12-31;H118'))).toEqual([0, 1, 0, 0])
  expect(await findAddressEquipment(db, address_id, 'aanslag_vraag')).toMatchObject([
    { volume_litres: 240, removed_on: '2024-12-31' },
  ])
})

test('finds an address without an object code by its text, and a collection system by its object code', async () => {
  const { id: uncoded } = await insertAddress(db, {
    street: 'Wieënweg',
    house_number: 12,
    house_number_extension: 'b-2',
  })
  await insertCollectionSystem(db, { address_id, object_code: 'V1' })
  expect(
    await importLines(
      'C2;gft;minicontainer;140;;2024-03-01;;;Wieenweg;12;B2;6411 CD;',
      'W1;residual_waste;ondergronds;5000;;2024-03-01;;;;;;;V1',
    ),
  ).toEqual([2, 0, 0, 0])
  expect(await findAddressEquipment(db, uncoded, 'aanslag_vraag')).toMatchObject([{ number: 'C2' }])
})

test.each([
  ['Restafval', 'residual_waste'],
  ['residual_waste', 'residual_waste'],
  ['BEST-tas', 'best_bag'],
  ['snoeiafval', 'pruning_waste'],
])('accepts the stream %s, and a kind in English', async (word, waste_type) => {
  await importLines(usual.replace(';gft;minicontainer;', `;${word};Wheeled_bin;`))
  expect(await findAddressEquipment(db, address_id, 'aanslag_vraag')).toMatchObject([
    { waste_type, kind: 'minicontainer' },
  ])
})

test('moves a chip to another container when the old container is removed, whatever the order of the rows', async () => {
  await importLines(usual)
  const next = usual.replace('C1', 'C2').replace('2024-03-01', '2024-06-10')
  await expect(importLines(next)).rejects.toThrow('de chip A1B2 zit nog in container C1')
  expect(await importLines(next, usual.replace(';;H118', ';2024-06-10;H118'))).toEqual([1, 1, 0, 0])
  expect(await findChips()).toEqual(['C1 A1B2', 'C2 A1B2'])
})

test.each([
  [usual.replace('H118', 'H119'), 'objectcode H119 is bij geen adres bekend'],
  [usual.replace('gft', 'grofvuil'), 'de afvalstroom ‘grofvuil’ is onbekend; kies uit restafval, gft, papier'],
  [usual.replace('minicontainer', 'kliko'), 'de soort ‘kliko’ is onbekend'],
  [usual.replace('140', '0'), 'is geen getal van 1 tot en met 10000'],
  [usual.replace('2024-03-01', '2024-02-30'), 'is geen dag zoals'],
  [usual.replace(';;H118', ';2024-01-01;H118'), 'verwijderd voor hij geplaatst was'],
  [usual.replace('H118', ''), 'er staat niet bij waar de container hoort'],
  [`${usual}V1`, 'niet bij allebei'],
  [`${usual.replace('H118', '')}V1`, 'het verzamelsysteem V1 is onbekend'],
])('rejects %s: %s', async (line, reason) => {
  await expect(importLines(line)).rejects.toThrow(reason)
})

test('rejects a second row with the same container number, even in another batch', async () => {
  const many = Array.from({ length: 5001 }, (_, index) => usual.replace('C1', `M${index}`).replace('a1 b2', ''))
  expect(await importLines(...many, many[0] ?? '', many[5000] ?? '')).toEqual([5001, 0, 0, 2])
  expect(await readFile(rejects, 'utf8')).toContain('5003;het nummer staat al op een eerdere regel;M0')
})

test('states that the municipality of the rows has containers, and no other municipality', async () => {
  await insertAddress(db, { street: 'Maastrichterlaan', city: 'Vaals', municipality: { id: 981, name: 'Vaals' } })
  const system = await insertAddress(db, {
    street: 'Markt',
    city: 'Kerkrade',
    municipality: { id: 928, name: 'Kerkrade' },
  })
  await insertCollectionSystem(db, { address_id: system.id, object_code: 'K1' })
  await importLines(usual)
  expect([...(await findLoadedKinds(db))]).toEqual([[917, ['containers']]])
  await importLines(usual.replace('C1', 'C2').replace(';a1 b2', ';').replace(';H118;;;;;', ';;;;;;K1'))
  expect((await findLoadedKinds(db)).get(928)).toEqual(['containers'])
  expect((await findLoadedKinds(db)).get(981)).toBeUndefined()
})
