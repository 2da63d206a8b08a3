import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rangeText } from '@rd4-loket/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findAddressAndArea } from '../../domain/collection-days/collection-days.queries.ts'
import { findLoadedKinds } from '../../domain/deliveries/deliveries.queries.ts'
import { everyMunicipality } from '../../domain/places/in-municipality.queries.ts'
import { findDivision } from '../../features/calendar-planning/collection-areas.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { CommandError } from '../../platform/runtime/command.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress, insertCollectionArea } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { importAreas } from './import-areas.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-areas-'))
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  await clearTables(db, 'collection_area', 'address')
  await insertAddress(db, { alias: 'odd', house_number: 1, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'even', house_number: 2, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'alone', house_number: 4, house_number_extension: 'b-2', postal_code: '6411CD' })
  await insertAddress(db, { alias: 'far', house_number: 5, postal_code: '6411ZA' })
})

async function importLines(...lines: string[]) {
  const file = join(folder, 'gebieden.csv')
  await writeFile(file, ['gemeente;gebied;postcodes;adres', ...lines].join('\n'))
  return runCommand(importAreas, db, [file], { rejects: join(folder, 'rejects.csv') })
}

/** Imports these lines and returns four counts: added, changed, unchanged, rejected. */
const countsOf = async (...lines: string[]) =>
  countsIn(await importLines(...lines), 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd')
const areaOf = async (alias: string) => (await findAddressAndArea(db, everyMunicipality, alias))?.area?.name ?? null
const areasOf = () => Promise.all(['odd', 'even', 'alone', 'far'].map(areaOf))
async function revisionOf(name: string) {
  const { rows } = await sql<{ rules_revision: number }>`
    select rules_revision from collection_area where name = ${name}`.execute(db)
  return rows[0]?.rules_revision ?? expect.unreachable()
}

const whole = 'Heerlen;Noord;6411;'
const oddSide = '917;Zuid;6411 CD oneven;'
const alone = 'Heerlen;Zuid;;6411 CD 4 b2'

test('adds areas with a range, one side of a street and a single address, whatever the order of the rows', async () => {
  expect(await countsOf(oddSide, alone, whole)).toEqual([3, 0, 0, 0])
  expect(await areasOf()).toEqual(['Zuid', 'Noord', 'Zuid', 'Noord'])
  const { ranges } = await findDivision(db, 917)
  expect(ranges.map(rangeText)).toEqual(['6411 AA tot en met 6411 ZZ', '6411 CD, oneven'])
})

test('states that the municipality of an area has collection days, only after a row was accepted', async () => {
  await sql`delete from delivered_until`.execute(db)
  await expect(importLines('Heerlen;Noord;6499 ZZ 12;')).rejects.toThrow(/afgekeurd +1/)
  expect([...(await findLoadedKinds(db))]).toEqual([])
  await importLines(whole)
  expect([...(await findLoadedKinds(db))]).toEqual([[917, ['collection_days']]])
})

test('assigns number 7 1/2 to an area, and not number 7-12, which has the same key', async () => {
  await insertAddress(db, { alias: 'twelve', house_number: 7, house_number_extension: '12', postal_code: '6411CD' })
  expect(await importLines(alone, 'Heerlen;Zuid;;6411 CD 7 1/2')).toContain('dit adres is in deze gemeente niet bekend')
  const half = { alias: 'half', house_number: 7, house_number_extension: '1-2', twin: 2, postal_code: '6411CD' }
  await insertAddress(db, half)
  expect(await countsOf('Heerlen;Zuid;;6411 CD 7 1/2', 'Heerlen;Noord;;6411 CD 7-12')).toEqual([2, 0, 0, 0])
  expect([await areaOf('half'), await areaOf('twelve')]).toEqual(['Zuid', 'Noord'])
})

test('reports that new areas have no collection days yet', async () => {
  expect(await importLines(whole, oddSide)).toContain('Nieuwe gebieden: 2. Ze hebben nog geen ophaaldagen')
  expect(await importLines(whole, oddSide)).not.toContain('Nieuwe gebieden')
})

test('an import of areas changes nothing when the same file is imported again, and a later file moves a range to another area', async () => {
  await importLines(whole, oddSide, alone)
  expect(await countsOf(whole, oddSide, alone)).toEqual([0, 0, 3, 0])
  const before = [await revisionOf('Noord'), await revisionOf('Zuid')]
  expect(await countsOf(whole, oddSide.replace('Zuid', 'Noord'))).toEqual([0, 1, 1, 0])
  expect(await areasOf()).toEqual(['Noord', 'Noord', 'Zuid', 'Noord'])
  // With a higher revision, calendar clients of the moved addresses fetch the days again.
  expect(await revisionOf('Noord')).toBeGreaterThan(Math.max(...before))
  expect(await revisionOf('Zuid')).toBe(before[1])
})

test('adds a range to an existing area without changing its other ranges and its collection days', async () => {
  const { id } = await insertCollectionArea(db, {
    name: 'Noord',
    postal_codes: ['6412AA', '6412ZZ'],
    rules: [{ category: 'gft', every_weeks: 2 }],
  })
  expect(await countsOf(whole)).toEqual([1, 0, 0, 0])
  expect((await findDivision(db, 917)).ranges.map((it) => [rangeText(it), it.collection_area_id])).toEqual([
    ['6411 AA tot en met 6411 ZZ', id],
    ['6412 AA tot en met 6412 ZZ', id],
  ])
  expect((await sql`select category from collection_rule`.execute(db)).rows).toEqual([{ category: 'gft' }])
})

test('logs the old and new values of each area that gains or loses a part', async () => {
  await importLines(whole, oddSide)
  await importLines(oddSide.replace('Zuid', 'Noord'), alone.replace('Zuid', 'Noord'))
  const { rows } = await sql`
    select name, old_values, new_values from audit_event join collection_area on object_key = collection_area.id::text
    where object_kind = 'collection_area' and result = 'done' order by position`.execute(db)
  const [code, odd] = ['6411 AA tot en met 6411 ZZ', '6411 CD, oneven']
  expect(rows).toEqual([
    { name: 'Noord', old_values: {}, new_values: { name: 'Noord', postal_codes: [code], addresses: 0 } },
    { name: 'Zuid', old_values: {}, new_values: { name: 'Zuid', postal_codes: [odd], addresses: 0 } },
    {
      name: 'Noord',
      old_values: { postal_codes: [code], addresses: 0 },
      new_values: { postal_codes: [code, odd], addresses: 1 },
    },
    { name: 'Zuid', old_values: { postal_codes: [odd] }, new_values: { postal_codes: [] } },
  ])
})

test.each([
  ['Utopia;Noord;6411;', 'de gemeente ‘Utopia’ is onbekend'],
  ['928;Noord;6461;', 'de gemeente 928 staat niet in de database'],
  ['Heerlen;;6411;', 'het gebied ontbreekt'],
  [`Heerlen;${'x'.repeat(61)};6411;`, 'het gebied is langer dan 60 tekens'],
  ['Heerlen;Noord;;', 'een regel noemt postcodes of een adres, een van beide'],
  ['Heerlen;Noord;6411;6411 CD 1', 'een regel noemt postcodes of een adres, een van beide'],
  ['Heerlen;Noord;6411 ZZ - 6411 AA;', '‘6411 ZZ - 6411 AA’ zijn geen postcodes'],
  ['Heerlen;Noord;;Akerstraat 1', '‘Akerstraat 1’ is geen adres'],
  ['Heerlen;Noord;;6411 CD 99', 'dit adres is in deze gemeente niet bekend'],
  ['Heerlen;Oost;6411;', 'dit staat al op een eerdere regel, bij het gebied ‘Noord’'],
  ['Heerlen;Oost;6411 MA tot en met 6412 CZ;', 'overlapt met 6411 AA tot en met 6411 ZZ van Noord'],
])('rejects %s: %s, and imports the other rows', async (line, reason) => {
  const text = await importLines(whole, line)
  expect(text).toContain(`regel 3: ${reason.startsWith('overlapt') ? '6411 MA tot en met 6412 CZ ' : ''}${reason}`)
  expect(await readFile(join(folder, 'rejects.csv'), 'utf8')).toContain(reason)
  expect((await sql`select name from collection_area`.execute(db)).rows).toEqual([{ name: 'Noord' }])
})

test('rejects an address with its own collection days, and an area name that such an address already uses', async () => {
  const { id: collection_area_id } = await insertCollectionArea(db, { name: '6411CD 1' })
  await sql`
    insert into collection_area_address (address_id, collection_area_id)
    select id, ${collection_area_id} from address where alias = 'odd'`.execute(db)
  const text = await importLines(whole, 'Heerlen;Noord;;6411 CD 1', 'Heerlen;6411CD 1;6412;')
  expect(text).toContain('regel 3: dit adres heeft ophaaldagen van zichzelf')
  expect(text).toContain('regel 4: 6411CD 1 is de naam van de eigen ophaaldagen van een adres')
  expect(await areaOf('odd')).toBe('6411CD 1')
})

test('an import of areas fails when all rows are rejected or a column is missing', async () => {
  await expect(importLines('Utopia;Noord;6411;')).rejects.toThrow(CommandError)
  const file = join(folder, 'zonder.csv')
  await writeFile(file, 'gemeente;gebied\nHeerlen;Noord\n')
  await expect(runCommand(importAreas, db, [file])).rejects.toThrow('ontbreekt de kolom postcodes (of adres)')
})
