import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openPreparedEngine } from '../../test/prepared.ts'
import { loadConfig } from '../runtime/config.ts'
import { callLimits } from '../runtime/limits.ts'
import { openDatabase, socketWithTimeout } from './database.ts'
import { openPool } from './pool.ts'
import { sql } from './sql.ts'

// A proxy to the engine. While `isCut` is true, it discards all data and leaves the connections open.
let isCut = false
const engine = await openPreparedEngine('empty')
const network = createServer((socket) => {
  const stream = engine.stream()
  socket.on('data', (bytes) => isCut || stream.write(bytes))
  stream.on('data', (bytes) => isCut || socket.write(bytes))
  socket.on('error', () => {}).on('close', () => stream.destroy())
})
await new Promise<void>((listening) => network.listen(0, '127.0.0.1', listening))
const { port } = network.address() as AddressInfo
const db = openPool({
  host: '127.0.0.1',
  port,
  user: 'loket',
  database: 'loket',
  max: 1,
  stream: socketWithTimeout(2000),
})
const query = () => sql<{ one: number }>`select 1 as one`.execute(db)

afterAll(async () => {
  await db.close()
  network.close()
  await engine.close()
})

test('a query fails with ETIMEDOUT when the database does not respond, and a query after that can succeed', async () => {
  expect((await query()).rows).toEqual([{ one: 1 }])
  isCut = true
  await expect(query()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  isCut = false
  expect((await query()).rows).toEqual([{ one: 1 }])
})

test('prepares a query once for different parameter values, and does not prepare statements that write', async () => {
  const preparing = openPool({ host: '127.0.0.1', port, user: 'loket', database: 'loket', max: 1, prepare: true })
  const double = (number: number) => sql<{ twice: number }>`select ${number}::int * 2 as twice`.execute(preparing)
  expect((await double(2)).rows).toEqual([{ twice: 4 }])
  expect((await double(3)).rows).toEqual([{ twice: 6 }])
  await sql`create temporary table seen as select ${1}::int as number`.execute(preparing)
  const { rows } =
    await sql`select statement from pg_prepared_statements where statement not like ${'%pg_prepared%'}`.execute(
      preparing,
    )
  expect(rows).toEqual([{ statement: 'select $1::int * 2 as twice' }])
  await preparing.close()
})

/** Returns the settings with which a connection of the portal or of an import starts a session of PostgreSQL. */
async function sessionSettings({ withoutTimeouts }: { withoutTimeouts: boolean }) {
  const startups: string[] = []
  const listener = createServer((socket) => {
    socket.once('data', (bytes) => {
      startups.push(bytes.toString())
      socket.destroy()
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  const DATABASE_URL = `postgres://loket@127.0.0.1:${(listener.address() as AddressInfo).port}/loket`
  const config = loadConfig({ DATABASE_URL, JWT_SECRET: 'a secret of the tests that is long enough' })
  const { db, reads, close } = await openDatabase(config, { withoutTimeouts })
  for (const pool of new Set([db, reads])) await sql`select`.execute(pool).catch(() => {})
  await close()
  listener.close()
  return startups.map((startup) => ({
    statement: /statement_timeout\0(\d+)/.exec(startup)?.[1],
    idleTransaction: /idle_in_transaction_session_timeout\0(\d+)/.exec(startup)?.[1],
  }))
}

test('connections of the portal limit statements and idle transactions, and connections of imports do not', async () => {
  const limited = {
    statement: String(callLimits.statement_ms),
    idleTransaction: String(callLimits.idleTransaction_ms),
  }
  const ofPortal = await sessionSettings({ withoutTimeouts: false })
  // The two pools and the connection that reports changes.
  expect(ofPortal.length).toBeGreaterThanOrEqual(3)
  expect(ofPortal.filter((settings) => JSON.stringify(settings) !== JSON.stringify(limited))).toEqual([])
  expect(await sessionSettings({ withoutTimeouts: true })).toEqual([{}])
})
