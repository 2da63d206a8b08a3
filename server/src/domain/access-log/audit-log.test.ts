import type { AuditAction } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/http/api.ts'
import { insertEmployee } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import { appendAuditEvent, appendSecurityEvent, checkLogs, type LogEvent } from './audit-log.queries.ts'

const db = await testDatabase()
let actor: Actor
beforeAll(async () => {
  const employee = await insertEmployee(db, { email: 'clerk@loket.example' })
  actor = { id: crypto.randomUUID(), ip: '192.0.2.1', employee }
})

const found: LogEvent<AuditAction> = { action: 'find_resident', result: 'done', object: { kind: 'pass', key: 'f00d' } }
const append = (event = found) => appendAuditEvent(db, actor, event)
const events = async () =>
  (await sql<{ log: string; position: number }>`select * from audit_event order by log, position`.execute(db)).rows

const insertEvent = (log: 'audit' | 'security') => sql`
  insert into audit_event (log, trace_id, action, result, origin)
  values (${log}, gen_random_uuid(), 'export', 'done', 'test')`
const insertProcessing = sql`
  insert into processing_record (trace_id, span_id, status_code, name, start_time, end_time, resource_name,
    resource_version, processing_activity_id, data_subject_id, data_subject_id_type)
  values (gen_random_uuid(), '0123456789abcdef', 1, 'find_resident', now(), now(), 'test', '1', 'x', 'y', 'z')`

