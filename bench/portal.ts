import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import { freePort } from '../e2e/free-port.ts'
import { withClient } from './loket-command.ts'
import type { ApiRequest } from './shapes.ts'

export type ApiResponse = { status: number; body: string; us: number }

/** The key that signs the tokens of the product. */
export const jwtSecret = 'a secret of the measurements that is long enough'

const account = { email: 'medewerker@bsgw.example', password: 'Loket-demo-2026!' }

/** Copies the demo's employee `count` times, each copy with its own e-mail address. */
const addColleagues = (databaseUrl: string, count: number) =>
  withClient(databaseUrl, (client) =>
    client.query(
      `insert into employee (email, name, roles, password_hash)
       select 'collega' || number || '@bsgw.example', name, roles, password_hash
       from employee, generate_series(1, $2::int) as number where email = $1
       on conflict (email) do nothing`,
      [account.email, count],
    ),
  )

/** `flags` are flags of Node. */
type ServerOptions = { flags?: string[]; port?: number }

/** Starts the product with these settings. Waits until it is ready. */
export async function startServer(settings: Record<string, string>, { flags = [], port }: ServerOptions = {}) {
  const env = { PORT: String(port ?? (await freePort())), RATE_LIMIT: '999999999', ...settings }
  const url = `http://127.0.0.1:${env.PORT}`
  const server = spawn(process.execPath, [...flags, 'server/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // With this serialization the values of recorded statements arrive with their types: a Date stays a Date.
    serialization: 'advanced',
  })
  const pool = new Pool(url, { connections: 50 })
  await untilAlive(pool, server)
  return {
    url,
    server,
    pool,
    stop: async () => {
      await pool.close()
      await stop(server)
    },
  }
}

/** Starts the product on a database of demo data, and logs in. */
export async function startPortal(databaseUrl: string, options: ServerOptions = {}) {
  const settings = { DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret, JWT_TTL: '1440' }
  const { pool, ...running } = await startServer(settings, options)
  const tokens = [await logIn(pool)]
  return {
    ...running,
    pid: running.server.pid ?? 0,
    /** Makes a call on a free connection, as the employee of a token. Default: the first employee. */
    call: (request: ApiRequest, token = tokens[0] ?? '') => call(pool, request, token),
    /** Returns the tokens of `count` employees. The first is the employee of `call`. */
    tokensOf: async (count: number) => {
      if (tokens.length < count) await addColleagues(databaseUrl, count)
      while (tokens.length < count) tokens.push(await logIn(pool, `collega${tokens.length}@bsgw.example`))
      return tokens.slice(0, count)
    },
  }
}

/** Logs in an employee of the demo, and returns the value of the header `authorization`. */
export async function logIn(pool: Pool, email = account.email) {
  const body = { ...account, email }
  const reply = await call(pool, { method: 'POST', path: '/api/v1/counter/user/auth/login', body }, '')
  return `Bearer ${JSON.parse(reply.body).data.access_token}`
}

/** Makes a call on a free connection of a pool. */
export async function call(
  pool: Pool,
  { method, path, body, headers }: ApiRequest,
  authorization: string,
): Promise<ApiResponse> {
  const begin = performance.now()
  const response = await pool.request({
    method,
    path,
    headers: { authorization, ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.body.text()
  return { status: response.statusCode, body: text, us: (performance.now() - begin) * 1000 }
}

/** Waits until a server is ready; throws when its process ends first. */
export async function untilAlive(pool: Pool, server: ChildProcess) {
  for (;;) {
    const reply = await call(pool, { method: 'GET', path: '/readyz' }, '').catch(() => undefined)
    if (reply && reply.status < 500) return
    if (server.exitCode !== null) throw new Error('The server did not start; see its output above.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function stop(server: ChildProcess) {
  const ended = once(server, 'exit')
  if (server.kill('SIGTERM')) await ended
}
