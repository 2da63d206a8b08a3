import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import {
  type Clerk,
  fillCounter,
  findStoredIssues,
  logInClerk,
  retryUntilAvailable,
  type TimedResponse,
} from '../test/counter.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

/** The response while the database is unavailable. */
const outage = {
  status: 503,
  retry_after: '5',
  message: 'Het loket is even niet bereikbaar. Probeer het zo opnieuw.',
}
/** The response during an outage, or a 503 with another message because too many requests wait. */
const busyOrOutage = { ...outage, message: expect.stringMatching(/Probeer het zo opnieuw\.$/) }
const summary = ({ status, headers, text }: TimedResponse) => ({
  status,
  retry_after: headers.get('retry-after'),
  message: JSON.parse(text).message,
})
const slowest = (responses: TimedResponse[]) => `${Math.round(Math.max(...responses.map(({ ms }) => ms)))} ms`

describe.skipIf(!postgresPrograms)('the server', () => {
  let postgres: OwnPostgres
  let server: ServerProcess
  let clerk: Clerk
  let numbers: string[]
  let keys = 0

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    server = await startServer({ DATABASE_URL: postgres.url })
    const counter = await fillCounter(postgres.db, { passes: 60 })
    numbers = counter.numbers
    clerk = await logInClerk(server.url, counter.emails[0] ?? '')
  })

  afterEach(() => postgres.start())

  const issueRolls = (number = numbers[0] ?? '') => {
    keys += 1
    return clerk.issueRolls(server.url, number, 1, `key-${keys}`)
  }
  const issueRollsToAll = () => Promise.all(numbers.map(issueRolls))
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
  const expectRecovery = async () => {
    await expect.poll(() => status('/readyz')).toBe(200)
    expect((await retryUntilAvailable(() => clerk.showEmployee(server.url))).status).toBe(200)
    expect(server.running()).toBe(true)
  }
  /** Expects that no connection of the server is in an unfinished transaction. */
  const expectNoTransactions = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`
            select state, query from pg_stat_activity
            where application_name = 'rd4-loket' and datname = 'loket' and state like 'idle in transaction%'`.execute(
          postgres.admin,
        )
        return rows
      })
      .toEqual([])

  test.each(['fast', 'immediate', 'kill'] as const)(
    'responds 503 while the database is stopped (%s), and recovers when the database starts',
    async (how) => {
      await postgres.stop(how)
      const responses = await Promise.all([clerk.showEmployee(server.url), ...numbers.slice(0, 20).map(issueRolls)])
      expect(responses.map(summary)).toEqual(responses.map(() => outage))
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
      await postgres.start()
      const startedAt = performance.now()
      await expectRecovery()
      console.log(
        `stopped (${how}): responses in ${slowest(responses)}, recovered after ${Math.round(performance.now() - startedAt)} ms`,
      )
    },
  )

  test('responds 503 while the database does not respond, and recovers when the database responds again', async () => {
    const resume = postgres.freeze()
    const requests = Promise.all([clerk.showEmployee(server.url), ...numbers.slice(0, 20).map(issueRolls)])
    const health = await status('/healthz')
    const responses = await requests
    const ready = await status('/readyz')
    resume()
    expect([health, ready]).toEqual([200, 503])
    expect(responses.map(summary)).toEqual(responses.map(() => outage))
    await expectRecovery()
    await expectNoTransactions()
    console.log(`no response: responses in ${slowest(responses)}`)
  })

  test('recovers over new connections when a network drops the data of the open connections', async () => {
    const network = await openNetwork(new URL(postgres.url))
    const other = await startServer({ DATABASE_URL: network.url })
    const showEmployees = () => Promise.all(numbers.map(() => clerk.showEmployee(other.url)))
    expect((await showEmployees()).map((response) => response.status)).toEqual(numbers.map(() => 200))
    network.drop()
    await showEmployees()
    expect((await retryUntilAvailable(() => clerk.showEmployee(other.url))).status).toBe(200)
  })

  /** Opens a proxy to the database. `drop` makes the proxy discard all data of the connections that are open. */
  async function openNetwork(to: URL) {
    const sockets: Socket[] = []
    const server = createServer((client) => {
      const database = connect(Number(to.port), to.hostname)
      for (const socket of [client, database]) sockets.push(socket.on('error', () => {}))
      client.pipe(database).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const url = Object.assign(new URL(to), { port: String((server.address() as AddressInfo).port) }).href
    const drop = () => {
      for (const socket of sockets) socket.unpipe().resume()
    }
    return { url, drop }
  }

  test('opens new connections and completes all requests when the database closes every connection', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'loket' and pid <> pg_backend_pid()`.execute(
      postgres.admin,
    )
    const responses = await Promise.all(
      numbers.slice(0, 20).map((number) => retryUntilAvailable(() => issueRolls(number))),
    )
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200))
    await expectRecovery()
  })

  test('responds 503 to requests that wait for a lock in the database, and 200 to other requests', async () => {
    await postgres.db.transaction(async (transaction) => {
      await sql`lock table roll_issue in access exclusive mode`.execute(transaction)
      const requests = issueRollsToAll()
      const others = await Promise.all(Array.from({ length: 20 }, () => clerk.showEmployee(server.url)))
      expect(others.map((response) => response.status)).toEqual(Array(20).fill(200))
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
      const responses = await requests
      expect(responses.map(summary)).toEqual(responses.map(() => busyOrOutage))
      console.log(`lock held, ${responses.length} requests for 4 connections: responses in ${slowest(responses)}`)
    })
    await expectNoTransactions()
    expect((await issueRolls(numbers[1])).status).toBe(200)
  })

  test('responds 503 and stores nothing when an insert exceeds the time limit', async () => {
    const before = await findStoredIssues(postgres.db)
    await sql`create function slow_insert() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`.execute(
      postgres.db,
    )
    await sql`create trigger slow before insert on roll_issue for each row execute function slow_insert()`.execute(
      postgres.db,
    )
    const requests = issueRollsToAll()
    expect((await clerk.showEmployee(server.url)).status).toBe(200)
    const responses = await requests
    await sql`drop function slow_insert cascade`.execute(postgres.db)
    expect(responses.map(summary)).toEqual(responses.map(() => busyOrOutage))
    await expectNoTransactions()
    expect(await findStoredIssues(postgres.db)).toEqual(before)
    expect((await issueRolls(numbers[2])).status).toBe(200)
    console.log(`slow, ${responses.length} requests for 4 connections: responses in ${slowest(responses)}`)
  })

  test('responds 200 to reads and 503 to writes while the database is read-only, as a replica is', async () => {
    const setReadOnly = (value: string) =>
      sql`alter database loket set default_transaction_read_only = ${sql.raw(value)}`.execute(postgres.admin)
    const reconnect = () =>
      sql`select pg_terminate_backend(pid, 30000) from pg_stat_activity where application_name = 'rd4-loket' and datname = 'loket'`.execute(
        postgres.admin,
      )
    await setReadOnly('on')
    await reconnect()
    // The first requests can fail, because they use a closed connection.
    const reading = await retryUntilAvailable(() => clerk.showEmployee(server.url))
    const writing = await issueRolls(numbers[3])
    await setReadOnly('off')
    await reconnect()
    expect(summary(writing)).toEqual(outage)
    expect(reading.status).toBe(200)
    await expectRecovery()
    expect((await retryUntilAvailable(() => issueRolls(numbers[3]))).status).toBe(200)
  })

  test('logs no unhandled error and no pass number during the outages of this file', () => {
    expect(server.output()).not.toMatch(/unhandled|uncaught|"level":60/i)
    expect(server.output()).not.toMatch(new RegExp(numbers.join('|')))
  })
})
