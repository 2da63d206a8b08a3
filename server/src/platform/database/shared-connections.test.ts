import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareConnections } from './shared-connections.ts'

/** A pool whose connections answer when they are told to, and how many of them are lent out. */
function slowPool() {
  const answers: (() => void)[] = []
  const sent: string[] = []
  let opened = 0
  let lent = 0
  let refuses = false
  const connect = async () => {
    if (refuses) throw new Error('No room')
    opened += 1
    lent += 1
    const connection = opened
    const query = (text: string) => {
      sent.push(`${connection}: ${text}`)
      return new Promise((resolve) => answers.push(() => resolve({ rows: [] })))
    }
    return { query, release: () => (lent -= 1) } as unknown as pg.PoolClient
  }
  return {
    pool: { connect, end: async () => {}, options: {} } as unknown as pg.Pool,
    sent,
    answerFirst: () => answers.shift()?.(),
    lent: () => lent,
    refuse: (now: boolean) => (refuses = now),
  }
}

const asking = (pool: pg.Pool) => {
  const shared = shareConnections(pool, 5)
  return async (text: string) => {
    const client = await shared.connect()
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

test('sends what is asked together over one connection, none waiting for the answer of another, and gives it back after the last', async () => {
  const { pool, sent, answerFirst, lent } = slowPool()
  const ask = asking(pool)
  const asked = [ask('select 1'), ask('\n (select 2)'), ask('with a as (select 3) select a')]
  await untilSent()
  expect(sent).toEqual(['1: select 1', '1: \n (select 2)', '1: with a as (select 3) select a'])
  answerFirst()
  answerFirst()
  await Promise.all(asked.slice(0, 2))
  expect(lent()).toBe(1)
  answerFirst()
  await asked[2]
  expect(lent()).toBe(0)
})

test('puts nothing behind a question that takes long', async () => {
  const { pool, sent, answerFirst, lent } = slowPool()
  const ask = asking(pool)
  const long = ask('select long')
  await untilSent()
  vi.advanceTimersByTime(6)
  const others = [ask('select 1'), ask('select 2')]
  await untilSent()
  expect(sent).toEqual(['1: select long', '2: select 1', '2: select 2'])
  for (let answered = 0; answered < 3; answered += 1) answerFirst()
  await Promise.all([long, ...others])
  expect(lent()).toBe(0)
})

test('tells all who wait for a connection that there is none, and asks the pool anew for who comes after', async () => {
  const { pool, answerFirst, refuse, lent } = slowPool()
  const ask = asking(pool)
  refuse(true)
  const asked = await Promise.allSettled([ask('select 1'), ask('select 2')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  refuse(false)
  const again = ask('select 3')
  await untilSent()
  answerFirst()
  await again
  expect(lent()).toBe(0)
})

test('lets nobody begin a transaction that the questions of others would be in', async () => {
  const { pool, lent } = slowPool()
  await expect(asking(pool)('begin')).rejects.toThrow('Only questions')
  expect(lent()).toBe(0)
})
