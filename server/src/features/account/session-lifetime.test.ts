import { fullPath, login, refreshSession } from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertEmployee } from '../../test/make.ts'
import { settings, testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'
import { renewSession } from './account.queries.ts'

const { app, db, tokens } = await testServer()
const kim = { email: 'kim@heerlen.example', password: 'een lang wachtwoord' }
const employee = await insertEmployee(db, { email: kim.email, password_hash: await hashPassword(kim.password) })
const caller = { id: crypto.randomUUID(), ip: '192.0.2.1', employee: null }

beforeEach(() => sql`delete from session`.execute(db))

const logIn = () => app.inject({ method: 'POST', url: fullPath(login), payload: kim })
/** Starts a session, and changes its row. Returns its id. */
async function startSession({ generation = 1, renewed_seconds_ago = 0 } = {}) {
  await logIn()
  const { id } = await rowOf(
    db,
    sql<{ id: string }>`
      update session set generation = ${generation}, renewed_at = now() - ${renewed_seconds_ago} * interval '1 second'
      returning id`,
  )
  return id
}
const refresh = (session_id: string, generation: number) =>
  app.inject({
    method: 'POST',
    url: fullPath(refreshSession),
    headers: { cookie: `__Host-auth.loket.session=${tokens.renewalCookie(session_id, generation)}` },
  })
const lastSecurityEvent = async () =>
  (await rowsOf(db, sql<{ action: string }>`select * from audit_event where log = 'security' order by position`)).at(-1)

test('a session ends 12 hours after its login when it is not used', async () => {
  await logIn()
  const { hours } = await rowOf(
    db,
    sql<{ hours: number }>`select extract(epoch from expires_at - started_at) / 3600 as hours from session`,
  )
  expect(hours).toBe(12)
})

test('S9.1 a session lives 14 days without use when the idle time is 336 hours', async () => {
  const node = await buildApp({ db, reads: db }, tokens, { ...settings, session_idle_hours: 336 })
  await node.inject({ method: 'POST', url: fullPath(login), payload: kim })
  await node.close()
  const { days } = await rowOf(
    db,
    sql<{ days: number }>`select extract(epoch from expires_at - started_at) / 86400 as days from session`,
  )
  expect(days).toBe(14)
})

test('a renewal is no use: it reports the remaining time, and does not move the end of the session', async () => {
  const id = await startSession({ renewed_seconds_ago: 60 })
  await sql`
    update session set started_at = now() - interval '13 days', expires_at = now() + interval '1 hour',
      last_used_at = now() - interval '11 hours' where id = ${id}`.execute(db)
  const { json, cookies } = await refresh(id, 1)
  expect(json().data.session_expires_in).toBeCloseTo(3600, -2)
  // The cookie must survive the uses that follow, so it expires 14 days after the login.
  expect(cookies[0]?.maxAge).toBeCloseTo(86_400, -2)
  expect(
    await rowOf(
      db,
      sql`select expires_at <= now() + interval '1 hour' as same, last_used_at < now() - interval '10 hours'
      as idle from session`,
    ),
  ).toEqual({ same: true, idle: true })
})

test('S7.1 a login that cannot be logged starts no session', async () => {
  await sql`alter table audit_event add constraint no_more check (action <> 'log_in') not valid`.execute(db)
  const { statusCode, cookies } = await logIn()
  await sql`alter table audit_event drop constraint no_more`.execute(db)
  expect([statusCode, cookies]).toEqual([500, []])
  expect(await rowsOf(db, sql`select from session`)).toEqual([])
})

describe('S7.4 a renewal', () => {
  test('is rejected with an ended or expired session', async () => {
    for (const change of [sql`ended_at = now()`, sql`expires_at = now()`]) {
      const id = await startSession({ renewed_seconds_ago: 60 })
      await sql`update session set ${change} where id = ${id}`.execute(db)
      expect((await refresh(id, 1)).statusCode).toBe(401)
      await sql`delete from session`.execute(db)
    }
  })

  test('accepts the previous cookie for 2 seconds after its replacement', async () => {
    expect((await refresh(await startSession({ generation: 3, renewed_seconds_ago: 0 }), 2)).statusCode).toBe(200)
    await sql`delete from session`.execute(db)
    expect((await refresh(await startSession({ generation: 3, renewed_seconds_ago: 3 }), 2)).statusCode).toBe(401)
  })

  test('accepts the previous cookie for longer when the request has waited for a database connection', async () => {
    const session_id = await startSession({ generation: 3, renewed_seconds_ago: 30 })
    const arrivedAt = performance.now() - 60_000
    const renewed = await renewSession(db, { session_id, generation: 2 }, caller, arrivedAt)
    expect(renewed).toMatchObject({ generation: 3 })
  })

  test('ends the session at once when the cookie is two renewals old, and logs the employee', async () => {
    const id = await startSession({ generation: 3 })
    expect((await refresh(id, 1)).statusCode).toBe(401)
    expect((await refresh(id, 3)).statusCode).toBe(401)
    const { audit_key } = await rowOf(
      db,
      sql<{ audit_key: string }>`select audit_key from employee where id = ${employee.id}`,
    )
    expect(await lastSecurityEvent()).toMatchObject({
      action: 'end_sessions',
      result: 'done',
      employee_key: audit_key,
    })
  })
})
