import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fullPath, searchAddresses } from '@rd4-loket/contract'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { type Clerk, fillCounter, findStoredIssues, logInClerk, request, retryUntilAvailable } from '../test/counter.ts'
import { effort } from '../test/effort.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

/** Returns the flags of Node that run a script before the program. */
const preload = (source: string) => ['--import', `data:text/javascript,${encodeURIComponent(source)}`]

const failOnSignal = `process.on('SIGUSR2', () => {
  Promise.reject(new Error('unhandled rejection of the test'))
  setTimeout(() => { throw new Error('uncaught exception of the test') })
})`

const clockShiftedBy = (seconds: number) => `const Real = Date
const now = () => Real.now() + ${seconds * 1000}
globalThis.Date = class extends Real {
  constructor(...parts) { super(...(parts.length > 0 ? parts : [now()])) }
  static now() { return now() }
}`

const clients = Math.min(800, 160 * effort)
const calls = Math.min(3000, 1000 * effort)

describe.skipIf(!postgresPrograms)('the server process', () => {
  let postgres: OwnPostgres
  let server: ServerProcess
  let clerk: Clerk
  let punctual: ServerProcess | undefined
  let email = ''
  let numbers: string[]

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    server = await startServer({ DATABASE_URL: postgres.url })
    const counter = await fillCounter(postgres.db, { passes: 20 })
    numbers = counter.numbers
    ;[email = ''] = counter.emails
    clerk = await logInClerk(server.url, email)
  })
  beforeEach(() => sql`truncate roll_issue`.execute(postgres.db))

  const percentile95 = (times: number[]) =>
    Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)

  test('responds while the reader of its log does not read, and exits with 0 after SIGTERM', async () => {
    const talking = await startServer({ DATABASE_URL: postgres.url })
    const readOn = talking.stopReading()
    // A thousand lines fill the buffers of the pipe.
    for (let call = 0; call < 1500; call += 1) expect((await request(talking.url, '/healthz')).status).toBe(200)
    talking.signal('SIGTERM')
    await expect.poll(talking.running).toBe(false)
    readOn()
    expect(await talking.stop()).toBe(0)
  })

  test('responds after the reader of its log has exited, and exits with 0 after SIGTERM', async () => {
    const talking = await startServer({ DATABASE_URL: postgres.url })
    talking.closeOutput()
    for (let call = 0; call < 3; call += 1) expect((await request(talking.url, '/healthz')).status).toBe(200)
    expect(await talking.stop()).toBe(0)
  })

  test('responds while the disk of its log is full, and exits with 0 after SIGTERM', async () => {
    const writeToFullDisk = `import { closeSync, openSync } from 'node:fs'
      closeSync(1)
      openSync('/dev/full', 'w')`
    const talking = await startServer({ DATABASE_URL: postgres.url }, preload(writeToFullDisk))
    for (let call = 0; call < 100; call += 1) expect((await request(talking.url, '/healthz')).status).toBe(200)
    expect(await talking.stop()).toBe(0)
  })

  describe('after SIGTERM', () => {
    test('completes requests in flight, accepts no new requests, and exits with 0', async () => {
      // The timeout is long, so that the requests do not fail while they wait for the lock.
      const url = `${postgres.url}?statement_timeout=60000`
      const stopping = await startServer({ DATABASE_URL: url })
      const { inFlight, release } = await blockRequests(stopping)
      const exited = stopping.stop('SIGTERM')
      await expect
        .poll(() =>
          request(stopping.url, '/healthz').then(
            ({ status }) => status,
            () => 'refused',
          ),
        )
        .not.toBe(200)
      await release()
      expect((await inFlight).map(({ status }) => status)).toEqual([200, 200])
      expect(await exited).toBe(0)
      expect((await findStoredIssues(postgres.db)).timesOf.size).toBe(2)
    })

    test('exits with 0 while a connected client does not read its responses', async () => {
      const stopping = await startServer({ DATABASE_URL: postgres.url })
      const { hostname, port } = new URL(stopping.url)
      const socket = connect(Number(port), hostname).on('error', () => {})
      onTestFinished(() => void socket.destroy())
      socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nhost: loket\r\n\r\n'.repeat(100))
      await once(socket, 'readable')
      expect(await stopping.stop('SIGTERM')).toBe(0)
    })

    test('first reports 503 at /readyz and processes calls, then refuses connections, then closes open connections', async () => {
      const stopping = await startServer({ DATABASE_URL: postgres.url, DRAIN_SECONDS: '2' })
      const connection = openConnection(stopping.url)
      const unused = openConnection(stopping.url)
      expect(await connection.get('/readyz')).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is)
      const exited = stopping.stop('SIGTERM')
      await expect.poll(() => connection.get('/readyz')).toMatch(/^HTTP\/1\.1 503 /)
      const drained = await connection.get('/readyz')
      expect(drained).toMatch(/content-type: application\/problem\+json/i)
      expect(drained).toMatch(/retry-after: 5/i)
      expect(drained).toMatch(/connection: keep-alive/i)
      expect((await request(stopping.url, '/healthz')).status).toBe(200)
      expect(await connection.get('/healthz')).toMatch(/^HTTP\/1\.1 200 /)
      await expect.poll(() => isRefused(stopping)).toBe(true)
      expect(await unused.get('/healthz')).toMatch(/^HTTP\/1\.1 200 .*connection: close/is)
      await connection.closed
      expect(await exited).toBe(0)
    })

    test('processes a request whose head arrives completely only after new connections are refused', async () => {
      const stopping = await startServer({ DATABASE_URL: postgres.url })
      const connection = openConnection(stopping.url)
      void connection.send('GET /healthz HTTP/1.1\r\n')
      expect((await request(stopping.url, '/healthz')).status).toBe(200)
      const exited = stopping.stop('SIGTERM')
      await expect.poll(() => isRefused(stopping)).toBe(true)
      expect(await connection.send('host: loket\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 .*connection: close/is)
      expect(await exited).toBe(0)
    })

    const isRefused = ({ url }: ServerProcess) =>
      request(url, '/healthz').then(
        () => false,
        () => true,
      )

    /** Opens a connection that stays open between its requests. `send` and `get` return the next response. */
    function openConnection(url: string) {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname).setEncoding('utf8')
      onTestFinished(() => void socket.destroy())
      const send = async (text: string): Promise<string> => {
        socket.write(text)
        return (await once(socket, 'data'))[0]
      }
      const get = (path: string) => send(`GET ${path} HTTP/1.1\r\nhost: loket\r\n\r\n`)
      return { send, get, closed: once(socket, 'close') }
    }

    /** Sends two requests that wait for a lock until `release` is called. */
    async function blockRequests(at: ServerProcess) {
      const locked = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const holding = postgres.db.transaction(async (transaction) => {
        await sql`lock table roll_issue in access exclusive mode`.execute(transaction)
        locked.resolve()
        await released.promise
      })
      await locked.promise
      const inFlight = Promise.all(numbers.slice(0, 2).map((number) => clerk.issueRolls(at.url, number, 1, number)))
      const waiting = () =>
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = 'loket'`.execute(postgres.admin)
      await expect.poll(async () => (await waiting()).rows.length).toBe(2)
      const release = () => {
        released.resolve()
        return holding
      }
      return { inFlight, release }
    }
  })

  test('logs an uncaught exception and an unhandled rejection, and continues to respond', async () => {
    const failing = await startServer({ DATABASE_URL: postgres.url }, preload(failOnSignal))
    failing.signal('SIGUSR2')
    // The order of the two errors is not defined.
    for (const message of ['unhandled rejection of the test', 'uncaught exception of the test'])
      await expect.poll(failing.output).toContain(`"message":"${message}"`)
    expect((await clerk.showEmployee(failing.url)).status).toBe(200)
  })

  test.each([
    ['3 s ahead', 3, 200],
    ['20 min behind', -1200, 401],
  ])('a session remains usable at both nodes when the clock of one node is %s', async (_name, seconds, status) => {
    const settings = { DATABASE_URL: postgres.url, JWT_TTL: '10' }
    const other = await startServer(settings, preload(clockShiftedBy(seconds)))
    punctual ??= await startServer(settings)
    for (const [from, to] of [
      [punctual, other],
      [other, punctual],
    ] as const) {
      const employee = await logInClerk(from.url, email)
      expect((await employee.showEmployee(from.url)).status).toBe(200)
      expect((await employee.showEmployee(to.url)).status).toBe(status)
      // After a 401 the portal renews the token.
      await employee.renew(to.url)
      expect((await employee.showEmployee(to.url)).status).toBe(200)
    }
  })

  test(`responds to employees while ${clients} slow and idle clients are connected`, async () => {
    const { hostname, port } = new URL(server.url)
    const open = (text: string) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(text)
      return socket
    }
    const withoutBody = Array.from({ length: clients / 16 }, () =>
      open(
        `POST ${fullPath(searchAddresses)} HTTP/1.1\r\nhost: loket\r\nauthorization: ${clerk.authorization()}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      ),
    )
    // Reading starts at once, because a reset after the response would discard unread data.
    const [responded] = withoutBody.map(
      (socket) =>
        new Promise<string>((resolve) => socket.setEncoding('utf8').once('data', resolve).once('close', resolve)),
    )
    const sockets = [
      ...Array.from({ length: (clients * 3) / 4 }, () => open('')),
      // These clients never complete the header, never send the body, or never read the response.
      ...Array.from({ length: clients / 8 }, () => open('GET /healthz HTTP/1.1\r\nhost: loket\r\n')),
      ...withoutBody,
      ...Array.from({ length: clients / 16 }, () =>
        open('GET /api/v1/openapi.json HTTP/1.1\r\nhost: loket\r\n\r\n'.repeat(20)).pause(),
      ),
    ]
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')))
    const times: number[] = []
    for (let count = 0; count < 50; count += 1) {
      const { status, ms } = await retryUntilAvailable(() => clerk.showEmployee(server.url))
      expect(status).toBe(200)
      times.push(ms)
    }
    console.log(`beside ${clients} slow and idle connections: p95 ${percentile95(times)} ms`)
    // The server ends the request of a client that does not send its body.
    expect(await responded).toMatch(/^HTTP\/1\.1 (408|503) /)
  })

  test(`responds 200 or 503 to each of ${calls} simultaneous requests, and 200 to health checks meanwhile`, async () => {
    let isDone = false
    const healthTimes: number[] = []
    const watching = (async () => {
      while (!isDone) {
        const { status, ms } = await request(server.url, '/healthz')
        expect(status).toBe(200)
        healthTimes.push(ms)
        await setTimeout(20)
      }
    })()
    const body = { postal_code: '6411 CD', house_number: '118' }
    const headers = { authorization: clerk.authorization() }
    const responses = await Promise.all(
      Array.from({ length: calls }, () => request(server.url, fullPath(searchAddresses), { body, headers })),
    )
    isDone = true
    await watching
    const of = (status: number) => responses.filter((response) => response.status === status)
    expect(of(200).length + of(503).length).toBe(calls)
    expect(of(200).length).toBeGreaterThan(0)
    for (const { headers: sent, text } of of(503)) {
      expect(sent.get('retry-after')).toBe('5')
      expect(JSON.parse(text).message).toMatch(/Probeer het zo opnieuw\.$/)
    }
    expect((await request(server.url, fullPath(searchAddresses), { body, headers })).status).toBe(200)
    console.log(
      `${calls} simultaneous requests: ${of(200).length} × 200, ${of(503).length} × 503; /healthz p95 ${percentile95(healthTimes)} ms`,
    )
  })
})
