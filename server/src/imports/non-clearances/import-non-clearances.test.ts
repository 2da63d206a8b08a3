import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { type CommandContext, UsageError } from '../../platform/runtime/command.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { countsIn, runCommand } from '../../test/commands.ts'
import { insertAddress, insertCollectionArea, insertCollectionSystem, insertContainer } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { importRoutes } from '../routes/import-routes.ts'
import { importNonClearances, retryNonClearances } from './import-non-clearances.ts'

const db = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-non-clearances-'))
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => void vi.useRealTimers())

// A line of the file behind its outcome. The columns that are never read have the text NIET LEZEN.
const cases = readFileSync(new URL('../../test/inputs/non-clearances.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const [header = '', ...lines] = cases.map((line) => line.slice(line.indexOf('|') + 1))
const outcomes = cases.slice(1).map((line, index) => [index + 2, line.slice(0, line.indexOf('|'))] as const)

/** The addresses by the last digits of their object codes: the street, the number, its extension and the postal code. */
const addresses: Record<string, [street: string, number: number, extension?: string | undefined, code?: string]> = {
  107: ['Akerstraat', 107, undefined, '6411CE'],
  109: ['Akerstraat', 109, undefined, '6411CE'],
  112: ['Akerstraat', 112],
  114: ['Akerstraat', 114],
  116: ['Akerstraat', 116],
  118: ['Akerstraat', 118],
  119: ['Akerstraat', 118, 'A'],
  120: ['Akerstraat', 118, 'b'],
  121: ['Akerstraat', 118, 'b-2'],
  123: ['Akerstraat', 120],
  125: ['Akerstraat', 122],
  127: ['Akerstraat', 124],
  129: ['Akerstraat', 126],
  131: ['Akerstraat', 128],
  145: ['Wieënweg', 12, undefined, '6413WE'],
  170: ['Glück Auf', 7, undefined, '6414GA'],
  222: ['Professor von Kármánstraat', 31, 'e-3', '6418KB'],
}
/** The containers: number, object code, chip, and its stream, first and last day where a case needs them. */
const containers: [string, number, string, string?, string?, string?][] = [
  ['30000260', 107, '6BB618D83BFD0081', 'residual_waste', '2021-03-12', '2025-06-09'],
  ['30000261', 107, '031903C0FC17FD91', 'residual_waste', '2025-06-09'],
  ['30000266', 109, '031903C0FC17FD91', 'residual_waste', '2018-07-11', '2025-06-16'],
  ['30000275', 112, '2237FB35E19DAF25'],
  ['30000279', 114, '25E819DFE35AE7D4'],
  ['30000285', 116, '2F0E76ABE661C285', 'gft'],
  ['30000289', 118, '89656A2E9CA84180'],
  ['30000291', 119, '104A2E86FAA3974D'],
  ['30000293', 120, 'D7F5C94F9F7ACF75'],
  ['30000295', 121, '33076772F9295BDB'],
  ['30000301', 123, '22B13F73120E4C3E'],
  ['30000305', 125, 'B8A5C59E2C184653'],
  ['30000306', 125, 'CA2BC3AC5EA4483F', 'gft'],
  ['30000311', 127, '9605CB88A502582E'],
  ['30000315', 129, '448EC1E4233820C9'],
  ['30000316', 129, 'FEA66E6B00FA6285', 'gft'],
  ['30000319', 131, '5235BB0DFB89429F', 'residual_waste', '2021-12-07', '2026-02-15'],
  ['30000320', 131, 'AC1FEC44357DD624', 'residual_waste', '2026-02-15'],
  ['30000360', 145, '1C74647A9C4524A2'],
  ['30000421', 170, 'D150DCAA0D987565', 'paper'],
  ['30000550', 222, '6AA14434D8F081C4'],
]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00:00Z') })
  await clearTables(
    db,
    'non_clearance',
    'non_clearance_reason',
    'clearance_batch',
    'delivered_until',
    'container',
    'collection_area',
    'collection_system',
    'address',
    'street',
    'town',
    'municipality',
  )
  const ids = new Map<number, number>()
  for (const [code, [street, house_number, house_number_extension, postal_code = '6411CD']] of Object.entries(
    addresses,
  )) {
    const object_code = `0917010000000${code}`
    const { id } = await insertAddress(db, { street, house_number, house_number_extension, postal_code, object_code })
    ids.set(Number(code), id)
  }
  for (const twin of [1, 2])
    await insertAddress(db, { street: 'Zonnewijzerhof', house_number: 9, postal_code: '6411ZB', twin })
  for (const [
    number,
    code,
    chip_number,
    waste_type = 'residual_waste',
    placed_on = '2015-01-01',
    removed_on,
  ] of containers)
    await insertContainer(db, { number, address_id: ids.get(code), chip_number, waste_type, placed_on, removed_on })
  const { id } = await insertCollectionSystem(db, { address_id: ids.get(118) ?? 0, alias: 'plein' })
  await insertContainer(db, {
    number: '30000586',
    collection_system_id: id,
    kind: 'ondergronds',
    placed_on: '2015-01-01',
  })
})

