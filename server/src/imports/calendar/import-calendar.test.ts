import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { CommandError, UsageError } from '../../platform/runtime/command.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { runCommand } from '../../test/commands.ts'
import { nextYear } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { importCalendar } from './import-calendar.ts'

const { app, db } = await testServer()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-calendar-'))
afterAll(() => rm(folder, { recursive: true }))

const run = (file: string, options: Record<string, string>) => runCommand(importCalendar, db, [file], options)

/** Imports a file with this content. */
async function importContent(content: string, options: Record<string, string>, name = 'dagen.csv') {
  const file = join(folder, name)
  await writeFile(file, content)
  return run(file, options)
}

const calendar = async (query: string) => (await app.inject({ url: `/api/v1/waste-calendar?${query}` })).json()
const days = async (house_number: number, year: number) =>
  (await calendar(`postal_code=6417AT&house_number=${house_number}&year=${year}`)).data.items[0].map(
    ({ date, type }: { date: string; type: string }) => `${date} ${type}`,
  )
const address = { address: '6417 AT 32' }
const area = { municipality: 'Heerlen', area: 'Heerlen 6417' }

beforeEach(async () => {
  await clearTables(db, 'collection_area', 'collection_year', 'address')
  await insertAddress(db, { postal_code: '6417AT', house_number: 32 })
  await insertAddress(db, { postal_code: '6417AT', house_number: 34 })
  await sql`
    insert into collection_year (municipality_id, year, published_on)
    values (917, 2025, '2024-12-01'), (917, 2026, '2025-12-01')`.execute(db)
  await insertCollectionArea(db, {
    name: 'Heerlen 6417',
    postal_codes: ['6417AA', '6417ZZ'],
    rules: [{ category: 'gft', every_weeks: 26, valid_from: '2025-03-05' }],
  })
})

/** The collection days of the area before an import. */
const areaDays = { 2025: ['2025-03-05 gft', '2025-09-03 gft'], 2026: ['2026-03-04 gft', '2026-09-02 gft'] }

test('replaces the days of one address in one year, and does not change other years and other addresses', async () => {
  expect(
    await importContent('datum;afvalstroom\n2026-01-07;residual_waste\n2026-01-08;christmas_trees\n', address),
  ).toBe('6417 AT 32 heeft nu 2 ophaaldagen in 2026.')
  expect(await days(32, 2026)).toEqual(['2026-01-07 residual_waste', '2026-01-08 christmas_trees'])
  expect(await days(32, 2025)).toEqual(areaDays[2025])
  expect(await days(34, 2026)).toEqual(areaDays[2026])
})

test('an import of collection days changes nothing when the same file is imported again, and a later file replaces the days', async () => {
  const lines = 'afvalstroom,datum\ngft,2026-01-07\ngft,2026-01-07\n'
  await importContent(lines, address)
  await importContent(lines, address)
  expect(await days(32, 2026)).toEqual(['2026-01-07 gft'])
  await importContent('datum;afvalstroom\n2026-02-03;pmd\n', address)
  expect(await days(32, 2026)).toEqual(['2026-02-03 pmd'])
})

test('reads Dutch days', async () => {
  await importContent('datum;afvalstroom\n7-1-2026;residual_waste\n08-01-2026;gft\n', address)
  expect(await days(32, 2026)).toEqual(['2026-01-07 residual_waste', '2026-01-08 gft'])
})

test('raises the revision with each import, so that calendar clients fetch the days again', async () => {
  const revisionOf = async (name: string) =>
    (await sql<{ rules_revision: number }>`select rules_revision from collection_area where name = ${name}`.execute(db))
      .rows[0]?.rules_revision
  for (const day of ['2026-01-07', '2026-01-08', '2026-01-09'])
    await importContent(`datum;afvalstroom\n${day};gft\n`, area)
  expect(await revisionOf('Heerlen 6417')).toBe(3)
  await importContent('datum;afvalstroom\n2026-01-07;pmd\n', address)
  expect(await revisionOf('6417AT 32')).toBeGreaterThan(3)
  expect(await revisionOf('Heerlen 6417')).toBe(3)
})

test('logs the days that the import removes and adds', async () => {
  await importContent('datum;afvalstroom\n2026-03-04;gft\n2026-03-05;pmd\n', area)
  const { rows } = await sql`
    select old_values, new_values from audit_event where object_kind = 'collection_rules'
    order by position desc limit 1`.execute(db)
  expect(rows).toEqual([{ old_values: { gft: ['2026-09-02'] }, new_values: { pmd: ['2026-03-05'] } }])
})

test.each(['HEERLEN', '917', '0917'])(
  'finds the municipality of an area by its name or code: %s',
  async (municipality) => {
    await importContent('datum;afvalstroom\n2026-01-07;pmd\n', { ...area, municipality })
    expect(await days(34, 2026)).toEqual(['2026-01-07 pmd'])
  },
)

