import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { makeLogCheck } from './log-check.ts'

const db = await testDatabase()

test('a check of the logs that takes longer than a call goes on, and what it found is kept', async () => {
  const check = makeLogCheck(db, 1)
  await db.transaction().execute(async (transaction) => {
    await sql`lock table log_check in access exclusive mode`.execute(transaction)
    expect(await check()).toBe(false)
  })
  await expect.poll(() => db.selectFrom('log_check').select('log').execute()).toHaveLength(3)
})

test('a check of the logs that is done in time says so', async () => {
  expect(await makeLogCheck(db, 60_000)()).toBe(true)
})
