import {
  changePassword,
  forgotPassword,
  fullPath,
  listMunicipalities,
  login,
  resetPassword,
  showEmployee,
} from '@rd4-loket/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { insertEmployee } from '../../test/make.ts'
import { settings, testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'

const { app, call, db, tokens } = await testServer()
const published = await buildApp({ db, reads: db }, tokens, { ...settings, public_url: 'https://loket.example' })
afterAll(() => published.close())
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
const requestLink = () => call('visitor', forgotPassword, { body: { email } })
const useLink = (token: string, password = chosen) =>
  call('visitor', resetPassword, { body: { email, token, password } })
const mailedTokens = async () =>
  (await rowsOf(db, sql<{ body: string }>`select body from mail order by id`)).map(
    ({ body }) => new URLSearchParams(/resetten#(\S+)/.exec(body)?.[1]).get('token') ?? '',
  )

/** Runs a task while the security log rejects the entry of a password change. */
async function withoutLog(task: () => Promise<unknown>) {
  await sql`alter table audit_event add constraint no_more check (action <> 'change_password') not valid`.execute(db)
  await task().finally(() => sql`alter table audit_event drop constraint no_more`.execute(db))
}

beforeEach(async () => {
  await clearTables(db, 'mail', 'attempt_budget')
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
      'a new password of the names of the loket',
      { current_password: old, password: 'Rd4-Loket-2026-2026' },
      'password',
    ],
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

  test('states that the new password must differ from the current password', async () => {
    const { errors } = (await change(await logIn(old), { current_password: old, password: old })).json()
    expect(errors).toEqual({ password: ['Kies een ander wachtwoord dan het huidige'] })
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

  test('uses no attempt when the current password is right', async () => {
    expect((await change(await logIn(old), { current_password: old, password: chosen })).statusCode).toBe(200)
    expect(await rowsOf(db, sql`select from attempt_budget where spent_until > now()`)).toEqual([])
  })

  test('changes nothing when the password change cannot be logged', async () => {
    const [here, elsewhere] = [await logIn(old), await logIn(old)]
    await withoutLog(async () =>
      expect((await change(here, { current_password: old, password: chosen })).statusCode).toBe(500),
    )
    expect((await as(elsewhere, showEmployee.path)).statusCode).toBe(200)
    await logIn(old)
  })

  test('invalidates the mailed links of the employee only', async () => {
    await insertEmployee(db, { email: 'sam@rd4.example' })
    await call('visitor', forgotPassword, { body: { email: 'sam@rd4.example' } })
    await requestLink()
    const [ofSam = '', token = ''] = await mailedTokens()
    expect((await change(await logIn(old), { current_password: old, password: chosen })).statusCode).toBe(200)
    await expect(useLink(token, `${chosen} twee`)).rejects.toMatchObject({ status: 422 })
    const ofOthers = await rowsOf(db, sql`select password_hash from employee where email = 'sam@rd4.example'`)
    expect(ofOthers).toEqual([{ password_hash: 'none' }])
    const body = { email: 'sam@rd4.example', token: ofSam, password: `${chosen} twee` }
    await expect(call('visitor', resetPassword, { body })).resolves.toBeNull()
  })

  test('S4.2 is required before an employee who must choose a new password can list the municipalities', async () => {
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

  test('mails a link that works once and ends every session, and stores only the hash of its token', async () => {
    const token = await logIn(old)
    await call('visitor', forgotPassword, { body: { email } })
    const mailed = await mailedToken()
    expect(mailed.mail).toMatchObject({
      subject: 'Kies een wachtwoord voor het Rd4 Loket',
      body: expect.stringMatching(/ een nieuw wachtwoord aangevraagd\. Kies uw wachtwoord hier, binnen 60 minuten:/),
    })
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

  test.each([
    ['http://127.0.0.1:3000', app],
    ['https://loket.example', published],
  ])('mails links that begin with %s, whatever Host header the request has', async (portal, node) => {
    const headers = { host: 'attacker.example', 'x-forwarded-host': 'attacker.example' }
    await node.inject({ method: 'POST', url: fullPath(forgotPassword), payload: { email }, headers })
    const { mail } = await mailedToken()
    const links = mail.body.match(/https?:\S+(?=\/account)/g)
    expect(links).toEqual([portal, portal])
  })

  test('logs each request of a link, with the employee if the address is known', async () => {
    const before = await rowsOf(db, sql`select from audit_event`)
    await requestLink()
    await call('visitor', forgotPassword, { body: { email: 'niemand@rd4.example' } })
    const events = await rowsOf(
      db,
      sql`
      select log, action, result, employee_key = (select audit_key from employee where email = ${email}) as is_kim
      from audit_event order by position offset ${before.length}`,
    )
    const event = { log: 'security', action: 'request_password_link' }
    expect(events).toEqual([
      { ...event, result: 'done', is_kim: true },
      { ...event, result: 'not_found', is_kim: null },
    ])
  })

  test('logs a link that does not work, and returns 429 after ten of them from one network', async () => {
    const before = await rowsOf(db, sql`select from audit_event`)
    const statuses: unknown[] = []
    for (let at = 0; at < 12; at += 1)
      statuses.push(await useLink(`verzonnen-${at}`).catch(({ status }: { status: number }) => status))
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
    const events = await rowsOf(
      db,
      sql`select action, result from audit_event order by position offset ${before.length}`,
    )
    expect(events).toEqual(Array(10).fill({ action: 'change_password', result: 'refused' }))
  })

  test('invalidates the other mailed links when one link is used', async () => {
    await requestLink()
    await requestLink()
    const [first = '', second = ''] = await mailedTokens()
    await useLink(first)
    await expect(useLink(second, `${chosen} twee`)).rejects.toMatchObject({ status: 422 })
  })

  test('leaves the link and the password unchanged when the reset cannot be logged', async () => {
    await requestLink()
    const [token = ''] = await mailedTokens()
    await withoutLog(() => expect(useLink(token)).rejects.toMatchObject({ status: 500 }))
    await logIn(old)
    await useLink(token)
    await logIn(chosen)
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

  test('the link is rejected for another address and after 60 minutes', async () => {
    await insertEmployee(db, { email: 'ander@rd4.example' })
    const minutesPass = (minutes: number) =>
      sql`update password_reset set expires_at = expires_at - make_interval(mins => ${minutes})`.execute(db)
    await requestLink()
    await requestLink()
    const [token = '', other = ''] = await mailedTokens()
    await expect(
      call('visitor', resetPassword, { body: { email: 'ander@rd4.example', token, password: chosen } }),
    ).rejects.toMatchObject({ status: 422 })
    await minutesPass(60)
    await expect(useLink(token)).rejects.toMatchObject({ status: 422 })
    await minutesPass(-1)
    await useLink(other)
  })

  test('the link is rejected when its employee was blocked after the mail', async () => {
    await requestLink()
    const [token = ''] = await mailedTokens()
    await sql`update employee set blocked_at = now() where email = ${email}`.execute(db)
    await expect(useLink(token)).rejects.toMatchObject({ status: 422 })
  })

  test.each(['Welkom-1234567890', 'Kim@Rd4.example', 'veertien teken'])(
    'S5.3 the password %s is rejected at its field, and the link can be used again',
    async (password) => {
      await requestLink()
      const [token = ''] = await mailedTokens()
      await expect(useLink(token, password)).rejects.toMatchObject({
        status: 422,
        errors: { password: [expect.any(String)] },
      })
      await useLink(token)
    },
  )

  test('a password is only checked with a link that works, and a rejected password does not count as a wrong link', async () => {
    const guessable = 'Welkom-1234567890'
    const errors = { token: ['Deze link werkt niet meer'] }
    await expect(useLink('verzonnen', guessable)).rejects.toMatchObject({ status: 422, errors })
    await requestLink()
    const [token = ''] = await mailedTokens()
    for (let at = 0; at < 12; at += 1)
      await expect(useLink(token, guessable)).rejects.toMatchObject({ errors: { password: [expect.any(String)] } })
    await sql`update password_reset set expires_at = now()`.execute(db)
    await expect(useLink(token, guessable)).rejects.toMatchObject({ status: 422, errors })
    await sql`update password_reset set expires_at = now() + interval '1 minute'`.execute(db)
    await useLink(token)
  })
})
