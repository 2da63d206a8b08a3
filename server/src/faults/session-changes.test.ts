import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fullPath, logout } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { taskLimits } from '../platform/runtime/limits.ts'
import { afterTestFile } from '../test/after-test-file.ts'
import { type Clerk, fillCounter, logInClerk, request } from '../test/counter.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

/** Returns the port of a pooler in front of PostgreSQL. As every pooler, it gives its clients other process ids. */
async function startPooler(url: string) {
  const pooler = createServer((client) => {
    const server = connect(Number(new URL(url).port), '127.0.0.1')
    client.on('error', () => {}).on('close', () => server.destroy())
    server.on('error', () => {}).on('close', () => client.destroy())
    client.on('data', (bytes) => server.write(bytes))
    server.on('data', (bytes) => {
      const keyData = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (keyData >= 0) bytes.writeUInt32BE(1, keyData + 5)
      client.write(bytes)
    })
  })
  await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening))
  afterTestFile(() => pooler.close())
  return (pooler.address() as AddressInfo).port
}

describe.skipIf(!postgresPrograms)('a session that two servers remember', () => {
  let postgres: OwnPostgres
  let one: ServerProcess
  let other: ServerProcess
  let email: string

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    one = await startServer({ DATABASE_URL: postgres.url })
    other = await startServer({ DATABASE_URL: postgres.url })
    email = (await fillCounter(postgres.db)).emails[0] ?? ''
  })

  const metric = async ({ url }: ServerProcess) =>
    Number(/^database_session_changes_followed (\S+)$/m.exec((await request(url, '/metrics')).text)?.[1])
  const statusOf = async (clerk: Clerk, { url }: ServerProcess) => (await clerk.showEmployee(url)).status
  /** Logs in, and makes calls by which both servers remember the session. */
  async function rememberedClerk() {
    for (const server of [one, other]) await expect.poll(() => metric(server)).toBe(1)
    const clerk = await logInClerk(one.url, email)
    for (const server of [one, other]) expect(await statusOf(clerk, server)).toBe(200)
    return clerk
  }
  const endAll = 'update session set ended_at = now() where ended_at is null'
  /** Ends all sessions. No server is notified. */
  async function endSilently() {
    await postgres.query('alter table session disable trigger report_ended_sessions')
    await postgres.query(endAll)
    await postgres.query('alter table session enable trigger report_ended_sessions')
  }
  const listeners = () =>
    postgres.query<{ pid: number }>(
      `select pid from pg_stat_activity where query in ('select', 'listen session_changes')`,
    )

  /** Pauses PostgreSQL for the connections that report changes. Returns a function that lets it continue. */
  async function silenceListeners() {
    await expect.poll(async () => (await listeners()).length).toBe(2)
    const pids = (await listeners()).map(({ pid }) => pid)
    const signalAll = (signal: NodeJS.Signals) => {
      for (const pid of pids) process.kill(pid, signal)
    }
    signalAll('SIGSTOP')
    return () => signalAll('SIGCONT')
  }

  test('is not read from the database again without a notification', async () => {
    const statuses = async () => {
      const clerk = await rememberedClerk()
      await endSilently()
      return [await statusOf(clerk, one), await statusOf(clerk, other)]
    }
    // On a busy machine, a server can miss the check of its connection, and then reads the session.
    await expect.poll(statuses, { timeout: 30_000 }).toEqual([200, 200])
  })

  test.each([
    ['the session ends', endAll],
    ['the session is deleted', 'delete from session'],
    ['an administrator of the database empties the table', 'truncate session'],
    ['an administrator of the database shortens the session', 'update session set expires_at = now()'],
    ['the employee is blocked', 'update employee set blocked_at = now()'],
  ])('is rejected by both when %s', async (_, change) => {
    const clerk = await rememberedClerk()
    await postgres.query(change)
    for (const server of [one, other]) await expect.poll(() => statusOf(clerk, server)).toBe(401)
    await postgres.query('update employee set blocked_at = null')
  })

  test.each([
    ['the name of the employee', `update employee set name = 'Kim de Wit'`, { name: 'Kim de Wit' }],
    [
      'a second factor',
      `insert into second_factor (employee_id, kind, name, sealed_secret, last_step)
       select id, 'totp', 'App', 'x', 0 from employee`,
      { second_factor: { is_set: true } },
    ],
    [
      'the name of the municipality',
      `update municipality set name = 'Heerlerheide'`,
      { municipality: { name: 'Heerlerheide' } },
    ],
  ])('shows a change of %s', async (_, change, shown) => {
    const clerk = await rememberedClerk()
    await postgres.query(change)
    for (const { url } of [one, other])
      await expect.poll(async () => JSON.parse((await clerk.showEmployee(url)).text).data).toMatchObject(shown)
    // With a second factor, a password alone starts no session.
    await postgres.query('delete from second_factor')
  })

  test('is rejected by the server at which it ended, at the next call', async () => {
    await postgres.query('alter table session disable trigger report_ended_sessions')
    try {
      for (let round = 0; round < 10; round += 1) {
        const clerk = await rememberedClerk()
        await request(one.url, fullPath(logout), {
          method: 'POST',
          headers: { authorization: clerk.authorization() },
        })
        expect(await statusOf(clerk, one)).toBe(401)
      }
    } finally {
      await postgres.query('alter table session enable trigger report_ended_sessions')
    }
  })

  test('is read again at the next call after the connection for notifications was lost', async () => {
    const clerk = await rememberedClerk()
    await endSilently()
    // PostgreSQL returns when the connections are closed.
    for (const { pid } of await listeners()) await postgres.query(`select pg_terminate_backend(${pid}, 10000)`)
    for (const server of [one, other]) expect(await statusOf(clerk, server)).toBe(401)
    await rememberedClerk()
  })

  test('is read again when the connection for notifications falls silent, and a new one is opened', async () => {
    const clerk = await rememberedClerk()
    const wake = await silenceListeners()
    try {
      await endSilently()
      for (const server of [one, other]) await expect.poll(() => statusOf(clerk, server)).toBe(401)
      await rememberedClerk()
    } finally {
      wake()
    }
  })

  test('is read again by a server that was paused, before it checks its connection', async () => {
    const clerk = await rememberedClerk()
    one.signal('SIGSTOP')
    const wake = await silenceListeners()
    try {
      await endSilently()
      await setTimeout(taskLimits.changes_ms)
      const status = statusOf(clerk, one)
      one.signal('SIGCONT')
      expect(await status).toBe(401)
    } finally {
      wake()
    }
  })

  test('is never remembered behind a pooler, which loses notifications', async () => {
    const url = Object.assign(new URL(postgres.url), { port: String(await startPooler(postgres.url)) }).href
    const pooled = await startServer({ DATABASE_URL: url })
    const clerk = await rememberedClerk()
    expect(await statusOf(clerk, pooled)).toBe(200)
    await endSilently()
    expect(await statusOf(clerk, pooled)).toBe(401)
    expect(await metric(pooled)).toBe(0)
  })
})
