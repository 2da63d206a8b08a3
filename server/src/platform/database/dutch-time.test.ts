import { expect, test } from 'vitest'
import { rowOf, testDatabase } from '../../test/test-database.ts'
import { dutchToday, dutchYear, onDays } from './dutch-time.queries.ts'
import { sql } from './sql.ts'

const db = await testDatabase()

test.each([
  ['2025-12-31T22:59:59Z', '2025-12-31', 2025],
  ['2025-12-31T23:00:00Z', '2026-01-01', 2026],
  ['2026-06-30T22:00:00Z', '2026-07-01', 2026],
])('at %s the day in the Netherlands is %s, and the year %i', async (moment, day, year) => {
  await db.transaction(async (transaction) => {
    // The schema `clock` comes before pg_catalog in the search path, so `now()` in a query returns the fixed moment.
    await sql`create schema clock`.execute(transaction)
    await sql`create function clock.now() returns timestamptz language sql stable
      as ${sql.literal(`select timestamptz '${moment}'`)}`.execute(transaction)
    await sql`set local search_path = clock, pg_catalog, public`.execute(transaction)
    expect(await rowOf(transaction, sql`select ${dutchToday} as day, ${dutchYear} as year`)).toEqual({ day, year })
    await sql`drop schema clock cascade`.execute(transaction)
  })
})

test.each([
  ['2025-12-31T22:59:59Z', false],
  ['2025-12-31T23:00:00Z', true],
  ['2026-01-01T22:59:59Z', true],
  ['2026-01-01T23:00:00Z', false],
])("%s is on New Year's Day in the Netherlands: %s", async (moment, isOnDay) => {
  const condition = onDays(sql`${moment}::timestamptz`, { from: '2026-01-01', to: '2026-01-01' })
  expect(await rowOf(db, sql`select ${condition} as found`)).toEqual({ found: isOnDay })
})
