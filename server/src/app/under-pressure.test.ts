import type { RequestInput, searchAddresses } from '@rd4-loket/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '../../demo/demo.ts'
import { makeTokens } from '../domain/sessions/tokens.ts'
import { openDatabase } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { poolSizes } from '../platform/runtime/limits.ts'
import { insertEmployee } from '../test/make.ts'
import { logInAs, retryWhileBusy, settings } from '../test/server.ts'
import { testDatabase } from '../test/test-database.ts'
import { buildApp } from './app.ts'

type PartialCriteria = Partial<RequestInput<typeof searchAddresses>['body']>

const server = process.env['TEST_DATABASE_URL']

const slowSearches: PartialCriteria[] = [
  { street: 'a' },
  { street: '%' },
  { street: 'straat' },
  { street: 'straat', house_number: '99999' },
  { street: 'straatlaan'.repeat(10) },
  { house_number: '9999' },
]

// The embedded engine has one session and therefore no pool.
describe.skipIf(!server)('the server under pressure, on a real PostgreSQL', async () => {
  if (!server) return
  const admin = await testDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(admin)
  const url = new URL(server)
  url.pathname = `/${rows[0]?.name}`
  const database = await openDatabase(loadConfig({ DATABASE_URL: url.href }))
  const tokens = makeTokens({ secrets: () => ['a secret of the tests, long enough to be one'], ttl_minutes: 60 })
  const app = await buildApp(database, tokens, settings)
  let authorization = ''
  let colleague = ''

  const search = (criteria: PartialCriteria, by = authorization) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/counter/addresses/search',
      payload: criteria,
      headers: { authorization: by },
    })

  beforeAll(async () => {
    await loadDemo(admin, { addresses: 5000, today: '2026-03-04' })
    const logIn = async (email: string) => {
      const { id } = await insertEmployee(admin, { email })
      return `Bearer ${(await logInAs(admin, tokens, id)).access_token}`
    }
    authorization = await logIn('druk@bsgw.example')
    colleague = await logIn('collega@bsgw.example')
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  test('a statement is limited to 5 seconds, and an idle transaction to 10 seconds', async () => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(database.db)
    expect(rows.map(({ setting }) => setting)).toEqual(['10000', '5000'])
  })

  test('rejects a query when no connection is free within the limit, and does not run the query later', async () => {
    const released = Promise.withResolvers<void>()
    const holding = Array.from({ length: poolSizes.everything }, () => database.db.connection(() => released.promise))
    const create = sql`create table too_late ()`.execute(database.db)
    await expect(create).rejects.toThrow('timeout exceeded when trying to connect')
    released.resolve()
    await Promise.all(holding)
    expect((await sql`select from pg_class where relname = 'too_late'`.execute(database.db)).rows).toEqual([])
  })

  test('completes the searches of a colleague while an employee sends fifty expensive searches at once', async () => {
    let stopped = false
    const hostile: number[] = []
    const loops = Array.from({ length: 50 }, async (_, at) => {
      for (let next = at; !stopped; next += 1)
        hostile.push((await search(slowSearches[next % slowSearches.length] as PartialCriteria)).statusCode)
    })
    const ordinary = () => search({ postal_code: '6411 CD', house_number: '118' }, colleague)
    const statuses: number[] = []
    for (let sent = 0; sent < 20; sent += 1) statuses.push((await retryWhileBusy(ordinary)).statusCode)
    stopped = true
    await Promise.all(loops)
    expect(statuses).toEqual(Array(20).fill(200))
    expect(hostile).toContain(200)
    expect([200, 503]).toEqual(expect.arrayContaining([...new Set(hostile)]))
  })

  test('returns 503 with Retry-After to searches that wait for a lock, and 200 to a call that needs no lock', async () => {
    const responses = await admin.transaction(async (transaction) => {
      await sql`lock table street in access exclusive mode`.execute(transaction)
      // There are more searches than connections for searches.
      const searches = Array.from({ length: 12 }, () => search({ street: 'Akerstraat' }))
      const user = await app.inject({ url: '/api/v1/user/auth/user', headers: { authorization } })
      expect(user.statusCode).toBe(200)
      return Promise.all(searches)
    })
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(503))
    expect(responses.map(({ headers }) => Number(headers['retry-after']))).toEqual(Array(12).fill(5))
    expect((await search({ street: 'Akerstraat' })).statusCode).toBe(200)
  })
})
