import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { rowsOf, testDatabase } from '../../test/test-database.ts'
import { logChecker } from './audit.ts'

const db = await testDatabase()

test('a log check that exceeds the timeout returns false, continues, and stores its result', async () => {
  const check = logChecker(db, 1)
  await db.transaction(async (transaction) => {
    await sql`lock table log_check in access exclusive mode`.execute(transaction)
    expect(await check()).toBe(false)
  })
  await expect.poll(() => rowsOf(db, sql`select from log_check`)).toHaveLength(3)
})

test('a log check that finishes in time returns true', async () => {
  expect(await logChecker(db, 60_000)()).toBe(true)
})
