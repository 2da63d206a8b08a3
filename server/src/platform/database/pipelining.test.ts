import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pipelinePool } from './pipelining.ts'

/** A pool whose queries wait until the test finishes them. */
function slowPool() {
  const results: (() => void)[] = []
  const sent: string[] = []
  let opened = 0
  let inUse = 0
  let fails = false
  const connect = async () => {
    if (fails) throw new Error('No connection')
    opened += 1
    inUse += 1
    const connection = opened
    const query = (text: string) => {
      sent.push(`${connection}: ${text}`)
      return new Promise((resolve) => results.push(() => resolve({ rows: [] })))
    }
    return { query, release: () => (inUse -= 1) } as unknown as pg.PoolClient
  }
  return {
    pool: { connect, end: async () => {}, options: {} } as unknown as pg.Pool,
    sent,
    finishFirst: () => results.shift()?.(),
    inUse: () => inUse,
    setFails: (value: boolean) => (fails = value),
  }
}

const querying = (pool: pg.Pool) => {
  const pipelined = pipelinePool(pool, 5)
  return async (text: string) => {
    const client = await pipelined.connect()
    try {
      await client.query(text, [])
    } finally {
      client.release()
    }
  }
}
const untilSent = () => new Promise(setImmediate)

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('sends simultaneous queries over one connection without waiting, and releases it after the last', async () => {
  const { pool, sent, finishFirst, inUse } = slowPool()
  const query = querying(pool)
  const queries = [query('select 1'), query('\n (select 2)'), query('with a as (select 3) select a')]
  await untilSent()
  expect(sent).toEqual(['1: select 1', '1: \n (select 2)', '1: with a as (select 3) select a'])
  finishFirst()
  finishFirst()
  await Promise.all(queries.slice(0, 2))
  expect(inUse()).toBe(1)
  finishFirst()
  await queries[2]
  expect(inUse()).toBe(0)
})

test('opens another connection when a query has been in flight too long', async () => {
  const { pool, sent, finishFirst, inUse } = slowPool()
  const query = querying(pool)
  const long = query('select long')
  await untilSent()
  vi.advanceTimersByTime(6)
  const others = [query('select 1'), query('select 2')]
  await untilSent()
  expect(sent).toEqual(['1: select long', '2: select 1', '2: select 2'])
  for (let finished = 0; finished < 3; finished += 1) finishFirst()
  await Promise.all([long, ...others])
  expect(inUse()).toBe(0)
})

test('rejects all waiting queries when the pool has no connection, and connects again for the next query', async () => {
  const { pool, finishFirst, setFails, inUse } = slowPool()
  const query = querying(pool)
  setFails(true)
  const results = await Promise.allSettled([query('select 1'), query('select 2')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  setFails(false)
  const next = query('select 3')
  await untilSent()
  finishFirst()
  await next
  expect(inUse()).toBe(0)
})

test('rejects BEGIN, because queries of other callers would run in the same transaction', async () => {
  const { pool, inUse } = slowPool()
  await expect(querying(pool)('begin')).rejects.toThrow('Only queries')
  expect(inUse()).toBe(0)
})
