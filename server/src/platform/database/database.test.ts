import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openPreparedEngine } from '../../test/prepared.ts'
import { openPool, socketWithTimeout } from './database.ts'

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
  await db.destroy()
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

test('prepares a query once for all its parameters, and does not prepare statements that write', async () => {
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
  await preparing.destroy()
})