describe('the audit log', () => {
  test('stores an action with the audit key of the employee', async () => {
    await append({ ...found, purpose: 'extra_rollen', result_count: 1 })
    const { rows } = await sql<{ audit_key: string }>`select audit_key from employee`.execute(db)
    expect(await events()).toMatchObject([
      {
        log: 'audit',
        position: 1,
        trace_id: actor.id,
        employee_key: rows[0]?.audit_key,
        action: 'find_resident',
        object_kind: 'pass',
        object_key: 'f00d',
        result: 'done',
        result_count: 1,
        purpose: 'extra_rollen',
        origin: '192.0.2.1',
      },
    ])
  })

  test('has no events about logins, because the security log stores these events', async () => {
    await appendSecurityEvent(db, { ...actor, employee: null }, { action: 'log_in_refused', result: 'refused' })
    expect((await events()).at(-1)).toMatchObject({ log: 'security', position: 1, employee_key: null })
  })

  test('stores no event of a transaction that is rolled back', async () => {
    const before = await events()
    const failing = db.transaction(async (transaction) => {
      await appendAuditEvent(transaction, actor, found)
      throw new Error('afterwards')
    })
    await expect(failing).rejects.toThrow('afterwards')
    expect(await events()).toEqual(before)
  })

  test('is one chain without gaps after simultaneous writes', async () => {
    await Promise.all(Array.from({ length: 30 }, () => append()))
    const positions = (await events()).filter(({ log }) => log === 'audit').map(({ position }) => position)
    expect(positions).toEqual(Array.from(positions, (_, index) => index + 1))
    expect((await checkLogs(db)).map(({ fault }) => fault)).toEqual([null, null, null])
  })

  // The embedded engine has one session, so a missing lock changes no result. RowShareLock is the mode of
  // `select … for update`. The later update of the chain has another mode.
  test.each([
    ['an insert into the audit log', insertEvent('audit')],
    ['an insert into the security log', insertEvent('security')],
    ['an insert into the processing log', insertProcessing],
    ['the retention of a log', sql`select retire_log('audit', now() - interval '1 year', 10)`],
  ])('%s locks the chain before it reads the state of the chain', async (_, statement) => {
    await db.transaction(async (transaction) => {
      await statement.execute(transaction)
      const { rows } = await sql<{ mode: string }>`
        select mode from pg_locks where relation = 'log_chain'::regclass and pid = pg_backend_pid()`.execute(
        transaction,
      )
      expect(rows.map(({ mode }) => mode)).toContain('RowShareLock')
    })
  })

  test.each([
    sql`update audit_event set result = 'not_found' where position = 3`,
    sql`delete from audit_event where position = 3`,
    sql`truncate audit_event`,
    sql`truncate processing_record`,
    sql`update log_check set fault = null`,
    sql`delete from log_check`,
    sql`truncate log_check`,
  ])('rejects a statement that changes or deletes rows (%#)', async (change) => {
    await append()
    await expect(change.execute(db)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the check of a hash chain returns the position of', () => {
  const last = async () => (await events()).filter(({ log }) => log === 'audit').at(-1)?.position ?? 0
  const breaches = [
    ['a changed row', sql`update audit_event set employee_key = null where log = 'audit' and position = 7`, () => 7],
    ['a removed row', sql`delete from audit_event where log = 'audit' and position = 7`, () => 7],
    [
      'the first row after rows were removed from the beginning',
      sql`delete from audit_event where log = 'audit' and position < 3`,
      () => 1,
    ],
    [
      'the first row that was removed from the end',
      sql`delete from audit_event where log = 'audit' and position > 20`,
      () => 21,
    ],
    [
      'a row whose hash does not include the hash of the previous row',
      sql`update audit_event set hash = chained_hash('', to_jsonb(audit_event)) where log = 'audit' and position = 12`,
      () => 12,
    ],
  ] as const
  test.each(breaches)('%s', async (_, breach, position) => {
    expect(await last()).toBeGreaterThan(21)
    let found: unknown
    const undone = db.transaction(async (transaction) => {
      await sql`alter table audit_event disable trigger reject_change`.execute(transaction)
      await breach.execute(transaction)
      ;[found] = await checkLogs(transaction)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(found).toMatchObject({ log: 'audit', fault: 'broken', broken_at: position() })
  })
})

describe('a check, after somebody with all rights', () => {
  const rewrite = sql`
    do $$
      declare
        row_hash bytea := sha256('');
        entry audit_event;
      begin
        for entry in select * from audit_event where log = 'audit' order by position loop
          row_hash := chained_hash(row_hash, to_jsonb(entry));
          update audit_event set hash = row_hash where log = 'audit' and position = entry.position;
        end loop;
        update log_chain set hash = row_hash, length = (select max(position) from audit_event where log = 'audit')
        where log = 'audit';
      end
    $$`
  const tampered = [
    ['removed the last rows', sql`delete from audit_event where log = 'audit' and position > 20`, 'shortened', 21],
    [
      'changed a row',
      sql`update audit_event set employee_key = null where log = 'audit' and position = 25`,
      'changed',
      // The check at length 22 still matches, so the changed row is after it.
      23,
    ],
    [
      'removed the last rows, and added as many others',
      sql`delete from audit_event where log = 'audit' and position > 20;
        insert into audit_event (log, position, happened_at, trace_id, action, result, origin, hash)
        select 'audit', position, now(), gen_random_uuid(), 'export', 'done', 'test', ''
        from generate_series(21, 120) as position`,
      'changed',
      1,
    ],
  ] as const
  test.each(tampered)('%s, and computed all hashes again, reports where', async (_, change, fault, broken_at) => {
    let found: unknown
    const undone = db.transaction(async (transaction) => {
      const lengthOf = (length: number) =>
        sql`insert into log_check (log, length, hash) values ('audit', ${length}, log_hash('audit', ${length}))`
      await lengthOf(22).execute(transaction)
      await checkLogs(transaction)
      await sql`alter table audit_event disable trigger reject_change`.execute(transaction)
      await sql`alter table audit_event disable trigger append_to_chain`.execute(transaction)
      for (const part of [change, rewrite]) await part.execute(transaction)
      ;[found] = await checkLogs(transaction)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(found).toMatchObject({ log: 'audit', fault, broken_at })
  })
})
