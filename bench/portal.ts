import { spawn } from 'node:child_process'
import { Pool } from 'undici'
import { freePort } from '../e2e/free-port.ts'
import { withClient } from './loket-command.ts'
import type { Call } from './shapes.ts'

/** An answer as a load needs it: how it ended, when to come back, and how long it took. */
export type Answer = { status: number; retry_after: string | undefined; body: string; us: number }

/** A running portal of ours. */
export type Portal = Awaited<ReturnType<typeof startPortal>>

const account = { email: 'medewerker@bsgw.example', password: 'Loket-demo-2026!' }

/** Adds as many employees as are asked for: the demo's own one again and again, each with another e-mail address. */
const addColleagues = (databaseUrl: string, many: number) =>
  withClient(databaseUrl, (client) =>
    client.query(
      `insert into employee (email, name, roles, password_hash)
       select 'collega' || at || '@bsgw.example', name, roles, password_hash
       from employee, generate_series(1, $2::int) as at where email = $1
       on conflict (email) do nothing`,
      [account.email, many],
    ),
  )

/** Starts the product on a database of demo data, and logs in. */
export async function startPortal(databaseUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'a secret of the measurements that is long enough',
      JWT_TTL: '1440',
      RATE_LIMIT: '999999999',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const one = new Pool(url, { connections: 1 })
  await untilAlive(one, ended)
  const logIn = async (email = account.email) => {
    const body = { ...account, email }
    const answer = await ask(one, { method: 'POST', path: '/api/v1/counter/user/auth/login', body }, '')
    return `Bearer ${JSON.parse(answer.body).data.access_token}`
  }
  const logins = [await logIn()]

  return {
    pid: server.pid ?? 0,
    /** Makes a call on the portal's one quiet connection. */
    ask: (call: Call) => ask(one, call, logins[0] ?? ''),
    /**
     * Opens so many connections; `ask` uses whichever is free, for one of so many employees after the other, of whom `first` is the
     * first.
     */
    connections: async (count: number, employees: number, first = 0) => {
      if (logins.length < first + employees) await addColleagues(databaseUrl, first + employees)
      while (logins.length < first + employees) logins.push(await logIn(`collega${logins.length}@bsgw.example`))
      let asked = 0
      const pool = new Pool(url, {
        connections: count,
        pipelining: 1,
        headersTimeout: 60_000,
        connect: { timeout: 60_000 },
      })
      return {
        ask: (call: Call) => ask(pool, call, logins[first + (asked++ % employees)] ?? ''),
        close: () => pool.destroy(),
      }
    },
    stop: async () => {
      await one.destroy()
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** Makes a call, and takes the time. */
export async function ask(pool: Pool, { method, path, body }: Call, authorization: string): Promise<Answer> {
  const begin = performance.now()
  const response = await pool.request({
    method,
    path,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.body.text()
  const us = (performance.now() - begin) * 1000
  return { status: response.statusCode, retry_after: response.headers['retry-after'] as string, body: text, us }
}

/** Waits until what was started answers this call. */
export async function untilAlive(pool: Pool, ended: Promise<void>, call: Call = { method: 'GET', path: '/readyz' }) {
  let dead = false
  const death = ended.then(() => (dead = true))
  for (;;) {
    const alive = await ask(pool, call, '').catch(() => undefined)
    if (alive?.status === 200) return
    if (dead) throw new Error('It did not start; its reason stands above.')
    await Promise.race([death, new Promise((resolve) => setTimeout(resolve, 100))])
  }
}
