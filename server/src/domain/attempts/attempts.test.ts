import type { FastifyReply } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { testDatabase } from '../../test/test-database.ts'
import { deleteFullBudgets, returnAttempts, takeAttempts } from './attempts.queries.ts'
import { attemptKey, networkOf, throwTooManyAttempts } from './attempts.ts'

const db = await testDatabase()
beforeEach(async () => void (await sql`delete from attempt_budget`.execute(db)))

const three = { key: 'three', burst: 3, seconds: 60 }
const one = { key: 'one', burst: 1, seconds: 10 }
const take = async (...budgets: (typeof one)[]) => takeAttempts(db, budgets)
const pass = (seconds: number) =>
  sql`update attempt_budget set spent_until = spent_until - ${seconds} * interval '1 second'`.execute(db)

describe('an attempt budget', () => {
  test('allows its burst at once, and then one attempt per refill interval', async () => {
    expect([await take(three), await take(three), await take(three)]).toEqual([0, 0, 0])
    const wait = await take(three)
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
    await pass(60)
    expect(await take(three)).toBe(0)
    expect(await take(three)).toBeGreaterThan(0)
  })

  test('never allows more than its burst after a long time without attempts', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await take(three)
    await pass(100_000)
    expect([await take(three), await take(three), await take(three)]).toEqual([0, 0, 0])
    expect(await take(three)).toBeGreaterThan(0)
  })

  test('is unchanged by an attempt that is rejected because another budget is empty', async () => {
    await take(one)
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await take(three, one)).toBeGreaterThan(0)
    expect([await take(three), await take(three), await take(three)]).toEqual([0, 0, 0])
  })

  test('allows no more than its burst when attempts are simultaneous', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => take(three)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  })

  test('allows another attempt after an attempt was returned to it', async () => {
    await take(three, one)
    await returnAttempts(db, [three, one])
    expect(await take(three, one)).toBe(0)
  })

  test('has one more attempt when an attempt is returned to it, and other budgets are unchanged', async () => {
    await take(one)
    for (let attempt = 0; attempt < 3; attempt += 1) await take(three)
    await returnAttempts(db, [three])
    expect(await take(three)).toBe(0)
    expect(await take(three)).toBeGreaterThan(0)
    expect(await take(one)).toBeGreaterThan(0)
  })

  test('rejects an attempt that must wait one second', async () => {
    expect(await take({ key: 'none', burst: 0, seconds: 1 })).toBe(1)
  })

  test('returns a wait that is not shorter than the time until the next attempt', async () => {
    await take(one)
    await pass(-0.9)
    const wait = await take(one)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from spent_until - clock_timestamp())::float as seconds from attempt_budget`.execute(db)
    expect(wait).toBeGreaterThanOrEqual(rows[0]?.seconds ?? Infinity)
  })

  test('throws the error of the database, and does not allow the attempt', async () => {
    await expect(take({ ...one, seconds: Number.NaN })).rejects.toThrow('invalid input syntax')
  })

  test('is deleted when it is full, and remains stored when it is not', async () => {
    await take(three)
    await take(one)
    await pass(20)
    await deleteFullBudgets(db)
    expect((await sql`select key from attempt_budget`.execute(db)).rows).toEqual([{ key: 'three' }])
  })
})

test('at most 1000 full budgets are deleted per call, in the order in which they became full', async () => {
  await sql`
    insert into attempt_budget (key, spent_until)
    select key, now() - key * interval '1 minute' from generate_series(1, 1001) as key`.execute(db)
  await deleteFullBudgets(db)
  expect((await sql`select key from attempt_budget`.execute(db)).rows).toEqual([{ key: '1' }])
})

test('budgets are locked in the order of their keys, so that two callers with the same budgets cannot deadlock', async () => {
  await take(three, one)
  expect((await sql`select key from attempt_budget order by ctid`.execute(db)).rows).toEqual([
    { key: 'one' },
    { key: 'three' },
  ])
})

test('a key depends on each of its parts, and is a hash', () => {
  const keys = [attemptKey('login', 'a', 'b'), attemptKey('login', 'ab'), attemptKey('login', 'a', 'c')]
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12:34::/64'],
  ['2001:0DB8:0012:0034::1', '2001:db8:12:34::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::1:2:3:4:5:6', '0:0:1:2::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  [1, '1 seconde'],
  [89, '89 seconden'],
  [90, '2 minuten'],
  [121, '3 minuten'],
])('the message for a wait of %i seconds says: %s', (seconds, text) => {
  const headers: Record<string, string> = {}
  const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
  expect(() => throwTooManyAttempts(reply as unknown as FastifyReply, seconds, 'Te veel.')).toThrow(
    expect.objectContaining({ status: 429, message: `Te veel. Probeer het over ${text} opnieuw.` }),
  )
  expect(headers).toEqual({ 'retry-after': String(seconds) })
})
