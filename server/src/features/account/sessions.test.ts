import { changeEmployee, changePassword, listMunicipalities, login, logout, showEmployee } from '@rd4-loket/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { blockUser, resetUser } from '../../cli/user.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { insertSession } from '../../domain/sessions/session.queries.ts'
import { makeTokens } from '../../domain/sessions/tokens.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertEmployee } from '../../test/make.ts'
import { secret, settings, testLogin, testServer } from '../../test/server.ts'
import { updatePassword } from './account.queries.ts'

// Two nodes that share only the database and the signing key.
const { app, call, db } = await testServer()
const startNode = () =>
  buildApp({ db, reads: db }, makeTokens({ secrets: () => [secret], ttl_minutes: 60 }), {
    ...settings,
    public_url: 'https://loket.example',
  })
const other = await startNode()
afterAll(() => other.close())

const email = 'kim@heerlen.example'
const password = 'een lang wachtwoord'
const password_hash = await hashPassword(password)
let employee_id: number

beforeEach(async () => {
  await sql`delete from employee where email = ${email}`.execute(db)
  const kim = { email, password_hash, roles: ['bsgw_employee' as const], municipality_id: 917 }
  employee_id = (await insertEmployee(db, kim)).id
})

type PortalNode = typeof app
type CookieResponse = { cookies: { name: string; value: string }[] }
const cookieOf = ({ cookies: [set] }: CookieResponse) => `${set?.name}=${set?.value}`
const logIn = async (node: PortalNode) => {
  const response = await node.inject({ method: 'POST', url: `/api/v1${login.path}`, payload: { email, password } })
  return { cookie: cookieOf(response), token: response.json().data.access_token as string }
}
const refresh = (node: PortalNode, cookie: string, headers = {}) =>
  node.inject({ method: 'POST', url: '/api/auth/refresh', headers: { cookie, ...headers } })
const callAs = (node: PortalNode, token: string, { path } = showEmployee as { path: string }) =>
  node.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
