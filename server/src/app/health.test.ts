import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Pool } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import { testDatabase } from '../test/test-database.ts'
import { healthRoutes } from './health.ts'

const current = await testDatabase()
const old = await testDatabase({ migrated: false })
await sql`create table migration (name text)`.execute(old)

async function statusOf(db: Pool, reads: Pool) {
  const app = fastify()
  healthRoutes(app, { db, reads }, new AbortController().signal)
  const { statusCode } = await app.inject('/readyz')
  await app.close()
  return statusCode
}

test('a server is ready after a migration of the leader, also while the replica does not have it', async () => {
  expect(await statusOf(current, old)).toBe(200)
})

test('a server is not ready before the migration of the leader, even if another database has it', async () => {
  expect(await statusOf(old, current)).not.toBe(200)
  expect(await statusOf(old, old)).not.toBe(200)
})
