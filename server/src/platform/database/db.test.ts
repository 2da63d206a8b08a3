import { afterAll, expect, test } from 'vitest'
import { openPreparedEngine } from '../../test/prepared.ts'
import { type Db, dbOfConnection, type Statement } from './db.ts'
import { openPool, poolOf } from './pool.ts'
import { sql } from './sql.ts'
import { allValues, runSql } from './statements.queries.ts'

const engine = await openPreparedEngine('empty')
const db = openPool({ stream: engine.stream, max: 1 })
await runSql(db)`create table number (n int primary key)`
afterAll(async () => {
  await db.close()
  await engine.close()
})

const add = (to: Db, n: number) => runSql(to)`insert into number values (${n})`
const numbers = () => allValues<number>(db)`select n from number order by n`

test('a transaction is committed, rolled back when its task throws, and rolled back when its end is a rollback', async () => {
  await db.transaction((transaction) => add(transaction, 1))
  const failing = db.transaction(async (transaction) => {
    await add(transaction, 2)
    throw new Error('toch niet')
  })
  await expect(failing).rejects.toThrow('toch niet')
  expect(await db.transaction((transaction) => add(transaction, 3), 'rollback')).toBe(1)
  expect(await numbers()).toEqual([1])
})

test('a transaction rejects a statement after its end, and another transaction inside it', async () => {
  let ended: Db = db
  await db.transaction(async (transaction) => {
    ended = transaction
    await expect(transaction.transaction(async () => {})).rejects.toThrow('no other transaction')
    await expect(transaction.connection(async () => {})).rejects.toThrow('no other transaction')
  })
  await expect(add(ended, 4)).rejects.toThrow('has ended')
  const failed = db.transaction(async (transaction) => {
    ended = transaction
    throw new Error('toch niet')
  })
  await expect(failed).rejects.toThrow('toch niet')
  await expect(add(ended, 4)).rejects.toThrow('has ended')
  expect(await numbers()).toEqual([1])
})

test('a transaction whose task hides the error of a statement is rejected, because nothing is stored', async () => {
  const hiding = db.transaction(async (transaction) => {
    await add(transaction, 6)
    await add(transaction, 6).catch(() => {})
  })
  await expect(hiding).rejects.toThrow('instead of committing')
  expect(await numbers()).toEqual([1])
})

test('two transactions on one connection run one after the other', async () => {
  await db.connection(async (connection) => {
    const failing = connection.transaction(async (transaction) => {
      await add(transaction, 7)
      throw new Error('toch niet')
    })
    const [first, second] = await Promise.allSettled([
      failing,
      connection.transaction((transaction) => add(transaction, 8)),
    ])
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
  })
  expect(await numbers()).toEqual([1, 8])
  await runSql(db)`delete from number where n = 8`
})

test('a connection runs one statement at a time, in the order of the calls, also after a failure', async () => {
  await db.connection(async (connection) => {
    const events: string[] = []
    const logged = dbOfConnection(async (statement) => {
      events.push(statement.text)
      return connection.execute<never>(statement).finally(() => events.push('ended'))
    })
    const results = await Promise.allSettled(
      ['select 1', 'select 1 / 0', 'select 2'].map((text) => sql.raw(text).execute(logged)),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(events).toEqual(['select 1', 'ended', 'select 1 / 0', 'ended', 'select 2', 'ended'])
  })
})

test('a connection whose rollback fails is closed, and rejects all later statements', async () => {
  const released: boolean[] = []
  const query = ({ text }: Statement, done: (error: Error | undefined, result: object) => void) =>
    done(text === 'rollback' ? new Error('the rollback failed') : undefined, { rows: [] })
  const client = { query, release: (isDiscarded: boolean) => released.push(isDiscarded) } as never
  const pool = poolOf(
    { connect: async () => client, end: async () => {}, totalCount: 1, idleCount: 0, waitingCount: 0 },
    {},
  )
  const failing = pool.connection(async (connection) => {
    await connection.transaction(() => Promise.reject(new Error('toch niet'))).catch(() => {})
    await sql`select 1`.execute(connection)
  })
  await expect(failing).rejects.toThrow('has been discarded')
  await pool.connection((connection) => sql`select 1`.execute(connection))
  expect(released).toEqual([true, false])
})

test.each<[string, (task: (on: Db) => Promise<unknown>) => Promise<unknown>]>([
  ['pool', (task) => task(db)],
  ['connection', (task) => db.connection(task)],
  ['transaction', (task) => db.transaction(task)],
])(
  'the error of a statement on a %s names the function that ran it, and leaves the connection free',
  async (_, run) => {
    async function causeFault(on: Db) {
      await sql`select 1 / 0`.execute(on)
    }
    const error = await run(causeFault).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('causeFault') })
    expect(db.usage()).toEqual({ busy: 0, idle: 1, waiting: 0 })
  },
)

test('a pool can be closed twice', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1, max: 1 })
  await pool.close()
  await pool.close()
})
