import { once } from 'node:events'
import { connect } from 'node:net'
import { fullPath, issueRolls } from '@rd4-loket/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { type Clerk, fillCounter, findStoredIssues, logInClerk, retryUntilAvailable } from '../test/counter.ts'
import { effort } from '../test/effort.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

const passCount = 100
const requestCount = passCount * 3

describe.skipIf(!postgresPrograms)('rolls are issued exactly once', () => {
  let postgres: OwnPostgres
  let node: ServerProcess
  let other: ServerProcess
  let numbers: string[]
  let first: Clerk
  let second: Clerk

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    node = await startServer({ DATABASE_URL: postgres.url })
    other = await startServer({ DATABASE_URL: postgres.url })
    const counter = await fillCounter(postgres.db, { clerks: 2, passes: passCount })
    numbers = counter.numbers
    const [one = '', two = ''] = counter.emails
    first = await logInClerk(node.url, one)
    second = await logInClerk(other.url, two)
  })
  beforeEach(() => sql`truncate roll_issue`.execute(postgres.db))

  /** Sends three requests for one roll of every pass, all at the same time. Retries each request until it succeeds. */
  function issueHundreds() {
    const requests = [1, 2, 3].flatMap((time) => numbers.map((number) => ({ number, key: `${number}-${time}` })))
    const done = new Set<string>()
    const all = Promise.all(
      requests.map(async ({ number, key }) => {
        const { status, text } = await retryUntilAvailable(() => first.issueRolls(node.url, number, 1, key))
        done.add(key)
        return { key, status, text }
      }),
    )
    const untilDone = (min: number) => expect.poll(() => done.size, { interval: 5 }).toBeGreaterThanOrEqual(min)
    return { all, untilDone }
  }

  async function expectExactlyOnce(outcomes: { key: string; status: number }[]) {
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
    const { timesOf, rollsOf } = await findStoredIssues(postgres.db)
    expect([...timesOf.keys()].sort()).toEqual(outcomes.map(({ key }) => key).sort())
    expect([...timesOf.values()]).toEqual(Array(requestCount).fill(1))
    expect([...rollsOf.values()]).toEqual(Array(passCount).fill(3))
  }

  /** Expects that the access tokens are still valid. */
  async function expectLoggedIn() {
    for (const clerk of [first, second]) expect((await clerk.showEmployee(node.url)).status).toBe(200)
  }

  test('when two nodes receive 50 simultaneous requests with the same idempotency key', async () => {
    const [number = ''] = numbers
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        retryUntilAvailable(() => first.issueRolls((at % 2 ? node : other).url, number, 2, 'fifty')),
      ),
    )
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]).toMatchObject({ status: 200 })
    expect((await first.issueRolls(other.url, number, 3, 'fifty')).status).toBe(409)
    expect((await first.issueRolls(other.url, numbers[1] ?? '', 2, 'fifty')).status).toBe(409)
    const { timesOf, rollsOf } = await findStoredIssues(postgres.db)
    expect([timesOf.get('fifty'), rollsOf.get(number), rollsOf.get(numbers[1] ?? '')]).toEqual([1, 2, 0])
  })

  test('when two clerks at two nodes issue rolls for the same passes, and never beyond the allowance', async () => {
    const shared = numbers.slice(0, 20)
    const requests = shared.flatMap((number) =>
      [first, second].flatMap((clerk, at) =>
        Array.from({ length: 5 }, (_, time) => async () => {
          const key = `${number}-${time}`
          const response = await retryUntilAvailable(() => clerk.issueRolls((at ? node : other).url, number, 1, key))
          return { number, status: response.status }
        }),
      ),
    )
    const outcomes = await Promise.all(requests.map((send) => send()))
    const { rollsOf } = await findStoredIssues(postgres.db)
    for (const number of shared) {
      const statuses = outcomes.filter((outcome) => outcome.number === number).map(({ status }) => status)
      expect(statuses.sort()).toEqual([...Array(6).fill(200), ...Array(4).fill(422)])
      expect(rollsOf.get(number)).toBe(6)
    }
  })

  test('when the response is lost and the request is repeated', async () => {
    const [number = ''] = numbers
    const body = JSON.stringify({ environmental_pass_number: number, rolls: 2 })
    const { hostname, port } = new URL(node.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      [
        `POST ${fullPath(issueRolls)} HTTP/1.1`,
        `host: ${hostname}`,
        `authorization: ${first.authorization()}`,
        'idempotency-key: lost',
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    )
    await once(socket, 'data')
    socket.destroy()
    const again = await first.issueRolls(node.url, number, 2, 'lost')
    expect(JSON.parse(again.text).data).toMatchObject({ rolls: 2, rolls_this_year: 2 })
    expect((await findStoredIssues(postgres.db)).rollsOf.get(number)).toBe(2)
  })

  test(`when the server is killed twice with ${requestCount} requests in flight`, async () => {
    const { all, untilDone } = issueHundreds()
    for (let kills = 1; kills <= 2; kills += 1) {
      await untilDone(kills * 100)
      await node.stop('SIGKILL')
      await node.restart()
    }
    const outcomes = await all
    await expectExactlyOnce(outcomes)
    await expectLoggedIn()
    // A repeated request gets the same response, even after the server restarted.
    expect(await issueHundreds().all).toEqual(outcomes)
    await expectExactlyOnce(outcomes)
  })

  test('when the server is killed between the commit and the response', async () => {
    // A deferred trigger delays the commit by two seconds.
    await sql`create function delay_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$`.execute(
      postgres.db,
    )
    await sql`create constraint trigger delayed_commit after insert on roll_issue deferrable initially deferred
      for each row execute function delay_commit()`.execute(postgres.db)
    const [one = '', two = ''] = numbers
    const requests = [one, two].map((number) =>
      retryUntilAvailable(() => first.issueRolls(node.url, number, 1, number)),
    )
    const committing = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where query = 'commit' and wait_event = 'PgSleep'`.execute(postgres.admin)
      return rows.length
    }
    await expect.poll(committing, { interval: 20 }).toBeGreaterThan(0)
    await node.stop('SIGKILL')
    await expect.poll(committing).toBe(0)
    // PostgreSQL completed the commit, and no client received the response.
    expect((await findStoredIssues(postgres.db)).timesOf.size).toBeGreaterThan(0)
    await sql`drop function delay_commit cascade`.execute(postgres.db)
    await node.restart()
    const responses = await Promise.all(requests)
    expect(responses.map(({ text }) => JSON.parse(text).data)).toMatchObject([
      { rolls: 1, rolls_this_year: 1 },
      { rolls: 1, rolls_this_year: 1 },
    ])
    expect((await findStoredIssues(postgres.db)).timesOf).toEqual(
      new Map([
        [one, 1],
        [two, 1],
      ]),
    )
  })

  test.each((['kill', 'fast', 'immediate'] as const).slice(0, effort))(
    'when PostgreSQL is stopped (%s) and started with hundreds of requests in flight',
    async (how) => {
      const { all, untilDone } = issueHundreds()
      for (const reached of [50, 150]) {
        await untilDone(reached)
        await postgres.stop(how)
        await postgres.start()
      }
      await expectExactlyOnce(await all)
      await expectLoggedIn()
      expect(node.running()).toBe(true)
    },
  )
})
