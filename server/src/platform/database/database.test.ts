import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { impatientSocket, openPool } from './database.ts'
import { openEmbeddedEngine } from './embedded/embedded.ts'

// A real engine behind a network that can be cut without either side being told.
let cut = false
const engine = await openEmbeddedEngine()
const network = createServer((socket) => {
  const stream = engine.stream()
  socket.on('data', (bytes) => cut || stream.write(bytes))
  stream.on('data', (bytes) => cut || socket.write(bytes))
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
  stream: impatientSocket(2000),
})
const ask = () => sql<{ answer: number }>`select 1 as answer`.execute(db)

afterAll(async () => {
  await db.destroy()
  network.close()
  await engine.close()
})

test('gives up a database that falls silent, and works with it again as soon as it answers', async () => {
  expect((await ask()).rows).toEqual([{ answer: 1 }])
  cut = true
  await expect(ask()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  cut = false
  expect((await ask()).rows).toEqual([{ answer: 1 }])
})

test('has a question prepared once and sends only its values from then on, and nothing that is no question', async () => {
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
