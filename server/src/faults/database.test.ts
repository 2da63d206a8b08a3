import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Clerk,
  fillCounter,
  findStoredIssues,
  logInClerk,
  retryUntilAvailable,
  type TimedResponse,
} from '../test/counter.ts'
import { type OwnPostgres, postgresPrograms, startOwnPostgres } from '../test/own-postgres.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

/** What an employee gets while a part is down: when to come back, and a sentence. */
const outage = {
  status: 503,
  retry_after: '5',
  message: 'Het loket is even niet bereikbaar. Probeer het zo opnieuw.',
}
/** The same, or that too many wait for the same thing. */
const busyOrOut = { ...outage, message: expect.stringMatching(/Probeer het zo opnieuw\.$/) }
const whatIsSaid = ({ status, headers, text }: TimedResponse) => ({
  status,
  retry_after: headers.get('retry-after'),
  message: JSON.parse(text).message,
})
const slowest = (answers: TimedResponse[]) => `${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`

describe.skipIf(!postgresPrograms)('while the database', { timeout: 120_000 }, () => {
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
  }, 120_000)

  afterEach(() => postgres.start())

  const issueRolls = (number = numbers[0] ?? '') => {
    keys += 1
    return clerk.issueRolls(server.url, number, 1, `key-${keys}`)
  }
  const issueRollsToAll = () => Promise.all(numbers.map(issueRolls))
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
  const expectBack = async () => {
    await expect.poll(() => status('/readyz'), { timeout: 60_000 }).toBe(200)
    expect((await retryUntilAvailable(() => clerk.showEmployee(server.url))).status).toBe(200)
    expect(server.running()).toBe(true)
  }
  /** What the server's connections do: nothing may be left in the middle of a transaction. */
  const expectNothingLeft = () =>
    expect
      .poll(
        async () => {
          const { rows } = await sql`
            select state, query from pg_stat_activity
            where application_name = 'rd4-loket' and datname = 'loket' and state like 'idle in transaction%'`.execute(
            postgres.admin,
          )
          return rows
        },
        { timeout: 30_000 },
      )
      .toEqual([])

  test.each(['fast', 'immediate', 'kill'] as const)(
    'is down (%s), calls say so, and the server is back with it',
    async (how) => {
      await postgres.stop(how)
      const answers = await Promise.all([clerk.showEmployee(server.url), ...numbers.slice(0, 20).map(issueRolls)])
      expect(answers.map(whatIsSaid)).toEqual(answers.map(() => outage))
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
      await postgres.start()
      const begin = performance.now()
      await expectBack()
      console.log(
        `down (${how}): answers in ${slowest(answers)}, back ${Math.round(performance.now() - begin)} ms after it`,
      )
    },
  )

  test('is silent, as behind a network that lost it, calls say so and the process goes on', async () => {
    const thaw = postgres.freeze()
    const asked = Promise.all([clerk.showEmployee(server.url), ...numbers.slice(0, 20).map(issueRolls)])
    const health = await status('/healthz')
    const answers = await asked
    const ready = await status('/readyz')
    thaw()
    expect([health, ready]).toEqual([200, 503])
    expect(answers.map(whatIsSaid)).toEqual(answers.map(() => outage))
    await expectBack()
    await expectNothingLeft()
    console.log(`silent: answers in ${slowest(answers)}`)
  })

  test('ends every connection, calls go on with others', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'loket' and pid <> pg_backend_pid()`.execute(
      postgres.admin,
    )
    const answers = await Promise.all(
      numbers.slice(0, 20).map((number) => retryUntilAvailable(() => issueRolls(number))),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    await expectBack()
  })

  test('holds a lock, those who need it are told so, and the others are helped', async () => {
    await postgres.db.transaction().execute(async (transaction) => {
      await sql`lock table roll_issue in access exclusive mode`.execute(transaction)
      const asked = issueRollsToAll()
      const others = await Promise.all(Array.from({ length: 20 }, () => clerk.showEmployee(server.url)))
      expect(others.map((answer) => answer.status)).toEqual(Array(20).fill(200))
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
      const answers = await asked
      expect(answers.map(whatIsSaid)).toEqual(answers.map(() => busyOrOut))
      console.log(`lock held, ${answers.length} calls for 4 connections: answers in ${slowest(answers)}`)
    })
    await expectNothingLeft()
    expect((await issueRolls(numbers[1])).status).toBe(200)
  })

  test('is slow, those who wait are told so, and nothing of theirs is kept', async () => {
    const before = await findStoredIssues(postgres.db)
    await sql`create function be_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`.execute(
      postgres.db,
    )
    await sql`create trigger slow before insert on roll_issue for each row execute function be_slow()`.execute(
      postgres.db,
    )
    const asked = issueRollsToAll()
    expect((await clerk.showEmployee(server.url)).status).toBe(200)
    const answers = await asked
    await sql`drop function be_slow cascade`.execute(postgres.db)
    expect(answers.map(whatIsSaid)).toEqual(answers.map(() => busyOrOut))
    await expectNothingLeft()
    expect(await findStoredIssues(postgres.db)).toEqual(before)
    expect((await issueRolls(numbers[2])).status).toBe(200)
    console.log(`slow, ${answers.length} calls for 4 connections: answers in ${slowest(answers)}`)
  })

  test('only reads, as after a switch to a replica, reading goes on', async () => {
    const only = (what: string) =>
      sql`alter database loket set default_transaction_read_only = ${sql.raw(what)}`.execute(postgres.admin)
    const reconnect = () =>
      sql`select pg_terminate_backend(pid, 30000) from pg_stat_activity where application_name = 'rd4-loket' and datname = 'loket'`.execute(
        postgres.admin,
      )
    await only('on')
    await reconnect()
    // What is answered first may be about the connections that were just cut.
    const reading = await retryUntilAvailable(() => clerk.showEmployee(server.url))
    const writing = await issueRolls(numbers[3])
    await only('off')
    await reconnect()
    expect(whatIsSaid(writing)).toEqual(outage)
    expect(reading.status).toBe(200)
    await expectBack()
    expect((await retryUntilAvailable(() => issueRolls(numbers[3]))).status).toBe(200)
  })

  test('fails in all these ways, the process has met nothing that it did not expect', () => {
    expect(server.output()).not.toMatch(/unhandled|uncaught|"level":60/i)
    expect(server.output()).not.toMatch(new RegExp(numbers.join('|')))
  })
})
