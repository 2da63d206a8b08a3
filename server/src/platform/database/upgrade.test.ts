import { beforeAll, expect, test } from 'vitest'
import { checkLogs } from '../../domain/access-log/audit-log.queries.ts'
import { addClearanceYears } from '../../domain/clearances/clearances.queries.ts'
import {
  changedTables,
  fillVersion1,
  findColumns,
  findRows,
  findSequenceValues,
  type TableColumns,
} from '../../test/inputs/version-1.ts'
import { insertRow } from '../../test/make.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { today } from '../runtime/days.ts'
import type { Db } from './db.ts'
import { applyMigration, planMissingMigrations, readMigrations } from './migrate.queries.ts'
import type { TablePlan } from './migration-plan.ts'
import { sql } from './sql.ts'

const db = await testDatabase({ migrated: false })
let columns: TableColumns
let rows: Record<string, string[]>
let sequences: Record<string, number | null>
/** What each migration does with the tables that exist before the upgrade: as planned, and as measured. */
const planned: Record<string, Pick<TablePlan, 'lock' | 'rewrites'>> = {}
const measured: Record<string, Pick<TablePlan, 'lock' | 'rewrites'>> = {}

beforeAll(async () => {
  await fillVersion1(db)
  columns = await findColumns(db)
  rows = await findRows(db, columns)
  sequences = await findSequenceValues(db)
  const plans = new Map((await planMissingMigrations(db)).map((plan) => [plan.name, plan]))
  for (const migration of await readMigrations()) {
    const plan = plans.get(migration.name)
    if (!plan) continue
    for (const { name, lock, rewrites } of plan.tables)
      if (lock !== 'rows') planned[`${migration.name} ${name}`] = { lock, rewrites }
    const files = new Map((await findFiles(db)).map(({ id, name, file }) => [id, { name, file }]))
    await db.transaction(async (transaction) => {
      await applyMigration(transaction, migration)
      const after = new Map((await findFiles(transaction)).map(({ id, file }) => [id, file]))
      for (const { id, lock } of await findLocks(transaction)) {
        // The plan has the name of a table before the migration, which can rename it.
        const { name = '', file } = files.get(id) ?? {}
        if (name in columns) measured[`${migration.name} ${name}`] = { lock, rewrites: file !== after.get(id) }
      }
    })
  }
})

const findFiles = (of: Db) =>
  rowsOf<{ id: number; name: string; file: number }>(
    of,
    sql`select oid::int as id, relname::text as name, relfilenode::int as file from pg_class`,
  )

/** Returns the strongest lock of this transaction on each table, if others wait for it. */
const findLocks = (of: Db) =>
  rowsOf<{ id: number; lock: 'all' | 'writes' }>(
    of,
    sql`select relation::int as id, case when bool_or(mode = 'AccessExclusiveLock') then 'all' else 'writes' end as lock
      from pg_locks join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and relkind in ('r', 'p') and not relispartition
        and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
      group by 1`,
  )

test('the plan of an upgrade names each table for which others wait, and each table that is written again', () => {
  expect(planned).toEqual(measured)
})

test('the database of version 1.0.0 has a value in every column of every table', () => {
  const empty = Object.entries(columns).flatMap(([table, names]) => {
    const stored = (rows[table] ?? []).map((row) => JSON.parse(row))
    return names.filter((name) => !stored.some((row) => row[name] !== null)).map((name) => `${table}.${name}`)
  })
  expect(empty).toEqual([])
})

test('an upgrade of version 1.0.0 keeps every row and every value', async () => {
  expect(await findRows(db, columns, changedTables)).toEqual(rows)
})

test('an upgrade of version 1.0.0 keeps the numbering of new rows', async () => {
  const { notice_id_seq: card_id_seq, ...others } = sequences
  expect(await findSequenceValues(db)).toMatchObject({ ...others, card_id_seq })
})

test('an upgrade of version 1.0.0 leaves every constraint and index valid, and every trigger enabled', async () => {
  const weak = await rowsOf(
    db,
    sql`
      select conname as name from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
      union all
      select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not indisvalid
      union all
      select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and tgenabled = 'D'`,
  )
  expect(weak).toEqual([])
})

