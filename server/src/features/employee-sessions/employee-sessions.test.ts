import {
  endEmployeeSession,
  endEmployeeSessions,
  endOtherSessions,
  endOwnSession,
  listEmployeeSessions,
  listOwnSessions,
  login,
  showEmployee,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { makeTokens } from '../../domain/sessions/tokens.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { insertEmployee } from '../../test/make.ts'
import { secret, settings, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { app, call, db } = await testServer()
const other = await buildApp({ db, reads: db }, makeTokens({ secrets: () => [secret], ttl_minutes: 60 }), settings)

const kim = { email: 'kim@heerlen.example', password: 'een lang wachtwoord' }
const { id } = await insertEmployee(db, {
  email: kim.email,
  password_hash: await hashPassword(kim.password),
  municipality_id: 917,
})
const employee_id = String(id)
const colleague = await insertEmployee(db, { email: 'noor@heerlen.example' })

beforeEach(async () => {
  await sql`delete from session where employee_id = ${id}`.execute(db)
  await clearTables(db, 'attempt_budget')
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
async function logIn(cookie = '', userAgent = firefox) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1${login.path}`,
    payload: kim,
    headers: { cookie, 'user-agent': userAgent },
    remoteAddress: '192.0.2.77',
  })
  const [set] = response.cookies
  return { token: response.json().data.access_token as string, cookie: `${set?.name}=${set?.value}` }
}
const confirmed: { current_password?: string } = { current_password: kim.password }
const as = (
  token: string,
  { method, path }: { method: 'GET' | 'POST'; path: string },
  session_id = '',
  typed = confirmed,
) =>
  app.inject({
    method,
    url: `/api/v1${path.replace(':session_id', session_id)}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' && { payload: typed }),
  })
const sessionsOf = async (token: string) => (await as(token, listOwnSessions)).json().data
/** The statuses of a call with this token on both nodes, and of a renewal with this cookie. */
const statuses = async ({ token, cookie }: { token: string; cookie: string }) => {
  const url = `/api/v1${showEmployee.path}`
  const headers = { authorization: `Bearer ${token}` }
  return [
    (await other.inject({ url, headers })).statusCode,
    (await app.inject({ url, headers })).statusCode,
    (await other.inject({ method: 'POST', url: '/api/auth/refresh', headers: { cookie } })).statusCode,
  ]
}
const live = [200, 200, 200]
const ended = [401, 401, 401]
const endEvents = () =>
  rowsOf(
    db,
    sql`
  select log, result, result_count, object_kind, actor.email as actor, owner.email as owner from audit_event
  left join employee actor on actor.audit_key = employee_key
  left join employee owner on owner.audit_key::text = object_key
  where action = 'end_sessions' order by position`,
  )
const lastEnd = async () => (await endEvents()).at(-1)

test('lists the live sessions of the employee, the session of the call first, with browser, system and network', async () => {
  const first = await logIn()
  const second = await logIn('', 'curl/8.1')
  await sql`
    insert into session (id, employee_id, expires_at)
    values (gen_random_uuid(), ${id}, now() - interval '1 second'), (gen_random_uuid(), ${colleague.id}, '2099-01-01')`.execute(
    db,
  )
  const [mine, theirs, ...more] = await sessionsOf(first.token)
  expect(mine).toEqual({
    id: expect.any(String),
    browser: 'Firefox',
    system: 'Linux',
    network: '192.0.2.x',
    started_at: expect.any(String),
    last_used_at: expect.any(String),
    is_current: true,
    by_organisation: false,
  })
  expect(theirs).toMatchObject({ browser: null, system: null, is_current: false })
  expect(more).toEqual([])
  expect((await sessionsOf(second.token)).map((it: { is_current: boolean }) => it.is_current)).toEqual([true, false])
})

describe('an employee', () => {
  test('ends another session of their own on every node at once, and the security log has the event', async () => {
    const [here, there] = [await logIn(), await logIn()]
    expect(await statuses(there)).toEqual(live)
    const [, { id: session_id }] = await sessionsOf(here.token)
    expect((await as(here.token, endOwnSession, session_id)).json()).toEqual({ data: null })
    expect(await statuses(there)).toEqual(ended)
    expect(await statuses(here)).toEqual(live)
    expect(await lastEnd()).toEqual({
      log: 'security',
      result: 'done',
      result_count: 1,
      object_kind: null,
      actor: kim.email,
      owner: null,
    })
    const before = (await endEvents()).length
    expect((await as(here.token, endOwnSession, session_id)).json().message).toBe('Deze sessie is al afgelopen')
    expect(await endEvents()).toHaveLength(before)
  })

  test('receives the same 404 for a session of a colleague and for an unknown session, and ends neither', async () => {
    const here = await logIn()
    const session_id = crypto.randomUUID()
    await sql`
      insert into session (id, employee_id, expires_at) values (${session_id}, ${colleague.id}, '2099-01-01')`.execute(
      db,
    )
    const theirs = await as(here.token, endOwnSession, session_id)
    const unknown = await as(here.token, endOwnSession, crypto.randomUUID())
    expect([theirs.statusCode, theirs.json().message]).toEqual([404, unknown.json().message])
    expect(await rowsOf(db, sql`select ended_at from session where id = ${session_id}`)).toEqual([{ ended_at: null }])
  })

  test('ends all other sessions of their own, and not those of a colleague', async () => {
    const [here, second, third] = [await logIn(), await logIn(), await logIn()]
    await call('bsgw', showEmployee, {})
    expect((await as(here.token, endOtherSessions)).json()).toEqual({ data: null })
    expect([await statuses(second), await statuses(third)]).toEqual([ended, ended])
    expect(await statuses(here)).toEqual(live)
    await call('bsgw', showEmployee, {})
    expect(await lastEnd()).toMatchObject({ result_count: 2, actor: kim.email })
    const before = (await endEvents()).length
    await as(here.token, endOtherSessions)
    expect(await endEvents()).toHaveLength(before)
  })
})

describe('ending own sessions', () => {
  const wrong = 'Dit is niet uw huidige wachtwoord'
  test.each([
    ['a wrong password', { current_password: 'geraden' }, wrong],
    ['no password', {}, 'Vul uw wachtwoord in'],
  ])('is rejected at the field with %s, for one session and for all others', async (_, typed, message) => {
    const [here, there] = [await logIn(), await logIn()]
    const [, { id: session_id }] = await sessionsOf(here.token)
    for (const endpoint of [endOwnSession, endOtherSessions]) {
      const response = await as(here.token, endpoint, session_id, typed)
      expect([response.statusCode, response.json().errors]).toEqual([422, { current_password: [message] }])
    }
    expect(await statuses(there)).toEqual(live)
  })

  test('logs a wrong password, and returns 429 after too many', async () => {
    const [here, there] = [await logIn(), await logIn()]
    const end = (typed?: object) => as(here.token, endOtherSessions, '', typed)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await end({ current_password: `gok nummer ${guess}` })).statusCode).toBe(422)
    expect(await lastEnd()).toMatchObject({ log: 'security', result: 'refused', actor: kim.email })
    expect((await end()).statusCode).toBe(429)
    expect(await statuses(there)).toEqual(live)
  })

  test('needs no password within ten minutes after the organisation authenticated the employee', async () => {
    const [here, there] = [await logIn(), await logIn()]
    const [{ id: session_id }] = await sessionsOf(here.token)
    const authenticated = (moment: ReturnType<typeof sql>) =>
      sql`update session set issuer = 'https://login.example', authenticated_at = ${moment} where id = ${session_id}`.execute(
        db,
      )
    // The organisation states no moment, or one of some time ago: single sign-on is not enough.
    for (const moment of [sql`null`, sql`now() - interval '11 minutes'`]) {
      await authenticated(moment)
      const late = await as(here.token, endOtherSessions, '', {})
      expect([late.statusCode, late.json().message]).toEqual([
        409,
        'Log opnieuw in bij uw organisatie. Daarna kan dit 10 minuten.',
      ])
      expect(await statuses(there)).toEqual(live)
      expect(await lastEnd()).toMatchObject({ result: 'refused', actor: kim.email })
    }
    await authenticated(sql`now() - interval '9 minutes'`)
    expect((await sessionsOf(here.token))[0]).toMatchObject({ is_current: true, by_organisation: true })
    expect((await as(here.token, endOtherSessions, '', {})).statusCode).toBe(200)
    expect(await statuses(there)).toEqual(ended)
  })
})

