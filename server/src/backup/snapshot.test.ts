import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectToWrite } from '../platform/database/connection.ts'
import { readMigrations } from '../platform/database/migrate.queries.ts'
import { sql } from '../platform/database/sql.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { copyDataDirectory } from '../test/prepared.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { beginSnapshot, copyRows, endSnapshot, findSequences, findVersion } from './backup.queries.ts'

const DATA_DIR = temporaryFolder()
copyDataDirectory('migrated', DATA_DIR)
const connection = await connectToWrite(loadConfig({ DATA_DIR }))
const { db } = connection
afterAll(() => connection.close())
beforeEach(async () => {
  await sql`rollback`.execute(db)
})

const settingOf = async (setting: string) =>
  (await sql<{ value: string }>`select current_setting(${setting}) as value`.execute(db)).rows[0]?.value

/**
 * Begins a snapshot, and returns the rows of a table in the text format of COPY, and the chunks in which it is read.
 */
async function copyTable(name: string) {
  const table = (await beginSnapshot(connection)).find((it) => it.name === name)
  if (!table) throw new Error(`There is no table ${name}`)
  const chunks: { blocks: number; rows: number }[] = []
  const rows = await text(copyRows(connection, table, (chunk) => chunks.push(chunk)))
  return { rows: rows.split('\n').slice(0, -1), chunks }
}

test('a backup reads one snapshot of the database, and cannot write to the database', async () => {
  await beginSnapshot(connection)
  expect(await settingOf('transaction_isolation')).toBe('repeatable read')
  expect(await settingOf('transaction_read_only')).toBe('on')
  await endSnapshot(connection)
  expect(await settingOf('transaction_isolation')).toBe('read committed')
})

test('a backup has times in UTC in the ISO format, whatever the settings of the session are', async () => {
  await sql`set timezone = 'America/New_York'; set datestyle = 'German'`.execute(db)
  await sql`create table moment (at timestamptz)`.execute(db)
  await sql`insert into moment values ('2026-01-02 03:04:05Z')`.execute(db)
  expect((await copyTable('moment')).rows).toEqual(['2026-01-02 03:04:05+00'])
})

test('a backup locks every table before it reads the first table, so that no migration changes a table', async () => {
  const names = (await beginSnapshot(connection)).map(({ stored_as }) => stored_as)
  const { rows } = await sql<{ name: string }>`
    select relation::regclass::text as name from pg_locks
    where mode = 'AccessShareLock' and relation in (select oid from pg_class where relkind = 'r')`.execute(db)
  expect(names).toContain('resident')
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})

test('a backup of a table that is read in three chunks has each row once', async () => {
  const pages = 4001
  // Each row fills a page.
  await sql`create table wide (page int, filler text)`.execute(db)
  await sql`alter table wide alter filler set storage plain`.execute(db)
  await sql`insert into wide select page, repeat('x', 5000) from generate_series(1, ${pages}) as page`.execute(db)
  const { rows, chunks } = await copyTable('wide')
  expect(chunks).toEqual([
    { blocks: 2000, rows: 2000 },
    { blocks: 2000, rows: 2000 },
    { blocks: 1, rows: 1 },
  ])
  expect(rows.map((row) => Number.parseInt(row, 10))).toEqual(Array.from({ length: pages }, (_, index) => index + 1))
})

test('a backup has the migrations in their order, the years with clearances, and the state of every public sequence', async () => {
  await sql`select add_clearance_year(2025), add_clearance_year(2024)`.execute(db)
  await sql`create schema elsewhere`.execute(db)
  await sql`create sequence elsewhere.other`.execute(db)
  await sql`create sequence counted; select setval('counted', 7)`.execute(db)
  const tables = await beginSnapshot(connection)
  const version = await findVersion(connection, tables)
  const names = (await readMigrations()).map(({ name }) => name)
  expect(version?.migrations.map(({ name }) => name)).toEqual(names)
  expect(version?.clearance_years).toEqual([2024, 2025])
  const sequences = await findSequences(connection)
  expect(sequences).toContainEqual({ sequence: 'counted', last_value: 7, is_called: true })
  const found = sequences.map(({ sequence }) => sequence)
  expect(found).toEqual([...new Set(found)].sort())
  expect(found).not.toContain('other')
  expect(await findVersion(connection, [])).toBeUndefined()
})