test('copies the exceptions of the area to an address that gets its own days, with a higher revision', async () => {
  await sql`
    insert into collection_exception (collection_area_id, category, reason, revision, day, state, moved_to)
    select id, 'gft', 'wegens werk aan de weg', 5, day, state, moved_to
    from collection_area, (values
      (date '2025-03-05', 'moved', date '2025-03-07'),
      (date '2025-09-03', 'cancelled', null)) as exception (day, state, moved_to)`.execute(db)
  for (const day of ['2026-01-07', '2026-01-08']) await importContent(`datum;afvalstroom\n${day};pmd\n`, address)
  expect(await days(32, 2025)).toEqual(['2025-03-07 gft'])
  const { rows: own } = await sql<{ revision: number; rules_revision: number }>`
    select revision, rules_revision
    from collection_exception join collection_area on collection_area.id = collection_area_id
    where of_one_address`.execute(db)
  expect(own).toHaveLength(2)
  for (const { revision, rules_revision } of own) expect(revision + rules_revision).toBeGreaterThan(5)
})

test('stores the days for every current address with that postal code and number, and for no retired address', async () => {
  const twins = { postal_code: '6417AT', house_number: 36 }
  for (const twin of [1, 2, 3])
    await insertAddress(db, { ...twins, twin, ...(twin === 1 && { retired_on: '2026-01-01' }) })
  for (const day of ['2026-01-07', '2026-01-08'])
    await importContent(`datum;afvalstroom\n${day};pmd\n`, { address: '6417 AT 36' })
  const { rows } = await sql`
    select twin, name
    from collection_area_address
      join collection_area on collection_area.id = collection_area_id
      join address on address.id = address_id
    order by twin`.execute(db)
  expect(rows).toEqual([2, 3].map((twin) => ({ twin, name: '6417AT 36' })))
  expect(await days(36, 2026)).toEqual(['2026-01-08 pmd'])
})

test('the next import applies earlier imported days to an address that replaces a retired address', async () => {
  await importContent('datum;afvalstroom\n2025-01-07;pmd\n', address)
  await sql`update address set retired_on = '2026-01-01' where postal_code = '6417AT' and house_number = 32`.execute(db)
  await insertAddress(db, { street: 'Nieuwe Akerstraat', postal_code: '6417AT', house_number: 32 })
  expect(await days(32, 2025)).toEqual(areaDays[2025])
  await importContent('datum;afvalstroom\n2026-01-08;pmd\n', address)
  expect([await days(32, 2025), await days(32, 2026)]).toEqual([['2025-01-07 pmd'], ['2026-01-08 pmd']])
})

test('imports days of number 7 1/2 separately from those of number 7-12, which has the same key', async () => {
  const [half, twelve] = [{ address: '6417AT 7 1/2' }, { address: '6417AT 7-12' }]
  const lines = (day: string) => `datum;afvalstroom\n${day};pmd\n`
  await insertAddress(db, { postal_code: '6417AT', house_number: 7, house_number_extension: '12' })
  await expect(importContent(lines('2026-01-07'), half)).rejects.toThrow('Het adres 6417AT 7 1/2 is niet bekend.')
  await insertAddress(db, { postal_code: '6417AT', house_number: 7, house_number_extension: '1-2', twin: 2 })
  await importContent(lines('2026-01-07'), half)
  await importContent(lines('2026-01-08'), twelve)
  const { rows } = await sql`
    select house_number_extension, name from collection_area_address
      join collection_area on collection_area.id = collection_area_id
      join address on address.id = address_id
    order by name`.execute(db)
  expect(rows).toEqual([
    { house_number_extension: '1-2', name: '6417AT 7 1-2' },
    { house_number_extension: '12', name: '6417AT 7 12' },
  ])
  expect((await calendar('postal_code=6417AT&house_number=7-12&year=2026')).data.items[0]).toMatchObject([
    { date: '2026-01-08' },
  ])
})

test('an import of collection days fails when an area for several addresses already has the name of the address', async () => {
  await insertCollectionArea(db, { name: '6417AT 32', postal_codes: ['6418AA', '6418ZZ'] })
  const lines = 'datum;afvalstroom\n2026-01-07;pmd\n'
  await expect(importContent(lines, address)).rejects.toThrow('Een ophaalgebied heet al 6417AT 32.')
  await expect(importContent(lines, address)).rejects.toThrow(CommandError)
})

test('replaces the days of an area in one year, and does not change another year', async () => {
  await importContent('datum;afvalstroom\n2026-01-07;paper\n', area)
  expect(await days(34, 2026)).toEqual(['2026-01-07 paper'])
  expect(await days(34, 2025)).toEqual(areaDays[2025])
})

test('publishes each year of the file on the day of --publish-on, and logs that', async () => {
  const lines = `datum;afvalstroom\n2026-01-07;paper\n${nextYear}-01-07;paper\n`
  const text = await importContent(lines, { ...area, 'publish-on': '2-12-2025' })
  expect(text).toContain(`2026 en ${nextYear}: te zien vanaf 2025-12-02.`)
  expect(text).not.toContain('nog geen dag van publicatie')
  expect(await days(34, nextYear)).toEqual([`${nextYear}-01-07 paper`])
  const { rows } = await sql`
    select object_key, old_values, new_values from audit_event where object_kind = 'collection_year'
    order by position desc limit 2`.execute(db)
  const new_values = { published_on: '2025-12-02' }
  expect(rows).toEqual([
    { object_key: `917 ${nextYear}`, old_values: {}, new_values },
    { object_key: '917 2026', old_values: { published_on: '2025-12-01' }, new_values },
  ])
})

