import { fullPath, searchAddresses } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { type Clerk, fillCounter, logInClerk, request } from '../test/counter.ts'
import { insertAddress } from '../test/make.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

describe.skipIf(!postgresPrograms)('a streaming replica', () => {
  let leader: OwnPostgres
  let replica: OwnPostgres
  /** A server that reads from the replica at any lag. */
  let lenient: ServerProcess
  /** A server that reads from the leader when the lag exceeds a second. */
  let strict: ServerProcess
  let emails: string[]
  let clerk: Clerk

  beforeAll(async () => {
    leader = await startOwnPostgres()
    const urls = { DATABASE_URL: leader.url }
    const migrating = await startServer(urls)
    emails = (await fillCounter(leader.db)).emails
    await migrating.stop()
    replica = await startOwnPostgres({}, leader)
    const settings = { ...urls, DATABASE_REPLICA_URL: replica.url }
    lenient = await startServer({ ...settings, REPLICA_MAX_LAG_SECONDS: '86400' })
    strict = await startServer({ ...settings, REPLICA_MAX_LAG_SECONDS: '1' })
    clerk = await logInClerk(strict.url, emails[0] ?? '')
  })

  /** Returns the status of a search for a street, and the number of addresses that it finds. */
  async function search(server: ServerProcess, street: string, by = clerk) {
    const headers = { authorization: by.authorization() }
    const { status, text } = await request(server.url, fullPath(searchAddresses), { body: { street }, headers })
    return { status, found: status === 200 ? JSON.parse(text).data.length : undefined }
  }
  async function metric(server: ServerProcess, name: string) {
    const { text } = await request(server.url, '/metrics')
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  test('serves searches, and is reported with its lag', async () => {
    expect(await search(lenient, 'Wieënweg')).toEqual({ status: 200, found: 1 })
    expect(await metric(lenient, 'database_replica_up')).toBe(1)
    await expect.poll(() => metric(lenient, 'database_replica_lag_seconds')).toBe(0)
  })

  test('serves no searches while its lag exceeds REPLICA_MAX_LAG_SECONDS', async () => {
    await sql`select pg_wal_replay_pause()`.execute(replica.admin)
    await insertAddress(leader.db, { street: 'Achterlooppad' })
    await expect.poll(() => metric(lenient, 'database_replica_lag_seconds')).toBeGreaterThan(1)
    expect(await search(lenient, 'Achterlooppad')).toEqual({ status: 200, found: 0 })
    await expect.poll(() => search(strict, 'Achterlooppad')).toEqual({ status: 200, found: 1 })
    await sql`select pg_wal_replay_resume()`.execute(replica.admin)
    await expect.poll(() => metric(strict, 'database_replica_lag_seconds')).toBe(0)
    expect(await search(lenient, 'Achterlooppad')).toEqual({ status: 200, found: 1 })
  })

  test('is replaced by the leader while it is stopped, and is used again after its start', async () => {
    await replica.stop('kill')
    await expect.poll(() => search(lenient, 'Wieënweg')).toEqual({ status: 200, found: 1 })
    await expect.poll(() => metric(lenient, 'database_replica_up')).toBe(0)
    const started = await startServer({ DATABASE_URL: leader.url, DATABASE_REPLICA_URL: replica.url })
    expect(await search(started, 'Wieënweg')).toEqual({ status: 200, found: 1 })
    await replica.start()
    await expect.poll(() => metric(lenient, 'database_replica_up')).toBe(1)
    await sql`select pg_wal_replay_pause()`.execute(replica.admin)
    await insertAddress(leader.db, { street: 'Herstartlaan' })
    expect(await search(lenient, 'Herstartlaan')).toEqual({ status: 200, found: 0 })
    await sql`select pg_wal_replay_resume()`.execute(replica.admin)
  })

  test('serves searches while the leader does not respond; other calls return 503', async () => {
    const resume = leader.freeze()
    try {
      expect(await search(lenient, 'Wieënweg')).toEqual({ status: 200, found: 1 })
      expect((await request(lenient.url, '/readyz')).status).toBe(200)
      await expect.poll(async () => (await clerk.showEmployee(lenient.url)).status).toBe(503)
    } finally {
      resume()
    }
  })

  test('serves searches while the leader is stopped, and rejects no session that it does not have yet', async () => {
    await sql`select pg_wal_replay_pause()`.execute(replica.admin)
    try {
      const late = await logInClerk(lenient.url, emails[0] ?? '')
      await leader.stop('kill')
      try {
        expect(await search(lenient, 'Wieënweg')).toEqual({ status: 200, found: 1 })
        expect((await search(lenient, 'Wieënweg', late)).status).toBe(503)
      } finally {
        await leader.start()
      }
      expect((await search(lenient, 'Wieënweg', late)).status).toBe(200)
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(replica.admin)
    }
  })
})