const rejects = join(folder, 'rejects.csv')
async function run(content: string[], options: CommandContext['options'] = {}) {
  const file = join(folder, 'niet-geleegd.csv')
  await writeFile(file, [header, ...content].join('\n'))
  return runCommand(importNonClearances, db, [file], { rejects, ...options })
}
const retry = () => runCommand(retryNonClearances, db, [])
const countsOf = (text: string) => countsIn(text, 'toegevoegd', 'gewijzigd', 'ongewijzigd', 'quarantaine', 'afgekeurd')
const findRows = () =>
  rowsOf<{ supplier_key: string; line: number; outcome: string }>(
    db,
    sql`
    select non_clearance.*, source_line as line, coalesce(problem,
      concat_ws(' ', coalesce(number, 'none'), non_clearance.waste_type, reason, dutch_time(happened_at))) as outcome
    from non_clearance left join container on container.id = container_id order by source_line`,
  )

test('each line of a file of non-clearances is stored, quarantined or rejected as it must be', async () => {
  expect(countsOf(await run(lines))).toEqual([20, 0, 1, 11, 8])
  const found = new Map((await findRows()).map(({ line, outcome }) => [line, outcome]))
  for (const rejected of (await readFile(rejects, 'utf8')).trim().split('\n').slice(1)) {
    const [line, reason = ''] = rejected.split(';')
    found.set(Number(line), `rejected ${reason.includes('velden') ? 'fields' : reason.split(' ')[0]}`)
  }
  expect(outcomes.map(([line]) => [line, found.get(line) ?? 'unchanged'])).toEqual(outcomes)
})

test('a second import of the same non-clearances changes no row', async () => {
  await run(lines)
  const before = await findRows()
  expect(countsOf(await run(lines))).toEqual([0, 0, 21, 11, 8])
  expect(await findRows()).toEqual(before)
  expect(await rowsOf(db, sql`select from clearance_batch`)).toHaveLength(1)
})

test('no table and no output has the persons, the free texts and the pass numbers of a file of non-clearances', async () => {
  const text = await run(lines)
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const outputs = [text, await readFile(rejects, 'utf8')]
  for (const { name } of tables)
    outputs.push(JSON.stringify(await rowsOf(db, sql`select to_jsonb(it) from ${sql.identifier(name)} it`)))
  expect(outputs.join()).toContain('22B13F73120E4C3E')
  for (const unread of ['NIET LEZEN', '0101010101', 'S-1']) expect(outputs.join()).not.toContain(unread)
})

test('a non-clearance leaves the quarantine when its reason, its container or its address is known', async () => {
  expect(await run(lines)).toContain('1  de reden R-99 is onbekend')
  const at = new Map((await findRows()).map(({ supplier_key, outcome }) => [supplier_key, outcome]))
  await run([], { reasons: 'r_99=te_zwaar, X=Deksel open' })
  await sql`insert into non_clearance_reason values ('', 'R-99', 'te_zwaar')`.execute(db)
  await sql`update container set chip_number = 'EEEE1111EEEE1111' where number = '30000275'`.execute(db)
  expect(countsIn(await retry(), 'toegevoegd', 'quarantaine')).toEqual([2, 9])
  const changed = (await findRows()).filter(({ supplier_key, outcome }) => at.get(supplier_key) !== outcome)
  expect(changed.map(({ outcome }) => outcome)).toEqual([
    '30000285 gft te_zwaar 2026-11-18T10:28:00+01:00',
    '30000275 residual_waste te_zwaar 2026-11-25T08:16:20+01:00',
  ])
  expect(countsIn(await retry(), 'toegevoegd', 'quarantaine')).toEqual([0, 9])
})