describe('a login', () => {
  test('ends the previous session of the same browser on every node, and logs it', async () => {
    const first = await logIn()
    const elsewhere = await logIn()
    const second = await logIn(first.cookie)
    expect(await statuses(first)).toEqual(ended)
    expect([await statuses(second), await statuses(elsewhere)]).toEqual([live, live])
    expect(await lastEnd()).toMatchObject({ result: 'done', result_count: 1, actor: kim.email })
  })

  test('of another employee ends the previous session, and logs the employee of that session', async () => {
    const noor = { ...kim, email: 'noor@heerlen.example' }
    await sql`update employee set password_hash = (select password_hash from employee where id = ${id})
      where id = ${colleague.id}`.execute(db)
    const first = await logIn()
    const headers = { cookie: first.cookie }
    await app.inject({ method: 'POST', url: `/api/v1${login.path}`, payload: noor, headers })
    expect(await statuses(first)).toEqual(ended)
    expect(await lastEnd()).toMatchObject({ actor: kim.email })
  })

  test('that fails, or that has a forged cookie, ends no session', async () => {
    const first = await logIn()
    const forged = first.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    await logIn(forged)
    await app.inject({
      method: 'POST',
      url: `/api/v1${login.path}`,
      payload: { ...kim, password: 'een ander wachtwoord' },
      headers: { cookie: first.cookie },
    })
    expect(await statuses(first)).toEqual(live)
  })
})