test('an upgrade of version 1.0.0 keeps the list of collection systems equal to its source', async () => {
  const source = await findRows(db, { collection_system_listing_source: columns['collection_system_listing'] ?? [] })
  expect(rows['collection_system_listing']).toEqual(source['collection_system_listing_source'])
  expect(rows['collection_system_listing']).toHaveLength(4)
})

test('an upgrade of version 1.0.0 gives each intact check of a log the hash of that log', async () => {
  const checks = await rowsOf(
    db,
    sql`
      select log_check.log, fault, log_check.hash = coalesce(audit_event.hash, processing_record.hash) as is_hash_of_row
      from log_check
        left join audit_event on audit_event.log = log_check.log and audit_event.position = length
        left join processing_record on log_check.log = 'processing' and processing_record.position = length
      order by 1`,
  )
  expect(checks).toEqual([
    { log: 'audit', fault: null, is_hash_of_row: true },
    { log: 'processing', fault: null, is_hash_of_row: true },
    { log: 'security', fault: 'broken', is_hash_of_row: null },
  ])
})

test('an upgrade of version 1.0.0 knows until which day each kind of data was delivered', async () => {
  const delivered = await rowsOf<{ kind: string; municipality_id: number; waste_type: string | null }>(
    db,
    sql`select kind, municipality_id, waste_type, since, day from delivered_until order by kind`,
  )
  expect(delivered.map(({ kind }) => kind)).toEqual([
    'clearances',
    'collection_days',
    'containers',
    'passes',
    'pickups',
  ])
  expect(delivered[0]).toMatchObject({ waste_type: 'residual_waste', since: '2025-12-31', day: '2026-03-03' })
  for (const other of delivered.slice(1))
    expect(other).toMatchObject({ municipality_id: 917, waste_type: null, since: null, day: today() })
})

test('an upgrade of version 1.0.0 gives each clearance in quarantine its line, which counts it', async () => {
  const lines = await rowsOf(
    db,
    sql`select supplier_key, cause, key, state, rows, cents::int as cents, unpriced, oldest_on
      from clearance_quarantine left join quarantine_line line on line.id = line_id order by supplier_key`,
  )
  const common = { cause: 'address_unknown', state: 'waiting' }
  expect(lines).toEqual([
    { ...common, supplier_key: 'L9', key: 'OBJ-9', rows: 2, cents: 645, unpriced: 1, oldest_on: '2026-02-28' },
    { ...common, supplier_key: 'L9-2', key: 'OBJ-9', rows: 2, cents: 645, unpriced: 1, oldest_on: '2026-02-28' },
    {
      ...{ supplier_key: 'L9-3', cause: 'fraction_unknown', state: 'waiting', key: 'MED' },
      ...{ rows: 1, cents: 300, unpriced: 0, oldest_on: '2026-03-02' },
    },
  ])
  const counted = sql`select cause, state, lines, rows, cents::int as cents from quarantine_count order by cause`
  expect(await rowsOf(db, counted)).toEqual([
    { ...common, lines: 1, rows: 2, cents: 645 },
    { cause: 'fraction_unknown', state: 'waiting', lines: 1, rows: 1, cents: 300 },
  ])
})

test('an upgrade of version 1.0.0 keeps the access of sessions with a second factor or of an organisation', async () => {
  const sessions = await rowsOf(db, sql`select employee_id, has_second_factor from session order by 1`)
  expect(sessions).toEqual([
    { employee_id: 1, has_second_factor: true },
    { employee_id: 2, has_second_factor: true },
    { employee_id: 3, has_second_factor: false },
  ])
})

test('after an upgrade of version 1.0.0 the logs are intact', async () => {
  expect((await checkLogs(db)).map(({ fault }) => fault)).toEqual([null, null, null])
})

test('after an upgrade of version 1.0.0 clearances of an earlier and of a new year can be stored', async () => {
  await addClearanceYears(db, [2031])
  for (const cleared_at of ['2026-06-01 08:00:00Z', '2031-06-01 08:00:00Z'])
    expect(
      await insertRow(db, 'clearance', {
        batch_id: 1,
        address_id: 1,
        cleared_at,
        waste_type: 'residual_waste',
        category: 'rest',
      }),
    ).toMatchObject({ batch_id: 1 })
})