test('a supplier has its own keys and names of reasons, and a later file corrects its rows', async () => {
  const [first = ''] = lines
  await run([first])
  const named = first.replace('TE ZWAAR', 'T_1')
  expect(countsOf(await run([named], { supplier: 'Rova', reasons: 't 1=te_zwaar' }))).toEqual([1, 0, 0, 0, 0])
  expect(countsOf(await run([named.replace('T_1', 'deksel_open')], { supplier: 'Rova' }))).toEqual([0, 1, 0, 0, 0])
  expect(countsOf(await run([named]))).toEqual([0, 0, 0, 1, 0])
  for (const reasons of ['T1=weg', 'T1=te_zwaar=D', '=te_zwaar', 'T_1=te_zwaar,t 1=obstakel'])
    await expect(run([first], { reasons })).rejects.toThrow(UsageError)
})

test('a delivery is complete up to a day, for the streams that a municipality ever got', async () => {
  await run(lines.slice(0, 10))
  const until = () =>
    rowsOf(db, sql`select waste_type, since, day from delivered_until where kind = 'non_clearances' order by 1`)
  expect(await until()).toEqual([
    { waste_type: 'gft', since: '2026-11-18', day: '2026-11-25' },
    { waste_type: 'paper', since: '2026-10-23', day: '2026-11-25' },
    { waste_type: 'residual_waste', since: '2026-11-25', day: '2026-11-25' },
  ])
  const complete = run([], { until: '27-11-2026', municipality: 'Heerlen,Vaals' })
  await expect(complete).rejects.toThrow('Van Vaals is nog nooit ingelezen wat niet geleegd is')
  expect(await until()).toMatchObject(['gft', 'paper', 'residual_waste'].map(() => ({ day: '2026-11-27' })))
  for (const options of [{ until: '2026-11-27' }, { until: '2026-11-29', municipality: 'Heerlen' }])
    await expect(run([], options)).rejects.toThrow(UsageError)
})

test('a later row of a route replaces the earlier one, and a row of an unknown area is rejected', async () => {
  await insertCollectionArea(db, { name: 'Centrum', postal_codes: ['6411AA', '6411ZZ'] })
  const file = join(folder, 'routes.csv')
  const columns = 'GEMEENTE;GEBIED;FRACTIE_ID;DAG;BEGONNEN;KLAAR'
  const importRows = async (...rows: string[]) => {
    await writeFile(file, [columns, ...rows].join('\n'))
    return countsIn(await runCommand(importRoutes, db, [file], { rejects }), 'toegevoegd', 'gewijzigd', 'ongewijzigd')
  }
  const started = 'Heerlen;Centrum;RESTAFVAL;2026-11-25;7:05;'
  const finished = `${started}26-11-2026 00:15:00`
  expect(await importRows(started, 'Heerlen;Elders;GFT;2026-11-25;07:00;')).toEqual([1, 0, 0])
  expect(await readFile(rejects, 'utf8')).toContain('het gebied ‘Elders’ is in die gemeente onbekend')
  expect(await importRows(started, finished)).toEqual([0, 1, 1])
  expect(
    await rowsOf(
      db,
      sql`select waste_type, day, dutch_time(started_at) as a, dutch_time(finished_at) as b
    from route_day`,
    ),
  ).toEqual([
    { waste_type: 'residual_waste', day: '2026-11-25', a: '2026-11-25T07:05:00+01:00', b: '2026-11-26T00:15:00+01:00' },
  ])
  expect(
    await importRows('Heerlen;Centrum;GFT;2026-11-25;;', `Heerlen;Centrum;GFT;2026-11-25;;08:00`, started),
  ).toEqual([1, 1, 0])
})
