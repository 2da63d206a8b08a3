import { findResident, fullPath, issueRolls } from '@rd4-loket/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import { retireOldRows } from '../app/retention.queries.ts'
import { checkLogs } from '../domain/access-log/audit-log.queries.ts'
import { addClearanceYears } from '../domain/clearances/clearances.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { sql } from '../platform/database/sql.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { insertAddress, insertPass } from '../test/make.ts'
import { settings, testServer } from '../test/server.ts'
import { rowsOf } from '../test/test-database.ts'
import { grantToPortal, roleExists } from './app-role.queries.ts'

const { db, tokens, tokenOf } = await testServer()
// The name is unique, because a role belongs to the whole PostgreSQL server and other tests use the same server.
const role = `portal_${crypto.randomUUID().slice(0, 8)}`
const environmental_pass_number = '0101010101'

beforeAll(async () => {
  const { id: address_id } = await insertAddress(db, {})
  await insertPass(db, { address_id, number: environmental_pass_number })
  await sql`insert into roll_allowance select 917, year, 6 from generate_series(2026, 2100) year`.execute(db)
  await sql`create role ${sql.identifier(role)}`.execute(db)
  expect(await roleExists(db, role)).toBe(true)
  await grantToPortal(db, role)
})
afterAll(async () => {
  await sql`drop owned by ${sql.identifier(role)}`.execute(db)
  await sql`drop role ${sql.identifier(role)}`.execute(db)
})

/** Runs a task as the granted role. */
const asPortal = (task: (portal: Db) => Promise<void>) =>
  db.connection(async (portal) => {
    await sql`set role ${sql.identifier(role)}`.execute(portal)
    await task(portal).finally(() => sql`reset role`.execute(portal))
  })

test('the granted role can start the portal, find a resident, issue rolls and delete old rows', () =>
  asPortal(async (portal) => {
    expect(await migrate(portal)).toEqual([])
    const granted = { ...db, ...portal }
    const app = await buildApp({ db: granted, reads: granted }, tokens, settings)
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${tokenOf.get('municipal')}` } })
    expect((await post(fullPath(findResident), { environmental_pass_number })).statusCode).toBe(200)
    expect((await post(fullPath(issueRolls), { environmental_pass_number, rolls: 1 })).statusCode).toBe(200)
    expect((await checkLogs(portal)).map(({ fault }) => fault)).toEqual([null, null, null])
    await retireOldRows(portal, loadConfig({}).keep_months)
    await app.close()
  }))

test('the granted role can start the portal after an import has added a year of clearances', async () => {
  await addClearanceYears(db, [2031])
  await asPortal(async (portal) => {
    expect(await migrate(portal)).toEqual([])
    expect(await rowsOf(portal, sql`select from clearance_2031`)).toEqual([])
  })
})

test.each([
  sql`update audit_event set result = 'done'`,
  sql`delete from audit_event`,
  sql`truncate audit_event`,
  sql`update processing_record set name = ''`,
  sql`delete from processing_record`,
  sql`truncate processing_record`,
  sql`alter table audit_event disable trigger all`,
  sql`update log_chain set kept_from = 100`,
  sql`update log_chain set min_months = 1`,
  sql`update log_check set fault = null`,
  sql`delete from log_check`,
  sql`insert into log_check (log, length) values ('audit', 1)`,
  sql`update subject_key set key = ''`,
  sql`insert into audit_event (log, happened_at, trace_id, action, result, origin)
    values ('audit', '2020-01-01', gen_random_uuid(), 'export', 'done', 'test')`,
  sql`select retire_log('audit', now(), 1)`,
])('the granted role cannot change the logs other than by an insert: error 42501 (%#)', (statement) =>
  asPortal(async (portal) => {
    await expect(statement.execute(portal)).rejects.toMatchObject({ code: '42501' })
  }),
)

test.each([sql`retire_log('audit', null, 100)`, sql`retire_log('audit', now() - interval '1 year', null)`])(
  'the granted role deletes no row of a log without a moment and a maximum number (%#)',
  (call) =>
    asPortal(async (portal) => {
      await sql`
      insert into audit_event (log, trace_id, action, result, origin)
      values ('audit', gen_random_uuid(), 'export', 'done', 'test')`.execute(portal)
      const kept = sql`select log, length, kept_from from log_chain order by log`
      const before = await rowsOf(portal, kept)
      await sql`select ${call}`.execute(portal)
      expect(await rowsOf(portal, kept)).toEqual(before)
    }),
)

test('the granted role cannot lengthen a log by rows of a table of its own', () =>
  asPortal(async (portal) => {
    await sql`create temp table forged (log text, position bigint, hash bytea)`.execute(portal)
    const trigger = sql`create trigger forged before insert on forged for each row execute function append_to_chain()`
    await expect(trigger.execute(portal)).rejects.toMatchObject({ code: '42501' })
    await sql`drop table forged`.execute(portal)
  }))