describe('an administrator', () => {
  test('lists the sessions of an employee of the municipality, and ends one of them on every node', async () => {
    const [first, second] = [await logIn(), await logIn()]
    const sessions = await call('administrator', listEmployeeSessions, { params: { employee_id } })
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, false])
    const [{ id: session_id = '' } = {}] = await sessionsOf(second.token)
    await call('administrator', endEmployeeSession, { params: { employee_id, session_id } })
    expect([await statuses(first), await statuses(second)]).toEqual([live, ended])
    expect(await lastEnd()).toEqual({
      log: 'security',
      result: 'done',
      result_count: 1,
      object_kind: 'employee',
      actor: 'administrator@loket.example',
      owner: kim.email,
    })
    await expect(
      call('administrator', endEmployeeSession, { params: { employee_id, session_id } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('ends all sessions of an employee, but never the session that makes the call', async () => {
    const [first, second] = [await logIn(), await logIn()]
    await call('administrator', endEmployeeSessions, { params: { employee_id } })
    expect([await statuses(first), await statuses(second)]).toEqual([ended, ended])
    expect(await lastEnd()).toMatchObject({ result_count: 2, owner: kim.email })
    const own = await rowsOf<{ id: number }>(
      db,
      sql`select id from employee where email = 'administrator@loket.example'`,
    )
    await call('administrator', endEmployeeSessions, { params: { employee_id: String(own[0]?.id) } })
    const [session] = await call('administrator', listOwnSessions, {})
    expect(session?.is_current).toBe(true)
  })
})

test('an ended session has no opened places', async () => {
  const [here, there] = [await logIn(), await logIn()]
  const [, { id: session_id }] = await sessionsOf(here.token)
  await sql`update session set opened_places = '[{"kind": "address", "alias": "a1"}]' where employee_id = ${id}`.execute(
    db,
  )
  await as(here.token, endOwnSession, session_id)
  await logIn(there.cookie)
  const places = await rowsOf(db, sql`select opened_places from session where id = ${session_id}`)
  expect(places).toEqual([{ opened_places: [] }])
  await as(here.token, endOtherSessions)
  expect(await rowsOf(db, sql`select from session where ended_at is not null and opened_places <> '[]'`)).toEqual([])
})
