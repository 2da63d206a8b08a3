import argon2 from '@node-rs/argon2'
import { forgotPassword, login, searchAddresses } from '@rd4-loket/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { taskLimits } from '../../platform/runtime/limits.ts'
import { insertAddress, insertEmployee } from '../../test/make.ts'
import { recordedBy } from '../../test/recorded-statements.ts'
import { settings, testServer } from '../../test/server.ts'

const verify = vi.spyOn(argon2, 'verify')
afterEach(() => void verify.mockReset())
afterAll(() => verify.mockRestore())

const { db, tokens, call } = await testServer()
const statements: string[] = []
const recorded = recordedBy(db, ({ text }) => statements.push(text))
const app = await buildApp({ db: recorded, reads: db }, tokens, settings)
afterAll(() => app.close())

const kim = 'kim@heerlen.example'
const blocked = 'blocked@heerlen.example'
const password = 'een lang wachtwoord'
const attempt = (email: string, typed: string, remoteAddress = '192.0.2.1') =>
  app.inject({
    method: 'POST',
    url: `/api/v1${login.path}`,
    payload: { email, password: typed },
    remoteAddress,
  })

beforeAll(async () => {
  const password_hash = await hashPassword(password)
  await insertEmployee(db, { email: kim, password_hash })
  await insertEmployee(db, { email: blocked, password_hash, blocked_at: new Date() })
  // The first login to an unknown account computes the dummy hash that all later logins to unknown accounts use.
  await attempt('first@heerlen.example', password)
})
beforeEach(async () => {
  await sql`delete from attempt_budget`.execute(db)
  verify.mockClear()
})

describe('S7.1 a rejected login reveals nothing about the account', () => {
  async function rejectionOf(email: string, typed: string) {
    statements.length = 0
    verify.mockClear()
    const { statusCode, headers, body } = await attempt(email, typed)
    const {
      date: _,
      'x-request-id': _id,
      'x-ratelimit-remaining': _n,
      'x-ratelimit-reset': _s,
      ...comparedHeaders
    } = headers
    const [checked = ''] = verify.mock.calls[0] ?? []
    return {
      answer: { statusCode, comparedHeaders, body: { ...JSON.parse(body), request_id: '' } },
      work: {
        statements: [...statements],
        hashes: verify.mock.calls.length,
        cost: /^\$argon2id\$[^$]+\$[^$]+\$/.exec(String(checked))?.[0],
      },
    }
  }

  test.each([
    ['an account that does not exist', 'niemand@heerlen.example', password],
    ['a blocked account with the right password', blocked, password],
    ['a blocked account with a wrong password', blocked, 'iets anders'],
  ])('%s causes the same response, statements and hashes as a wrong password', async (_, email, typed) => {
    const wrong = await rejectionOf(kim, 'iets anders')
    expect(wrong.answer.statusCode).toBe(401)
    expect(wrong.work.statements.length).toBeGreaterThan(0)
    expect([wrong.work.hashes, wrong.work.cost]).toEqual([1, '$argon2id$v=19$m=19456,t=2,p=1$'])
    expect(await rejectionOf(email, typed)).toEqual(wrong)
  })
})

describe('S2.1 a request for a password link reveals nothing about the account', () => {
  async function requestLink(email: string) {
    statements.length = 0
    const begin = performance.now()
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api/v1${forgotPassword.path}`,
      payload: { email },
    })
    return { ms: performance.now() - begin, answer: [statusCode, body], statements: [...statements] }
  }

  test.each([
    ['is known', kim],
    ['is unknown', 'niemand@heerlen.example'],
    ['belongs to a blocked employee', blocked],
  ])(
    'an address that %s causes the response and statements of an unknown address, after a minimum time',
    async (_, email) => {
      const other = await requestLink('ander@heerlen.example')
      const { ms, ...request } = await requestLink(email)
      expect(request).toEqual({ answer: other.answer, statements: other.statements })
      expect(request.statements.length).toBeGreaterThan(1)
      // The timer uses another clock than this test, so it may end a few milliseconds early.
      expect(ms).toBeGreaterThan(taskLimits.minimumPasswordLink_ms - 5)
    },
  )
})

test('searches succeed while forty logins wait in the queue of password hashes', async () => {
  await insertAddress(db)
  const ends: (() => void)[] = []
  verify.mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(false))))
  const statuses: number[] = []
  const flood = Array.from({ length: 40 }, async (_, at) => {
    statuses.push((await attempt(`${at}@heerlen.example`, password, `203.0.113.${at}`)).statusCode)
  })
  await expect.poll(() => ends.length).toBeGreaterThan(0)
  for (let searches = 0; searches < 20; searches += 1)
    expect((await call('bsgw', searchAddresses, { body: { postal_code: '6411CD' } })).data).toHaveLength(1)
  // A login that waits in the queue for more than five seconds returns 503.
  expect(statuses.filter((status) => status !== 503)).toEqual([])
  while (statuses.length < 40) {
    for (const end of ends.splice(0)) end()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await Promise.all(flood)
  expect([401, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]))
})
