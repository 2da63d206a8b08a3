import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { type Claims, startFakeProvider } from '../../test/openid/fake-provider.ts'
import { heerlenSettings, organisationServer } from '../../test/openid/organisation-server.ts'
import { rowsOf } from '../../test/test-database.ts'

const provider = await startFakeProvider()
const other = await startFakeProvider()
const kerkrade = { ...heerlenSettings(other.issuer), id: 'kerkrade', municipalities: ['Kerkrade'] }
const { app, db, start, finish, employeeOf, insertClerk, sendLogoutToken } = await organisationServer([
  heerlenSettings(provider.issuer),
  kerkrade,
])

beforeEach(async () => {
  provider.isDown = false
  await sql`delete from employee where email like '%.example'`.execute(db)
  await sql`delete from attempt_budget`.execute(db)
})

/** Logs Kim in with a new browser, in a session of the provider. */
async function logIn(sid?: string, claims: Claims = {}) {
  const cookies = {}
  const { outcome } = await finish(cookies, provider.logIn(await start(cookies), { sid, ...claims }))
  expect(outcome).toBe('done')
  return cookies
}
const areLive = async (...browsers: Record<string, string>[]) =>
  Promise.all(browsers.map(async (cookies) => (await employeeOf(cookies)) !== undefined))

test('a logout token ends all sessions of the subject, and no session of others', async () => {
  await insertClerk('kim@heerlen.example')
  await insertClerk('noor@heerlen.example')
  const kim = [await logIn('one'), await logIn('two')] as const
  const noor = await logIn('three', { sub: 'subject-noor', email: 'noor@heerlen.example' })
  const response = await sendLogoutToken(await provider.logoutToken())
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(await areLive(...kim, noor)).toEqual([false, false, true])
})

test.each([
  ['a session id alone', { sub: undefined, sid: 'one' }],
  ['a session id and the subject', { sid: 'one' }],
])('a logout token with %s ends only that session', async (_, claims) => {
  await insertClerk('kim@heerlen.example')
  const [first, second] = [await logIn('one'), await logIn('two')]
  expect((await sendLogoutToken(await provider.logoutToken(claims))).statusCode).toBe(200)
  expect(await areLive(first, second)).toEqual([false, true])
})

test('a session ends for its next call, and is logged with the employee and the organisation', async () => {
  await insertClerk('kim@heerlen.example')
  const { authorization } = await employeeOf(await logIn())
  await sendLogoutToken(await provider.logoutToken())
  expect((await app.inject({ url: '/api/v1/user/auth/user', headers: { authorization } })).statusCode).toBe(401)
  const [event] = await rowsOf(
    db,
    sql`select action, result, object_kind, object_key, employee_key is not null as has_employee
      from audit_event where log = 'security' order by position desc limit 1`,
  )
  expect(event).toEqual({
    ...{ action: 'end_sessions', result: 'done', object_kind: 'organisation', object_key: 'heerlen' },
    has_employee: true,
  })
})

const now = Math.floor(Date.now() / 1000)
test.each<[string, Claims]>([
  ['another issuer', { iss: 'https://attacker.example' }],
  ['another audience', { aud: 'another-client' }],
  ['no moment of issue', { iat: undefined }],
  ['an issue of ten minutes ago', { iat: now - 600, exp: now + 600 }],
  ['an end in the past', { iat: now - 120, exp: now - 60 }],
  ['no events', { events: undefined }],
  ['another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
  ['an event that is text', { events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } }],
  ['a nonce, as an ID token has', { nonce: 'of a login' }],
  ['no subject and no session', { sub: undefined }],
  ['no identifier', { jti: undefined }],
])('rejects a logout token with %s', async (_, claims) => {
  await insertClerk('kim@heerlen.example')
  const cookies = await logIn()
  const response = await sendLogoutToken(await provider.logoutToken(claims))
  expect([response.statusCode, response.json().message]).toEqual([400, 'Dit logout token is niet geldig'])
  expect(await areLive(cookies)).toEqual([true])
})

// Without the list of algorithms in our code these tests still pass: jose rejects `none`, and an HMAC with a public
// key.
test.each([
  ['without a signature (alg none)', provider.unsigned],
  ['with HMAC and the public key of the provider as secret', provider.signWithPublicKey],
  ['signed by a key that the provider does not publish', provider.signWithOtherKey],
  ['signed by another organisation', other.sign],
])('rejects a logout token %s', async (_, sign) => {
  await insertClerk('kim@heerlen.example')
  const cookies = await logIn()
  expect((await sendLogoutToken(await provider.logoutToken({}, sign))).statusCode).toBe(400)
  expect(await areLive(cookies)).toEqual([true])
})

test.each([
  ['the same subject and session', { sid: 'one' }],
  ['the same session alone', { sid: 'one', sub: undefined }],
])('another organisation cannot end a session with its own logout token for %s', async (_, claims) => {
  await insertClerk('kim@heerlen.example')
  const cookies = await logIn('one')
  expect((await sendLogoutToken(await other.logoutToken(claims), 'kerkrade')).statusCode).toBe(200)
  expect(await areLive(cookies)).toEqual([true])
})

test('a logout token is accepted once', async () => {
  await insertClerk('kim@heerlen.example')
  const token = await provider.logoutToken()
  expect((await sendLogoutToken(token)).statusCode).toBe(200)
  const cookies = await logIn()
  const replay = await sendLogoutToken(token)
  expect([replay.statusCode, replay.json().message]).toEqual([400, 'Dit logout token is al gebruikt'])
  expect(await areLive(cookies)).toEqual([true])
})

test('returns 503 when the keys cannot be read, so that the provider sends the token again', async () => {
  const token = await provider.logoutToken()
  provider.isDown = true
  expect((await sendLogoutToken(token)).statusCode).toBe(503)
})

test('returns 429 after many tokens that are not valid, and a valid token does not count', async () => {
  for (let times = 0; times < 65; times += 1)
    expect((await sendLogoutToken(await provider.logoutToken())).statusCode).toBe(200)
  const begin = performance.now()
  let rejected = 0
  const send = async () => (await sendLogoutToken('no token')).statusCode
  for (let status = await send(); status !== 429; status = await send()) {
    expect(status).toBe(400)
    rejected += 1
  }
  expect(rejected).toBeGreaterThanOrEqual(60)
  // On a slow machine, attempts become available meanwhile: one in 10 s.
  expect(rejected).toBeLessThanOrEqual(60 + (performance.now() - begin) / 10_000)
})
