import { createHmac } from 'node:crypto'
import { ApiError, findResident } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import type { LoggedAccess } from '../../platform/http/api.ts'
import { insertEmployee } from '../../test/make.ts'
import { rowOf, rowsOf, testDatabase } from '../../test/test-database.ts'
import { secondsToWait } from './access-log.queries.ts'
import { accessLog } from './access-log.ts'

const db = await testDatabase()
const employee = await insertEmployee(db, { email: 'clerk@loket.example' })
const actor = { id: crypto.randomUUID(), ip: '192.0.2.1', employee }
const number = '0101010101'

/** Runs a task as a logged access to a resident. The call arrived `seconds` ago. */
function access<Result>(
  task: (access: LoggedAccess) => Promise<Result>,
  { subject_secret, seconds = 0 }: { subject_secret?: string; seconds?: number } = {},
) {
  const call = { request: { headers: {} }, reply: { elapsedTime: seconds * 1000 }, actor }
  const settings = { pass_limit: 1_000_000, keep_months: { schemes: 36 }, subject_secret }
  return accessLog(db, settings)(call as never, findResident.personal as never, task)
}

test('an access that is rejected undoes its own changes, and is logged', async () => {
  const rejected = access(async ({ transaction, recordLookup }) => {
    recordLookup(number)
    await sql`insert into municipality (id, name) values (917, 'Heerlen')`.execute(transaction)
    throw new ApiError(422, 'Dit kan niet')
  })
  await expect(rejected).rejects.toMatchObject({ status: 422 })
  expect(await rowsOf(db, sql`select from municipality`)).toEqual([])
  expect(await rowsOf(db, sql`select action, result from audit_event`)).toEqual([
    { action: 'find_resident', result: 'refused' },
  ])
})

test('a processing starts when the call arrives, and ends when it is logged', async () => {
  await access(async ({ recordFound }) => recordFound(number), { seconds: 60 })
  const { seconds } = await rowOf(
    db,
    sql<{ seconds: number }>`select extract(epoch from end_time - start_time) as seconds from processing_record`,
  )
  expect(seconds).toBeGreaterThanOrEqual(60)
})

test('SUBJECT_SECRET is the key of the pass numbers in the logs; without it, each database has its own key', async () => {
  const keyOf = (subject_secret?: string) =>
    access(async ({ recordLookup }) => recordLookup(number), subject_secret ? { subject_secret } : {})
  const subject_secret = 'a secret of these tests, long enough'
  expect(await keyOf(subject_secret)).toBe(createHmac('sha256', subject_secret).update(number).digest('hex'))
  const { key } = await rowOf(db, sql<{ key: Buffer }>`select key from subject_key`)
  expect(await keyOf()).toBe(createHmac('sha256', key).update(number).digest('hex'))
})

test('the limit of passes counts the lookups of one employee in the last minute', async () => {
  const colleague = await insertEmployee(db, { email: 'colleague@loket.example' })
  const lookUp = (seconds: number) => sql`
    insert into audit_event (log, happened_at, trace_id, employee_key, action, result, origin)
    select 'audit', clock_timestamp() - ${seconds} * interval '1 second', gen_random_uuid(), audit_key,
      'find_resident', 'done', 'test'
    from employee where id = ${colleague.id}`
  for (const seconds of [300, 61]) await lookUp(seconds).execute(db)
  expect(await secondsToWait(db, colleague.id, 1)).toBeUndefined()
  await lookUp(30).execute(db)
  expect(await secondsToWait(db, colleague.id, 2)).toBeUndefined()
  const wait = await secondsToWait(db, colleague.id, 1)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(30)
})
