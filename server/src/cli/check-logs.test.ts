import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLogs } from '../domain/access-log/audit-log.queries.ts'
import { appendAnchors } from '../domain/access-log/log-anchors.ts'
import { sql } from '../platform/database/sql.ts'
import { typeCommand } from '../test/commands.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { testDatabase } from '../test/test-database.ts'
import { checkLogsCommand } from './check-logs.ts'
import { migrateDatabase } from './migrate.ts'

const db = await testDatabase()
await sql`insert into audit_event (log, trace_id, action, result, origin)
  select 'audit', gen_random_uuid(), 'export', 'done', 'test' from generate_series(1, 60)`.execute(db)
const check = (...args: string[]) => typeCommand(checkLogsCommand, args, db)

/** Removes all rows of the audit log after a position, and every trace of them in the database. */
const shorten = (length: number) => sql`
  alter table audit_event disable trigger reject_change;
  alter table log_check disable trigger reject_log_check_change;
  delete from audit_event where log = 'audit' and position > ${sql.raw(String(length))};
  delete from log_check;
  update log_chain set length = ${sql.raw(String(length))}, hash = log_hash('audit', ${sql.raw(String(length))})
  where log = 'audit';
  alter table audit_event enable trigger reject_change;
  alter table log_check enable trigger reject_log_check_change`

test('prints each log with its last hash, and exits with 0 when all are intact', async () => {
  const { code, out } = await check()
  expect(code).toBe(0)
  expect(out).toMatch(/logboek +heel, 60 regels, laatste [0-9a-f]{64}@60\n/)
})

test('exits with 1, and states the place, when the owner of the database shortened the audit log', async () => {
  await db
    .transaction(async (transaction) => {
      await sql`alter table audit_event disable trigger reject_change`.execute(transaction)
      await sql`delete from audit_event where log = 'audit' and position > 10`.execute(transaction)
      await sql`update log_chain set length = 10, hash = log_hash('audit', 10) where log = 'audit'`.execute(transaction)
      const { code, err } = await typeCommand(checkLogsCommand, [], transaction)
      expect(code).toBe(1)
      expect(err).toMatch(/logboek +INGEKORT: VANAF REGEL 11 /)
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
})

test('compares with an anchor outside the database, when the stored checks were removed too', async () => {
  const folder = temporaryFolder()
  await appendAnchors(folder, await checkLogs(db))
  const lines = (await readFile(join(folder, 'log-anchors'), 'utf8')).split('\n')
  const anchor =
    lines
      .find((line) => line.includes(' audit '))
      ?.split(' ')
      .at(-1) ?? ''
  expect((await check('--anchor', anchor)).code).toBe(0)
  expect(await check('--anchor', `${'0'.repeat(64)}@60`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('geen logboek heeft op regel 60 dit controlegetal'),
  })
  expect(await check('--anchor', '12')).toMatchObject({ code: 2, err: expect.stringContaining('HASH@LENGTE') })

  await shorten(10).execute(db)
  expect((await check()).code).toBe(0)
  expect(await check('--anchor', anchor)).toMatchObject({ code: 1, err: expect.stringContaining('Ingekort') })
})

test('the owner sets for how long no role can remove rows of a log', async () => {
  expect(await typeCommand(migrateDatabase, ['--keep-logs', 'lang'], db)).toMatchObject({ code: 2 })
  expect(await typeCommand(migrateDatabase, ['--keep-logs', '12'], db)).toMatchObject({ code: 0 })
  const retire = (months: number) =>
    sql`select retire_log('audit', now() - make_interval(months => ${months}), 1)`.execute(db)
  await expect(retire(11)).rejects.toMatchObject({ code: '42501' })
  await expect(retire(12)).resolves.toBeDefined()
})