const post = (node: PortalNode, token: string, path: string, payload = {}) =>
  node.inject({ method: 'POST', url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` }, payload })
const secondsPass = (seconds: number) =>
  sql`update session set renewed_at = renewed_at - ${seconds} * interval '1 second'`.execute(db)
/** Extends the grace period, so that it does not end during the test on a slow machine. */
const extendGrace = () => secondsPass(-300)

describe('S7.4 one session in several tabs on two nodes', () => {
  test('ten simultaneous renewals all receive the same next cookie and end no session', async () => {
    const { cookie } = await logIn(app)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => refresh(at % 2 ? app : other, cookie)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    const [next = '', ...others] = new Set(answers.map(cookieOf))
    expect(others).toEqual([])
    for (const answer of answers) {
      expect((await callAs(app, answer.json().data.access_token)).statusCode).toBe(200)
      expect((await callAs(other, answer.json().data.access_token)).statusCode).toBe(200)
    }
    await secondsPass(3)
    expect((await refresh(other, next)).statusCode).toBe(200)
  })

  test('a delayed renewal with the first cookie succeeds after five other renewals within the grace period', async () => {
    const { cookie: first } = await logIn(app)
    let cookie = first
    for (let times = 0; times < 5; times += 1) {
      cookie = cookieOf(await refresh(times % 2 ? app : other, cookie))
      await extendGrace()
    }
    expect((await refresh(app, first)).statusCode).toBe(200)
    expect((await refresh(app, cookie)).statusCode).toBe(200)
  })

  test('a node repeats the next cookie when the response of the other node was lost', async () => {
    const { cookie } = await logIn(app)
    const lost = await refresh(app, cookie)
    await extendGrace()
    const again = await refresh(other, cookie)
    expect(cookieOf(again)).toBe(cookieOf(lost))
    await secondsPass(303)
    expect((await refresh(app, cookieOf(again))).statusCode).toBe(200)
  })

  test('an old cookie after the grace period ends the session on both nodes, for the thief and the owner', async () => {
    const { cookie: stolen, token } = await logIn(app)
    const owned = await refresh(app, stolen)
    await secondsPass(3)
    expect((await refresh(other, stolen)).statusCode).toBe(401)
    for (const node of [app, other]) {
      expect((await refresh(node, cookieOf(owned))).statusCode).toBe(401)
      expect((await callAs(node, token)).statusCode).toBe(401)
      expect((await callAs(node, owned.json().data.access_token)).statusCode).toBe(401)
    }
  })

  test('token and cookie remain valid after a restart of the node', async () => {
    const node = await startNode()
    const { cookie, token } = await logIn(node)
    await node.close()
    const restarted = await startNode()
    expect((await callAs(restarted, token)).statusCode).toBe(200)
    expect((await refresh(restarted, cookie)).statusCode).toBe(200)
    await restarted.close()
  })
})

describe('S7.2 a change on one node takes effect on the other at once', () => {
  const command = { args: [], onProgress: () => {}, signal: new AbortController().signal }
  const openDatabase = async () => ({ db, migrated: [] })
  const replaced = (hash: string) => db.transaction((transaction) => updatePassword(transaction, employee_id, hash))
  const change = (changed: { roles?: ['municipal_employee']; blocked?: boolean }) =>
    call('administrator', changeEmployee, {
      params: { employee_id: String(employee_id) },
      body: { name: 'Kim', roles: ['municipal_employee'], blocked: false, ...changed },
    })

  test.each([
    ['a logout', (token: string) => post(app, token, logout.path)],
    ['a block', () => change({ blocked: true })],
    ['a block from the command line', () => blockUser.run({ ...command, openDatabase, options: { email } })],
    ['a reset from the command line', () => resetUser.run({ ...command, openDatabase, options: { email } })],
    ['a new password by mail', () => replaced(password_hash)],
  ])('%s ends the session', async (_, happens) => {
    const { token, cookie } = await logIn(other)
    // The other node has already validated and cached this token.
    expect((await callAs(other, token)).statusCode).toBe(200)
    await happens(token)
    for (const node of [other, app]) {
      expect((await callAs(node, token)).statusCode).toBe(401)
      expect((await refresh(node, cookie)).statusCode).toBe(401)
    }
  })

  test('the other node returns 403 for a call that needs a removed role', async () => {
    const { token } = await logIn(other)
    expect((await callAs(other, token, listMunicipalities)).statusCode).toBe(200)
    await change({ roles: ['municipal_employee'] })
    expect((await callAs(other, token, listMunicipalities)).statusCode).toBe(403)
    expect((await callAs(other, token)).json().data.roles).toEqual(['municipal_employee'])
  })

  test('a password change ends the other sessions of the employee and preserves the current session', async () => {
    const [here, elsewhere] = [await logIn(app), await logIn(other)]
    await callAs(other, elsewhere.token)
    const body = { current_password: password, password: 'mijn fiets is groen' }
    expect((await post(app, here.token, changePassword.path, body)).statusCode).toBe(200)
    for (const node of [app, other]) {
      expect((await callAs(node, here.token)).statusCode).toBe(200)
      expect((await callAs(node, elsewhere.token)).statusCode).toBe(401)
      expect((await refresh(node, elsewhere.cookie)).statusCode).toBe(401)
    }
    expect((await refresh(other, here.cookie)).statusCode).toBe(200)
  })

  test('a login creates no session when the password changes or a block starts while the login is in flight', async () => {
    await replaced(await hashPassword('mijn fiets is groen'))
    expect(await insertSession(db, employee_id, testLogin, password_hash)).toBeUndefined()
    await change({ blocked: true })
    expect(await insertSession(db, employee_id, testLogin)).toBeUndefined()
  })
})

describe('the cookie is useless to a page of another site', () => {
  test.each([
    ['of another site', { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' }],
    ['of a neighbouring host', { origin: 'https://www.loket.example', 'sec-fetch-site': 'same-site' }],
    ['of another site, in an old browser', { origin: 'https://attacker.example' }],
    ['without an origin of its own', { origin: 'null' }],
    ['of another port', { origin: 'http://localhost:8080' }],
    ['whose Origin only begins with the portal’s host', { origin: 'https://loket.example.attacker.example' }],
    ['opened by hand', { 'sec-fetch-site': 'none' }],
  ])('a page %s can neither renew nor log in', async (_, headers) => {
    const { cookie } = await logIn(other)
    const rejected = await refresh(other, cookie, headers)
    expect([rejected.statusCode, rejected.cookies]).toEqual([403, []])
    const url = `/api/v1${login.path}`
    const attempt = await other.inject({ method: 'POST', url, payload: { email, password }, headers })
    expect(attempt.statusCode).toBe(403)
    expect((await refresh(other, cookie)).statusCode).toBe(200)
  })

  test.each([
    ['of the portal', { origin: 'https://loket.example', 'sec-fetch-site': 'same-origin' }],
    ['of the portal on another host', { origin: 'https://loket.example', 'sec-fetch-site': 'cross-site' }],
    ['on the host that receives the request', { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' }],
    ['on the host that receives the request, in an old browser', { origin: 'http://localhost', host: 'localhost' }],
  ])('a page %s can renew and log in', async (_, headers) => {
    expect((await refresh(other, (await logIn(other)).cookie, headers)).statusCode).toBe(200)
  })
})
