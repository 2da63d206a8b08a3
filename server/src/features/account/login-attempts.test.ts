import argon2 from '@node-rs/argon2'
import { changePassword, forgotPassword, login, resetEmployee, resetPassword } from '@rd4-loket/contract'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { makeTokens } from '../../domain/sessions/tokens.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { insertEmployee } from '../../test/make.ts'
import { logInAs, secret, settings, testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'

const { app, call, db, tokens } = await testServer()
const proxy = '10.0.0.1'
const node = await buildApp({ db, reads: db }, makeTokens({ secrets: () => [secret], ttl_minutes: 60 }), {
  ...settings,
  trust_proxy: [proxy],
})
afterAll(() => node.close())

const kim = 'kim@heerlen.example'
const sam = 'sam@heerlen.example'
const password = 'een lang wachtwoord'
const password_hash = await hashPassword(password)
for (const email of [kim, sam]) await insertEmployee(db, { email, password_hash })
beforeEach(async () => {
  await clearTables(db, 'attempt_budget', 'login_network', 'mail')
})

const office = '192.0.2.10'
const attacker = '198.51.100.66'
const elsewhere = (at: number) => `203.0.113.${at}`
type Attempt = { email?: string; password?: string; ip?: string; at?: typeof app; headers?: object }
const attempt = ({ email = kim, password: typed = 'geraden', ip = attacker, at = app, headers = {} }: Attempt) =>
  at.inject({
    method: 'POST',
    url: `/api/v1${login.path}`,
    payload: { email, password: typed },
    remoteAddress: ip,
    headers: { ...headers },
  })
const statusOf = async (options: Attempt) => (await attempt(options)).statusCode
/** Returns the distinct statuses of consecutive attempts, each with its count. */
async function statusesOf(times: number, attemptAt: (at: number) => Attempt) {
  const counts: Record<number, number> = {}
  for (let at = 0; at < times; at += 1) {
    const status = await statusOf(attemptAt(at))
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}
/** Asserts that the first 429 follows after `burst` attempts, plus the attempts that became available meanwhile. */
async function expectThrottledAfter(burst: number, seconds: number, attemptAt: (at: number) => Attempt) {
  const begin = performance.now()
  let attempts = 0
  let status = await statusOf(attemptAt(attempts))
  while (status === 401) {
    attempts += 1
    status = await statusOf(attemptAt(attempts))
  }
  expect(status).toBe(429)
  expect(attempts).toBeGreaterThanOrEqual(burst)
  expect(attempts).toBeLessThanOrEqual(burst + (performance.now() - begin) / 1000 / seconds)
}
const timePasses = (seconds: number) =>
  sql`update attempt_budget set spent_until = spent_until - ${seconds} * interval '1 second'`.execute(db)

describe('S7.1 the throttle of password guessing', () => {
  test('allows ten attempts for one account from one network, then one per minute, and returns 429 for any other', async () => {
    expect(await statusesOf(14, () => ({}))).toEqual({ 401: 10, 429: 4 })
    const refused = await attempt({})
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.json()).toMatchObject({
      title: 'Te veel verzoeken',
      message: expect.stringMatching(
        /^Er is te vaak geprobeerd om in te loggen\. Probeer het over \d+ seconden? opnieuw\.$/,
      ),
    })
    expect(await statusOf({ password }), 'also with the right password').toBe(429)
    await timePasses(60)
    expect([await statusOf({}), await statusOf({})]).toEqual([401, 429])
  })

  test('affects only the network of the attacker: the owner can log in from a known and from a new network', async () => {
    await statusesOf(11, () => ({}))
    expect(await statusOf({ password, ip: office })).toBe(200)
    expect(await statusOf({ password, ip: elsewhere(1) })).toBe(200)
  })

  test('limits guesses at many accounts from one network, but employees known on that network can log in', async () => {
    expect(await statusOf({ email: sam, password, ip: office })).toBe(200)
    const attemptAt = (at: number) => ({ email: `medewerker${at}@heerlen.example`, ip: office })
    await expectThrottledAfter(60, 10, attemptAt)
    expect(await statusOf({ email: sam, password, ip: office })).toBe(200)
    expect(await statusOf({ email: sam, password: 'tikfout', ip: office })).toBe(401)
    expect(await statusOf({ email: kim, password, ip: elsewhere(1) })).toBe(200)
  })

  test('limits guesses at one account from many networks, but the owner can log in from a known network or after a mailed link', async () => {
    expect(await statusOf({ password, ip: office })).toBe(200)
    await expectThrottledAfter(30, 300, (at) => ({ ip: elsewhere(at) }))
    expect(await statusOf({ password, ip: office })).toBe(200)
    expect(await statusOf({ password, ip: elsewhere(100) }), 'a stranger with the right password').toBe(429)
    expect(await statusOf({ email: sam, password, ip: elsewhere(100) })).toBe(200)

    await call('visitor', forgotPassword, { body: { email: kim } })
    const { body } = await rowOf(db, sql<{ body: string }>`select body from mail`)
    const token = new URLSearchParams(/#(\S+)/.exec(body)?.[1]).get('token') ?? ''
    const url = `/api/v1${resetPassword.path}`
    const chosen = { email: kim, token, password: 'mijn fiets is groen' }
    await app.inject({ method: 'POST', url, payload: chosen, remoteAddress: elsewhere(100) })
    expect(await statusOf({ password: chosen.password, ip: elsewhere(100) })).toBe(200)
    await sql`update employee set password_hash = ${password_hash} where email = ${kim}`.execute(db)
  })

  test('allows twenty attempts for one account from a known network', async () => {
    expect(await statusOf({ password, ip: office })).toBe(200)
    const verify = vi.spyOn(argon2, 'verify').mockResolvedValue(false)
    onTestFinished(() => verify.mockRestore())
    expect(await statusesOf(22, () => ({ ip: office }))).toEqual({ 401: 20, 429: 2 })
  })

  test('counts the guesses on all nodes together, even when all guesses arrive at the same moment', async () => {
    // On a busy machine some hashes exceed the queue timeout and return 503.
    const verify = vi.spyOn(argon2, 'verify').mockResolvedValue(false)
    onTestFinished(() => verify.mockRestore())
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => statusOf({ at: at % 2 ? app : node })))
    expect(answers.filter((status) => status === 401)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(20)
  })

  test('is the same for an unknown account as for a known account', async () => {
    const unknown = await statusesOf(14, () => ({ email: 'niemand@heerlen.example' }))
    expect(unknown).toEqual(await statusesOf(14, () => ({ ip: elsewhere(1) })))
  })

  test('never affects an employee who makes four typing errors before each login on a known network', async () => {
    for (let days = 0; days < 4; days += 1) {
      await statusesOf(4, () => ({ ip: office }))
      expect(await statusOf({ password, ip: office })).toBe(200)
    }
  })
})

describe('the security log during an attack', () => {
  const events = () =>
    rowsOf(db, sql<{ action: string }>`select * from audit_event where log = 'security' order by position`)

  test('has each checked password attempt and at most five throttled attempts, and never the typed text', async () => {
    const before = (await events()).length
    await statusesOf(30, () => ({ email: 'geheim-getypt@heerlen.example' }))
    await statusOf({ password, ip: office })
    const written = (await events()).slice(before)
    const times = (action: string) => written.filter((event) => event.action === action).length
    expect([times('log_in_refused'), times('log_in_slowed'), times('log_in')]).toEqual([10, 5, 1])
    expect(written.at(0)).toMatchObject({ origin: attacker, result: 'refused', employee_key: null })
    const { audit_key } = await rowOf(
      db,
      sql<{ audit_key: string }>`select audit_key from employee where email = ${kim}`,
    )
    expect(written.at(-1)).toMatchObject({ origin: office, result: 'done', employee_key: audit_key })
    const attempts = await rowsOf(db, sql`select * from attempt_budget`)
    const networks = await rowsOf(db, sql`select * from login_network`)
    expect(JSON.stringify([written, attempts, networks])).not.toMatch(/getypt|geraden|heerlen\.example/)
  })
})

describe('the network of a login', () => {
  const forwardedFrom = (ip: string) => ({ 'x-forwarded-for': ip })

  test('is not taken from an X-Forwarded-For header of the caller', async () => {
    expect(await statusesOf(12, (at) => ({ headers: forwardedFrom(elsewhere(at)) }))).toEqual({ 401: 10, 429: 2 })
    expect(
      await statusesOf(12, (at) => ({ at: node, ip: elsewhere(200), headers: forwardedFrom(elsewhere(at)) })),
    ).toEqual({
      401: 10,
      429: 2,
    })
  })

  test('is the last X-Forwarded-For entry when the configured proxy forwards the request', async () => {
    const through = (ip: string) => ({ at: node, ip: proxy, headers: forwardedFrom(ip) })
    expect(await statusesOf(12, () => through(attacker))).toEqual({ 401: 10, 429: 2 })
    expect(await statusOf(through(elsewhere(1)))).toBe(401)
    expect(await statusOf(through(`${elsewhere(1)}, ${attacker}`))).toBe(429)
  })

  test.each(['spam1', `${elsewhere(1)}:8080`])(
    'cannot be determined when the configured proxy forwards %j, which returns 400',
    async (entry) => expect(await statusOf({ at: node, ip: proxy, headers: forwardedFrom(entry) })).toBe(400),
  )

  test('is a whole /64 for IPv6, because one attacker can own a /64', async () => {
    const attemptAt = (at: number) => ({ ip: `2001:db8:1:2::${(at + 1).toString(16)}` })
    expect(await statusesOf(12, attemptAt)).toEqual({ 401: 10, 429: 2 })
    expect(await statusOf({ ip: '2001:db8:1:3::1' })).toBe(401)
  })
})

describe('password mails', () => {
  const requestLink = (email: string, ip = attacker) =>
    app.inject({ method: 'POST', url: `/api/v1${forgotPassword.path}`, payload: { email }, remoteAddress: ip })
  const mailed = async () => (await rowsOf(db, sql`select from mail`)).length

  test('are sent to one address three times, then once per twenty minutes, and each request gets the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => requestLink(kim, elsewhere(at))))
    expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(Array(6).fill('202 {"data":null}'))
    expect(await mailed()).toBe(3)
    await timePasses(1200)
    await Promise.all([requestLink(kim), requestLink(kim)])
    expect(await mailed()).toBe(4)
  })

  test('are sent thirty times from one network, then once per minute', async () => {
    for (let at = 0; at < 35; at += 1) await insertEmployee(db, { email: `post${at}@heerlen.example` })
    const answers = await Promise.all(Array.from({ length: 35 }, (_, at) => requestLink(`post${at}@heerlen.example`)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([202]))
    expect(await mailed()).toBe(30)
    await requestLink(kim, office)
    expect(await mailed()).toBe(31)
  })

  test('requested by an administrator have their own budget of three, and then return 429 with a sentence', async () => {
    await Promise.all(Array.from({ length: 5 }, () => requestLink(kim)))
    const { id } = await insertEmployee(db, { email: 'bo@heerlen.example', municipality_id: 917 })
    for (let times = 0; times < 5; times += 1) await requestLink('bo@heerlen.example')
    const params = { employee_id: String(id) }
    for (let times = 0; times < 3; times += 1) await call('administrator', resetEmployee, { params })
    await expect(call('administrator', resetEmployee, { params })).rejects.toMatchObject({
      status: 429,
      message: 'Er zijn veel mails verstuurd. Probeer het over 20 minuten opnieuw.',
    })
  })
})

test('a password change accepts ten wrong current passwords, then one per minute', async () => {
  const { id } = await insertEmployee(db, { email: 'open@heerlen.example', password_hash })
  const { access_token } = await logInAs(db, tokens, id)
  const change = (current_password: string) =>
    app.inject({
      method: 'POST',
      url: `/api/v1${changePassword.path}`,
      payload: { current_password, password: 'mijn fiets is groen' },
      headers: { authorization: `Bearer ${access_token}` },
    })
  const statuses: number[] = []
  for (let times = 0; times < 12; times += 1) statuses.push((await change('geraden')).statusCode)
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  await timePasses(60)
  expect((await change(password)).statusCode).toBe(200)
})
