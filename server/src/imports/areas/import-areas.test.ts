import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rangeText } from '@rd4-loket/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findAddressAndArea } from '../../domain/collection-days/collection-days.queries.ts'
import { findDivision } from '../../features/calendar-planning/collection-areas.queries.ts'
import { CommandError } from '../../platform/runtime/command.ts'
import { testDatabase } from '../../test/database.ts'
import { insertAddress, insertCollectionArea } from '../../test/make.ts'
import { importAreas } from './import-areas.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-areas-'))
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  for (const table of ['collection_area', 'address'] as const) await db.deleteFrom(table).execute()
  await insertAddress(db, { alias: 'odd', house_number: 1, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'even', house_number: 2, postal_code: '6411CD' })
  await insertAddress(db, { alias: 'alone', house_number: 4, house_number_extension: 'b-2', postal_code: '6411CD' })
  await insertAddress(db, { alias: 'far', house_number: 5, postal_code: '6411ZA' })
})

async function importLines(...lines: string[]) {
  const file = join(folder, 'gebieden.csv')
  await writeFile(file, ['gemeente;gebied;postcodes;adres', ...lines].join('\n'))
  return importAreas.run({
    args: [file],
    options: { rejects: join(folder, 'rejects.csv') },
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
  })
}

/** Imports these lines and gives the four counts: added, changed, unchanged, rejected. */
async function counted(...lines: string[]) {
  const text = await importLines(...lines)
  return ['toegevoegd', 'gewijzigd', 'ongewijzigd', 'afgekeurd'].map((what) =>
    Number(new RegExp(`^ *${what} +([0-9.]+)$`, 'm').exec(text)?.[1]),
  )
}
const areaOf = async (alias: string) => (await findAddressAndArea(db, alias))?.area?.name ?? null
const areasOf = () => Promise.all(['odd', 'even', 'alone', 'far'].map(areaOf))
const revisionOf = async (name: string) =>
  (await db.selectFrom('collection_area').select('rules_revision').where('name', '=', name).executeTakeFirstOrThrow())
    .rules_revision

const whole = 'Heerlen;Noord;6411;'
const side = '917;Zuid;6411 CD oneven;'
const alone = 'Heerlen;Zuid;;6411 CD 4 b2'

test('areas come in with ranges, one side of a street and single addresses, whatever their order', async () => {
  expect(await counted(side, alone, whole)).toEqual([3, 0, 0, 0])
  expect(await areasOf()).toEqual(['Zuid', 'Noord', 'Zuid', 'Noord'])
  const { ranges } = await findDivision(db, 917)
  expect(ranges.map(rangeText)).toEqual(['6411 AA tot en met 6411 ZZ', '6411 CD, oneven'])
})

test('says that new areas have no days yet', async () => {
  expect(await importLines(whole, side)).toContain('Nieuwe gebieden: 2. Ze hebben nog geen ophaaldagen')
  expect(await importLines(whole, side)).not.toContain('Nieuwe gebieden')
})

test('the same file twice changes nothing, and a later one gives what it names to another area', async () => {
  await importLines(whole, side, alone)
  expect(await counted(whole, side, alone)).toEqual([0, 0, 3, 0])
  const before = [await revisionOf('Noord'), await revisionOf('Zuid')]
  expect(await counted(whole, side.replace('Zuid', 'Noord'))).toEqual([0, 1, 1, 0])
  expect(await areasOf()).toEqual(['Noord', 'Noord', 'Zuid', 'Noord'])
  // Calendars of who came to an area take its days anew.
  expect(await revisionOf('Noord')).toBeGreaterThan(Math.max(...before))
  expect(await revisionOf('Zuid')).toBe(before[1])
})

test('leaves what the file does not name, and the days of an area', async () => {
  const { id } = await insertCollectionArea(db, {
    name: 'Noord',
    postal_codes: ['6412AA', '6412ZZ'],
    rules: [{ category: 'gft', every_weeks: 2 }],
  })
  expect(await counted(whole)).toEqual([1, 0, 0, 0])
  expect((await findDivision(db, 917)).ranges.map((it) => [rangeText(it), it.collection_area_id])).toEqual([
    ['6411 AA tot en met 6411 ZZ', id],
    ['6412 AA tot en met 6412 ZZ', id],
  ])
  expect(await db.selectFrom('collection_rule').select('category').execute()).toEqual([{ category: 'gft' }])
})

test('is in the log of changes', async () => {
  await importLines(whole)
  const { id } = await db.selectFrom('collection_area').select('id').executeTakeFirstOrThrow()
  const events = await db
    .selectFrom('audit_event')
    .select(['object_kind', 'result'])
    .where('object_key', '=', `${id}`)
    .execute()
  expect(events).toEqual([{ object_kind: 'collection_area', result: 'done' }])
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
])('rejects %s, and takes the rest in', async (line, reason) => {
  const text = await importLines(whole, line)
  expect(text).toContain(`regel 3: ${reason.startsWith('overlapt') ? '6411 MA tot en met 6412 CZ ' : ''}${reason}`)
  expect(await readFile(join(folder, 'rejects.csv'), 'utf8')).toContain(reason)
  expect(await db.selectFrom('collection_area').select('name').execute()).toEqual([{ name: 'Noord' }])
})

test('leaves an address its days of its own, and the name of them', async () => {
  const { id: collection_area_id } = await insertCollectionArea(db, { name: '6411CD 1' })
  const { id: address_id } = await db
    .selectFrom('address')
    .select('id')
    .where('alias', '=', 'odd')
    .executeTakeFirstOrThrow()
  await db.insertInto('collection_area_address').values({ address_id, collection_area_id }).execute()
  const text = await importLines(whole, 'Heerlen;Noord;;6411 CD 1', 'Heerlen;6411CD 1;6412;')
  expect(text).toContain('regel 3: dit adres heeft ophaaldagen van zichzelf')
  expect(text).toContain('regel 4: 6411CD 1 is de naam van de eigen ophaaldagen van een adres')
  expect(await areaOf('odd')).toBe('6411CD 1')
})

test('fails when no line is usable, and asks for its columns', async () => {
  await expect(importLines('Utopia;Noord;6411;')).rejects.toThrow(CommandError)
  const file = join(folder, 'zonder.csv')
  await writeFile(file, 'gemeente;gebied\nHeerlen;Noord\n')
  const given = { args: [file], options: {}, openDatabase: async () => ({ db, migrated: [] }), onProgress: () => {} }
  await expect(importAreas.run({ ...given, signal: new AbortController().signal })).rejects.toThrow(
    'ontbreekt de kolom postcodes (of adres)',
  )
})