test('an import of collection days changes nothing with --dry-run', async () => {
  const options = { ...area, 'publish-on': '2025-12-01', 'dry-run': '' }
  const text = await importContent(`datum;afvalstroom\n2026-01-07;paper\n${nextYear}-01-07;paper\n`, options)
  expect(text).toContain('er is niets gewijzigd')
  expect(await days(34, 2026)).toEqual(areaDays[2026])
  expect((await sql`select from collection_year where year = ${nextYear}`.execute(db)).rows).toEqual([])
})

test.each(['2026-02-30', 'morgen', `${nextYear + 2}-01-01`])('--publish-on %s is wrong usage', async (day) => {
  const lines = 'datum;afvalstroom\n2026-01-07;paper\n'
  await expect(importContent(lines, { ...area, 'publish-on': day })).rejects.toThrow(UsageError)
})

test('reports a column that is not used, and refuses the file with --strict', async () => {
  const lines = 'datum;afvalstroom;wijk\n2026-01-07;paper;Centrum\n'
  await expect(importContent(lines, { ...area, strict: '' })).rejects.toThrow('niet gebruikt worden: ‘wijk’.')
  expect(await importContent(lines, area)).toContain('Kolommen die niet gebruikt zijn: ‘wijk’.')
})

test('warns when a year in the file has no publication date', async () => {
  expect(await importContent('datum;afvalstroom\n2027-01-07;paper\n', area)).toContain(
    'Let op: voor 2027 is nog geen dag van publicatie bekend',
  )
})

test.each([
  ['datum;afvalstroom\n2026-02-30;gft\n', 'dagen.csv', 'regel 2'],
  ['datum;afvalstroom\n2026-02-03;sneeuw\n', 'dagen.csv', 'regel 2'],
  ['dag;soort\n2026-02-03;gft\n', 'dagen.csv', 'datum en afvalstroom'],
  ['datum;afvalstroom\n0000-02-03;gft\n', 'dagen.csv', 'regel 2 (0000-02-03) buiten de jaren 2000 tot en met'],
  ['datum;afvalstroom\n1999-12-31;gft\n', 'dagen.csv', 'regel 2 (1999-12-31) buiten'],
  [`datum;afvalstroom\n${nextYear + 2}-01-01;gft\n`, 'dagen.csv', `tot en met ${nextYear + 1}.`],
  ['{"data":{"items":[[{"date":"9999-12-31","type":"gft"}]]}}', 'dagen.json', 'dag 1 (9999-12-31) buiten'],
  ['datum;afvalstroom\n', 'dagen.csv', 'geen ophaaldagen'],
  ['{"data":', 'dagen.json', 'JSON'],
  ['{"items":[]}', 'dagen.json', 'geen antwoord van een afvalkalender'],
  ['{"data":{"items":[[{"date":"2026-01-01","type":"x"}]]}}', 'dagen.json', 'dag 1'],
])('rejects a file with the content %j and changes nothing', async (content, name, sentence) => {
  await expect(importContent(content, address, name)).rejects.toThrow(sentence)
  await expect(importContent(content, address, name)).rejects.toThrow(CommandError)
  expect(await days(32, 2026)).toEqual(areaDays[2026])
})

test('an import of collection days fails unless the options identify exactly one existing address or one existing area', async () => {
  const lines = 'datum;afvalstroom\n2026-01-07;paper\n'
  for (const wrong of [{}, { ...address, ...area }, { area: 'Heerlen 6417' }, { address: 'Akerstraat 32' }])
    await expect(importContent(lines, wrong)).rejects.toThrow(UsageError)
  await expect(importContent(lines, { address: '6417AT 99' })).rejects.toThrow('Het adres 6417AT 99 is niet bekend.')
  await expect(importContent(lines, { ...area, area: 'Mars' })).rejects.toThrow('geen ophaalgebied met de naam Mars')
  await expect(importContent(lines, { ...area, municipality: 'Mars' })).rejects.toThrow('De gemeente Mars is onbekend.')
})

const real = fileURLToPath(new URL('../../../../../shared/data/calendars/rd4_6417AT_32_2026.json', import.meta.url))
test.runIf(existsSync(real))(
  'imports a real public calendar, and then serves a reply that equals that calendar',
  async () => {
    expect(await run(real, address)).toBe('6417 AT 32 heeft nu 87 ophaaldagen in 2026.')
    const answer = await calendar('postal_code=6417+AT&house_number=32&house_number_extension=&year=2026')
    expect(answer).toEqual(JSON.parse(await readFile(real, 'utf8')))
    expect(answer.data.items[0]).toHaveLength(87)
  },
)
