import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fullPath, searchAddresses } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Clerk, fillCounter, findStoredIssues, logInClerk, request } from '../test/counter.ts'
import { type OwnPostgres, postgresPrograms, startOwnPostgres } from '../test/own-postgres.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

/** What Node runs before the program: how a flaw, or another clock, comes into the real one. */
const preload = (source: string) => ['--import', `data:text/javascript,${encodeURIComponent(source)}`]

const flaw = `process.on('SIGUSR2', () => {
  Promise.reject(new Error('nobody waits for this'))
  setTimeout(() => { throw new Error('nobody catches this') })
})`

const clockShiftedBy = (seconds: number) => `const Real = Date
const now = () => Real.now() + ${seconds * 1000}
globalThis.Date = class extends Real {
  constructor(...parts) { super(...(parts.length > 0 ? parts : [now()])) }
  static now() { return now() }
}`

describe.skipIf(!postgresPrograms)('the server process', { timeout: 120_000 }, () => {
  let postgres: OwnPostgres
  let server: ServerProcess
  let clerk: Clerk
  let email = ''
  let numbers: string[]

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    server = await startServer({ DATABASE_URL: postgres.url })
    const counter = await fillCounter(postgres.db, { passes: 20 })
    numbers = counter.numbers
    ;[email = ''] = counter.emails
    clerk = await logInClerk(server.url, email)
  }, 120_000)
  beforeEach(() => sql`truncate roll_issue`.execute(postgres.db))

  const percentile95 = (times: number[]) =>
    Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)

  describe('told to stop', () => {
    test('answers what is underway, takes nothing new, and ends with 0', async () => {
      // Here who waits for a lock gives up late: it is the stop that is tested, however slow the machine.
      const patient = `${postgres.url}?lock_timeout=60000&statement_timeout=60000`
      const stopping = await startServer({ DATABASE_URL: patient })
      const { underway, release } = await holdUp(stopping)
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
      expect((await underway).map(({ status }) => status)).toEqual([200, 200])
      expect(await exited).toBe(0)
      expect((await findStoredIssues(postgres.db)).timesOf.size).toBe(2)
    })

    /** Two calls that wait for a lock until they are released. */
    async function holdUp(at: ServerProcess) {
      const locked = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const holding = postgres.db.transaction().execute(async (transaction) => {
        await sql`lock table roll_issue in access exclusive mode`.execute(transaction)
        locked.resolve()
        await released.promise
      })
      await locked.promise
      const underway = Promise.all(numbers.slice(0, 2).map((number) => clerk.issueRolls(at.url, number, 1, number)))
      const waiting = () =>
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = 'loket'`.execute(postgres.admin)
      await expect.poll(async () => (await waiting()).rows.length).toBe(2)
      const release = () => {
        released.resolve()
        return holding
      }
      return { underway, release }
    }
  })

  test('survives an error that nobody caught, and says so', async () => {
    const flawed = await startServer({ DATABASE_URL: postgres.url }, preload(flaw))
    flawed.signal('SIGUSR2')
    // Which of the two is written first is not promised.
    for (const message of ['nobody waits for this', 'nobody catches this'])
      await expect.poll(flawed.output, { timeout: 30_000 }).toContain(`"message":"${message}"`)
    expect((await clerk.showEmployee(flawed.url)).status).toBe(200)
  })

  test.each([
    ['3 s ahead', 3, 200],
    ['3 s behind', -3, 200],
    ['20 min ahead', 1200, 401],
    ['20 min behind', -1200, 401],
  ])('beside a node whose clock is %s: logs nobody out', async (_name, seconds, status) => {
    const settings = { DATABASE_URL: postgres.url, JWT_TTL: '10' }
    const other = await startServer(settings, preload(clockShiftedBy(seconds)))
    const punctual = await startServer(settings)
    for (const [from, to] of [
      [punctual, other],
      [other, punctual],
    ] as const) {
      const employee = await logInClerk(from.url, email)
      expect((await employee.showEmployee(from.url)).status).toBe(200)
      expect((await employee.showEmployee(to.url)).status).toBe(status)
      // Whoever is refused renews, as the portal does without a word, and goes on.
      await employee.renew(to.url)
      expect((await employee.showEmployee(to.url)).status).toBe(200)
    }
  })

  test('serves its employees while hundreds of slow and idle clients hold on to connections', async () => {
    const { hostname, port } = new URL(server.url)
    const open = (text: string) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(text)
      return socket
    }
    const sockets = [
      ...Array.from({ length: 600 }, () => open('')),
      // The head comes a line at a time and is never done; the body is announced and never comes; nobody reads the answer.
      ...Array.from({ length: 100 }, () => open('GET /healthz HTTP/1.1\r\nhost: loket\r\n')),
      ...Array.from({ length: 50 }, () =>
        open(
          `POST ${fullPath(searchAddresses)} HTTP/1.1\r\nhost: loket\r\nauthorization: ${clerk.authorization()}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
        ),
      ),
      ...Array.from({ length: 50 }, () =>
        open('GET /api/v1/openapi.json HTTP/1.1\r\nhost: loket\r\n\r\n'.repeat(20)).pause(),
      ),
    ]
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')))
    const times: number[] = []
    for (let asked = 0; asked < 100; asked += 1) {
      const { status, ms } = await clerk.showEmployee(server.url)
      expect(status).toBe(200)
      times.push(ms)
    }
    console.log(`beside 800 slow and idle connections: p95 ${percentile95(times)} ms`)
    // Who is slow is not waited for without end.
    const [slowBody] = sockets.slice(700)
    const said = await new Promise<string>((heard) => slowBody?.setEncoding('utf8').once('data', heard))
    expect(said).toMatch(/^HTTP\/1\.1 (408|503) /)
  })

  test('answers or refuses each of 3,000 calls at once, and says that it lives in between', async () => {
    let done = false
    const signs: number[] = []
    const watching = (async () => {
      while (!done) {
        const { status, ms } = await request(server.url, '/healthz')
        expect(status).toBe(200)
        signs.push(ms)
        await setTimeout(20)
      }
    })()
    const body = { postal_code: '6411 CD', house_number: '118' }
    const headers = { authorization: clerk.authorization() }
    const answers = await Promise.all(
      Array.from({ length: 3000 }, () => request(server.url, fullPath(searchAddresses), { body, headers })),
    )
    done = true
    await watching
    const of = (status: number) => answers.filter((answer) => answer.status === status)
    expect(of(200).length + of(503).length).toBe(3000)
    expect(of(200).length).toBeGreaterThan(0)
    for (const { headers: sent, text } of of(503)) {
      expect(sent.get('retry-after')).toBe('5')
      expect(JSON.parse(text).message).toMatch(/Probeer het zo opnieuw\.$/)
    }
    expect((await request(server.url, fullPath(searchAddresses), { body, headers })).status).toBe(200)
    console.log(
      `3,000 calls at once: ${of(200).length} answered, ${of(503).length} refused; /healthz p95 ${percentile95(signs)} ms`,
    )
  })
})
