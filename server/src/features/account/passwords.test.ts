import {
  changePassword,
  forgotPassword,
  listMunicipalities,
  login,
  resetPassword,
  showEmployee,
} from '@rd4-loket/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { insertEmployee } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'

const { app, call, db } = await testServer()
const email = 'kim@rd4.example'
const old = 'het oude wachtwoord'
const chosen = 'mijn fiets is groen'

const logIn = async (password: string) => (await call('visitor', login, { body: { email, password } })).access_token
const as = (token: string, url: string, payload?: object) =>
  app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
const change = (token: string, body: object) => as(token, changePassword.path, body)

beforeEach(async () => {
  await sql`truncate mail, attempt_budget`.execute(db)
  await sql`delete from employee where email = ${email}`.execute(db)
  await insertEmployee(db, { email, password_hash: await hashPassword(old), roles: ['bsgw_employee'] })
})

describe('S2.4 a password change', () => {
  test('replaces the password, preserves the current session and ends the other sessions of the employee', async () => {
    const [here, elsewhere] = [await logIn(old), await logIn(old)]
    expect((await change(here, { current_password: old, password: chosen })).statusCode).toBe(200)
    expect((await as(here, showEmployee.path)).statusCode).toBe(200)
    expect((await as(elsewhere, showEmployee.path)).statusCode).toBe(401)
    await expect(logIn(old)).rejects.toMatchObject({ status: 401 })
    await logIn(chosen)
  })

  test.each([
    ['a wrong current password', { current_password: 'niet dit', password: chosen }, 'current_password'],
    ['a new password that is too short', { current_password: old, password: 'te kort' }, 'password'],
    ['a new password that equals the current password', { current_password: old, password: old }, 'password'],
    ['a new password that leaked', { current_password: old, password: 'Welkom-1234567890' }, 'password'],
    [
      'a new password that equals the e-mail address',
      { current_password: old, password: 'Kim@Rd4.example' },
      'password',
    ],
    ['an empty new password', { current_password: old, password: '' }, 'password'],
  ])('S5.3 rejects %s at its field', async (_, body, field) => {
    const response = await change(await logIn(old), body)
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().errors)).toEqual([field])
  })

  test('logs one event for each checked current password, whether it is correct or wrong', async () => {
    const token = await logIn(old)
    const before = await rowsOf(db, sql`select from audit_event`)
    await change(token, { current_password: old, password: old })
    await change(token, { current_password: old, password: 'Welkom-1234567890' })
    await change(token, { current_password: 'niet dit', password: chosen })
    await change(token, { current_password: old, password: chosen })
    const { audit_key } = await rowOf(
      db,
      sql<{ audit_key: string }>`select audit_key from employee where email = ${email}`,
    )
    const events = await rowsOf(db, sql`select * from audit_event order by position offset ${before.length}`)
    const event = { log: 'security', action: 'change_password', employee_key: audit_key }
    expect(events).toMatchObject([
      { ...event, result: 'refused' },
      { ...event, result: 'done' },
    ])
  })

  test('S4.2 returns 403 to all other calls of an employee who must choose a new password', async () => {
    await sql`update employee set renew_password = true where email = ${email}`.execute(db)
    const token = await logIn(old)
    const refused = await as(token, listMunicipalities.path)
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'Kies eerst een nieuw wachtwoord'])
    expect((await as(token, showEmployee.path)).json().data.renew_password).toBe(true)
    expect((await change(token, { current_password: old, password: chosen })).statusCode).toBe(200)
    expect((await as(token, listMunicipalities.path)).statusCode).toBe(200)
  })
})

describe('S2.1 a forgotten password', () => {
  const mailedToken = async () => {
    const mail = await rowOf(db, sql<{ recipient: string; subject: string; body: string }>`select * from mail`)
    const [, fragment] = /resetten#(\S+)/.exec(mail.body) ?? []
    return { mail, token: new URLSearchParams(fragment).get('token') ?? '' }
  }

  test('returns the same response for a known, an unknown and a blocked address, and mails only the known address', async () => {
    await insertEmployee(db, { email: 'blocked@rd4.example', blocked_at: new Date() })
    for (const recipient of [email, 'niemand@rd4.example', 'blocked@rd4.example'])
      expect(await call('visitor', forgotPassword, { body: { email: recipient } })).toBeNull()
    const mails = await rowsOf(db, sql<{ recipient: string }>`select recipient from mail`)
    expect(mails.map((mail) => mail.recipient)).toEqual([email])
  })

  test('takes at least 0.095 s for an unknown address, which is longer than the work for a known address', async () => {
    const begin = performance.now()
    await call('visitor', forgotPassword, { body: { email: 'niemand@rd4.example' } })
    expect(performance.now() - begin).toBeGreaterThan(95)
  })

  test('mails a link that works once and ends every session, and stores only the hash of its token', async () => {
    const token = await logIn(old)
    await call('visitor', forgotPassword, { body: { email } })
    const mailed = await mailedToken()
    expect(mailed.mail.body).toContain('/account/wachtwoord/resetten#')
    const stored = await rowsOf(db, sql`select * from password_reset`)
    expect(JSON.stringify(stored)).not.toContain(mailed.token)

    await call('visitor', resetPassword, { body: { email, token: mailed.token, password: chosen } })
    expect((await as(token, showEmployee.path)).statusCode).toBe(401)
    await logIn(chosen)
    await expect(
      call('visitor', resetPassword, { body: { email, token: mailed.token, password: `${chosen} twee` } }),
    ).rejects.toMatchObject({
      status: 422,
      message: 'Deze link werkt niet meer. Vraag een nieuwe aan.',
    })
  })

  test('the link changes the password once when three requests use it at the same moment', async () => {
    await call('visitor', forgotPassword, { body: { email } })
    const { token } = await mailedToken()
    const uses = ['een', 'twee', 'drie'].map((word) =>
      call('visitor', resetPassword, { body: { email, token, password: `${chosen} ${word}` } }),
    )
    const outcomes = await Promise.allSettled(uses)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('the link is rejected for another address and after its expiry', async () => {
    await insertEmployee(db, { email: 'ander@rd4.example' })
    await call('visitor', forgotPassword, { body: { email } })
    const { token } = await mailedToken()
    await expect(
      call('visitor', resetPassword, { body: { email: 'ander@rd4.example', token, password: chosen } }),
    ).rejects.toMatchObject({ status: 422 })
    await sql`update password_reset set expires_at = now()`.execute(db)
    await expect(call('visitor', resetPassword, { body: { email, token, password: chosen } })).rejects.toMatchObject({
      status: 422,
    })
  })
})
