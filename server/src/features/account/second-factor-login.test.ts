import {
  addPasskey,
  addTotp,
  login,
  type PasskeySignature,
  type Problem,
  startPasskey,
  startTotp,
} from '@rd4-loket/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { insertEmployee } from '../../test/make.ts'
import { makePasskey } from '../../test/passkeys/soft-passkey.ts'
import { logInAs, retryWhileBusy, settings, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { app, db, tokens } = await testServer()
const password = 'een lang wachtwoord'
const password_hash = await hashPassword(password)
const site = { host: 'localhost', origin: 'http://localhost:3000' }
const step_ms = 30_000
// A moment in the middle of a time step. The clock stands still, so that no step ends during a test.
const noon = Date.parse('2026-03-04T12:00:15Z')
vi.useFakeTimers({ toFake: ['Date'], now: noon })
afterAll(() => void vi.useRealTimers())

beforeEach(async () => {
  vi.setSystemTime(noon)
  await clearTables(db, 'attempt_budget', 'login_network', 'mail')
})

type Typed = { code?: string; recovery_code?: string | undefined; passkey?: PasskeySignature }
const logIn = (email: string, typed: Typed = {}, { with: given = password, ip = '192.0.2.10' } = {}) =>
  retryWhileBusy(() =>
    app.inject({
      method: 'POST',
      url: `/api/v1${login.path}`,
      payload: { email, password: given, ...typed },
      remoteAddress: ip,
    }),
  )
const statusOf = async (...attempt: Parameters<typeof logIn>) => (await logIn(...attempt)).statusCode
const codeAt = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * step_ms })

async function newEmployee() {
  const email = `${crypto.randomUUID()}@heerlen.example`
  const { id } = await insertEmployee(db, { email, password_hash, roles: ['bsgw_employee'] })
  const { access_token } = await logInAs(db, tokens, id)
  const post = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const url = `/api/v1${path}`
    const response = await retryWhileBusy(() => app.inject({ method: 'POST', url, payload, headers }))
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }
  return { id, email, post }
}

/** Adds an employee with an authenticator app. The code of the step before now was used to add the app. */
async function employeeWithApp() {
  const employee = await newEmployee()
  const { secret, enrolment } = await employee.post(startTotp.path, { current_password: password })
  const added = { enrolment, name: 'Telefoon', code: codeAt(secret, -1) }
  const { recovery_codes } = await employee.post(addTotp.path, added)
  return { ...employee, secret: String(secret), recovery_codes: recovery_codes as string[] }
}

async function employeeWithPasskey() {
  const employee = await newEmployee()
  const passkey = makePasskey()
  const { challenge } = await employee.post(startPasskey.path, { current_password: password, name: 'Sleutel' })
  await employee.post(addPasskey.path, { name: 'Sleutel', passkey: passkey.create(challenge, site) })
  const challengeOf = async () => (await logIn(employee.email)).json().passkey_request.challenge as string
  return { ...employee, passkey, challengeOf }
}

describe('a login with a second factor', () => {
  test('names the factors only after the right password, and starts no session without a factor', async () => {
    const { email } = await employeeWithApp()
    const plain = await newEmployee()
    const { request_id: _, ...wrong } = (await logIn(email, {}, { with: 'geraden' })).json()
    const { request_id: __, ...wrongOfPlain } = (await logIn(plain.email, {}, { with: 'geraden' })).json()
    expect(wrong).toEqual(wrongOfPlain)
    expect(wrong).not.toHaveProperty('second_factor')
    const { request_id: ___, ...wrongWithCode } = (await logIn(email, { code: '123456' }, { with: 'geraden' })).json()
    expect(wrongWithCode).toEqual(wrong)

    const response = await logIn(email)
    expect(response.statusCode).toBe(401)
    expect(response.headers['set-cookie']).toBeUndefined()
    const problem: Problem = response.json()
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Niet ingelogd',
      status: 401,
      detail: 'Bevestig ook met uw tweede factor',
      message: 'Bevestig ook met uw tweede factor',
      errors: {},
      request_id: expect.any(String),
      second_factor: ['totp', 'recovery'],
    })
    expect(await statusOf(plain.email)).toBe(200)
  })

  test('is required when the first factor is added after the check of the password', async () => {
    const kim = await newEmployee()
    const { secret, enrolment } = await kim.post(startTotp.path, { current_password: password })
    const added = { enrolment, name: 'Telefoon', code: codeAt(secret, -1) }
    // The second transaction of a login starts the session. The first one takes an attempt.
    let transactions = 0
    const transaction: Db['transaction'] = async (task) => {
      transactions += 1
      if (transactions === 2) await kim.post(addTotp.path, added)
      return db.transaction(task)
    }
    const racing = { ...db, transaction }
    const node = await buildApp({ db: racing, reads: db }, tokens, settings)
    const payload = { email: kim.email, password }
    const response = await node.inject({ method: 'POST', url: `/api/v1${login.path}`, payload })
    await node.close()
    expect(response.json()).toMatchObject({ status: 401, second_factor: ['totp', 'recovery'] })
    expect(await statusOf(kim.email, { code: codeAt(secret) })).toBe(200)
  })

  test('does not count as a guess when the password is right and no factor is given', async () => {
    const { email, secret } = await employeeWithApp()
    for (let at = 0; at < 15; at += 1) expect(await statusOf(email)).toBe(401)
    expect(await statusOf(email, { code: codeAt(secret) })).toBe(200)
  })
})

describe('a code of an authenticator app', () => {
  test('is accepted once, with or without a space', async () => {
    const { email, secret } = await employeeWithApp()
    const code = codeAt(secret)
    expect(await statusOf(email, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).toBe(200)
    const again = await logIn(email, { code })
    expect(again.json()).toMatchObject({
      status: 401,
      errors: { code: ['Deze code klopt niet, of is al gebruikt. Wacht op de volgende code.'] },
      second_factor: ['totp', 'recovery'],
    })
  })

  test('is rejected when it was used to add the app', async () => {
    const { email, secret } = await employeeWithApp()
    expect(await statusOf(email, { code: codeAt(secret, -1) })).toBe(401)
  })

  test('is accepted one step early or late, but not two steps', async () => {
    const early = await employeeWithApp()
    expect(await statusOf(early.email, { code: codeAt(early.secret, 2) })).toBe(401)
    expect(await statusOf(early.email, { code: codeAt(early.secret, 1) })).toBe(200)
    const late = await employeeWithApp()
    vi.setSystemTime(noon + 3 * step_ms)
    expect(await statusOf(late.email, { code: codeAt(late.secret, -2) })).toBe(401)
    expect(await statusOf(late.email, { code: codeAt(late.secret, -1) })).toBe(200)
  })

  test('is rejected after a code of a later step', async () => {
    const { email, secret } = await employeeWithApp()
    expect(await statusOf(email, { code: codeAt(secret, 1) })).toBe(200)
    expect(await statusOf(email, { code: codeAt(secret, 0) })).toBe(401)
  })

  test('logs in one of two parallel logins', async () => {
    const { email, secret } = await employeeWithApp()
    const code = codeAt(secret)
    const statuses = await Promise.all([1, 2].map(() => statusOf(email, { code })))
    expect(statuses.sort()).toEqual([200, 401])
  })

  test('logs in once when two apps have the same secret, also in parallel logins', async () => {
    const { id, email, secret } = await employeeWithApp()
    // Earlier releases stored the secret of one enrolment twice when it was confirmed twice at the same moment.
    await sql`
      insert into second_factor (employee_id, kind, name, sealed_secret, last_step)
      select employee_id, kind, 'Kopie', sealed_secret, last_step from second_factor where employee_id = ${id}`.execute(
      db,
    )
    expect(await statusOf(email, { code: codeAt(secret) })).toBe(200)
    expect(await statusOf(email, { code: codeAt(secret) })).toBe(401)
    vi.setSystemTime(noon + step_ms)
    const code = codeAt(secret)
    const statuses = await Promise.all([1, 2, 3].map(() => statusOf(email, { code })))
    expect(statuses.sort()).toEqual([200, 401, 401])
    await sql`delete from second_factor where employee_id = ${id} and name = 'Telefoon'`.execute(db)
    expect(await statusOf(email, { code }), 'the other app').toBe(401)
  })

  test('of another employee is rejected', async () => {
    const [one, other] = [await employeeWithApp(), await employeeWithApp()]
    expect(await statusOf(one.email, { code: codeAt(other.secret) })).toBe(401)
    // Both have a code of the same step.
    for (const { email, secret } of [one, other]) expect(await statusOf(email, { code: codeAt(secret) })).toBe(200)
  })

  test('can be guessed ten times from unknown networks, and the owner gets one mail and keeps a known network', async () => {
    const { email, secret } = await employeeWithApp()
    const office = { ip: '192.0.2.99' }
    expect(await statusOf(email, { code: codeAt(secret) }, office)).toBe(200)
    await clearTables(db, 'mail')
    const guess = (at: number) => statusOf(email, { code: '000000' }, { ip: `203.0.113.${at}` })
    for (let at = 0; at < 10; at += 1) expect(await guess(at)).toBe(401)
    vi.setSystemTime(noon + step_ms)
    const refused = await logIn(email, { code: codeAt(secret) }, { ip: '203.0.113.11' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringMatching(/^Er is te vaak een verkeerde code ingevuld\. Probeer het over \d+ minuten opnieuw\.$/),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    expect(await guess(12)).toBe(429)
    expect(await rowsOf(db, sql`select recipient, body from mail`)).toEqual([
      { recipient: email, body: expect.stringMatching(/vulde uw wachtwoord goed in, en daarna te vaak een verkeerde/) },
    ])
    expect(await statusOf(email, { code: codeAt(secret) }, office)).toBe(200)
  })

  test('that is wrong counts as a failed login of the network too', async () => {
    const { email } = await employeeWithApp()
    for (let at = 0; at < 10; at += 1) expect(await statusOf(email, { code: '000000' })).toBe(401)
    // Without a second factor, this attempt can only exceed the budget of logins.
    expect((await logIn(email)).json().message).toMatch(/^Er is te vaak geprobeerd om in te loggen/)
  })
})

describe('a recovery code', () => {
  test('is accepted once, in capitals and without its hyphen, and the owner gets a mail', async () => {
    const { email, recovery_codes } = await employeeWithApp()
    expect(recovery_codes).toHaveLength(10)
    const [code = ''] = recovery_codes
    await clearTables(db, 'mail')
    expect(await statusOf(email, { recovery_code: code.toUpperCase().replace('-', '') })).toBe(200)
    expect(await rowsOf(db, sql`select recipient, body from mail`)).toEqual([
      { recipient: email, body: expect.stringContaining('Er zijn nog 9 codes over.') },
    ])
    const again = await logIn(email, { recovery_code: code })
    expect(again.json()).toMatchObject({
      status: 401,
      errors: { recovery_code: ['Deze herstelcode klopt niet, of is al gebruikt'] },
    })
    expect(await statusOf(email, { recovery_code: recovery_codes[1] })).toBe(200)
    await sql`delete from recovery_code where id < (select max(id) - 1 from recovery_code)`.execute(db)
    await clearTables(db, 'mail')
    expect(await statusOf(email, { recovery_code: recovery_codes[8] })).toBe(200)
    expect(await rowsOf(db, sql`select body from mail`)).toEqual([
      { body: expect.stringContaining('Er is nog 1 code over.') },
    ])
    expect((await logIn(email)).json().second_factor).toEqual(['totp', 'recovery'])
    // Another employee still has codes.
    await employeeWithApp()
    expect(await statusOf(email, { recovery_code: recovery_codes[9] })).toBe(200)
    expect((await logIn(email)).json().second_factor).toEqual(['totp'])
  })

  test('logs in one of two parallel logins', async () => {
    const { email, recovery_codes } = await employeeWithApp()
    const attempts = [1, 2].map(() => statusOf(email, { recovery_code: recovery_codes[3] }))
    expect((await Promise.all(attempts)).sort()).toEqual([200, 401])
  })

  test('is stored as an argon2id hash only', async () => {
    const { id } = await employeeWithApp()
    const hashes = await rowsOf<{ code_hash: string }>(
      db,
      sql`select code_hash from recovery_code where employee_id = ${id}`,
    )
    expect(hashes.map(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toEqual(Array(10).fill(true))
  })
})

describe('a passkey', () => {
  test('logs in with a signed challenge, once', async () => {
    const { email, passkey, challengeOf } = await employeeWithPasskey()
    const signed = passkey.sign(await challengeOf(), site, 1)
    expect(await statusOf(email, { passkey: signed })).toBe(200)
    const again = await logIn(email, { passkey: signed })
    expect(again.json()).toMatchObject({
      status: 401,
      message: 'Deze passkey is niet geaccepteerd. Probeer het opnieuw.',
      second_factor: ['passkey', 'recovery'],
      passkey_request: { rpId: 'localhost', challenge: expect.any(String) },
    })
  })

  test('is rejected on a page of another origin, and for another host', async () => {
    const { email, passkey, challengeOf } = await employeeWithPasskey()
    const phishing = { host: 'localhost', origin: 'http://localhost:9999' }
    expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), phishing, 1) })).toBe(401)
    const otherHost = { host: 'loket.example', origin: site.origin }
    expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), otherHost, 1) })).toBe(401)
    expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), site, 1) })).toBe(200)
  })

  test('is rejected when its count of signatures does not rise', async () => {
    const { email, passkey, challengeOf } = await employeeWithPasskey()
    const other = await employeeWithPasskey()
    expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), site, 5) })).toBe(200)
    expect(await statusOf(other.email, { passkey: other.passkey.sign(await other.challengeOf(), site, 1) })).toBe(200)
    expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), site, 5) })).toBe(401)
    expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), site, 4) })).toBe(401)
    expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), site, 6) })).toBe(200)
  })

  test('is accepted again and again when it reports no count', async () => {
    const { email, passkey, challengeOf } = await employeeWithPasskey()
    for (let times = 0; times < 2; times += 1)
      expect(await statusOf(email, { passkey: passkey.sign(await challengeOf(), site, 0) })).toBe(200)
  })

  test('of another employee is rejected, also with a challenge of that employee', async () => {
    const [one, other] = [await employeeWithPasskey(), await employeeWithPasskey()]
    expect(await statusOf(one.email, { passkey: other.passkey.sign(await one.challengeOf(), site, 1) })).toBe(401)
    expect(await statusOf(one.email, { passkey: one.passkey.sign(await other.challengeOf(), site, 1) })).toBe(401)
  })

  test('is rejected when its challenge is six minutes old, was made up, or was issued to add a passkey', async () => {
    const { id, email, passkey, challengeOf, post } = await employeeWithPasskey()
    const old = await challengeOf()
    await sql`
      update passkey_challenge set expires_at = expires_at - interval '6 minutes'
      where employee_id = ${id}`.execute(db)
    expect(await statusOf(email, { passkey: passkey.sign(old, site, 1) })).toBe(401)
    expect(await statusOf(email, { passkey: passkey.sign('made-up', site, 1) })).toBe(401)
    const { challenge } = await post(startPasskey.path, { current_password: password, name: 'Sleutel' })
    expect(await statusOf(email, { passkey: passkey.sign(challenge, site, 1) })).toBe(401)
  })
})

test('every refused and used factor is in the security log, with its employee', async () => {
  const { id, email, secret, recovery_codes } = await employeeWithApp()
  await logIn(email)
  await logIn(email, { code: '000000' })
  await logIn(email, { code: codeAt(secret) })
  await logIn(email, { recovery_code: recovery_codes[0] })
  expect(
    await rowsOf(
      db,
      sql`
        select action, result from audit_event
        where employee_key = (select audit_key from employee where id = ${id}) order by position`,
    ),
  ).toEqual([
    { action: 'add_second_factor', result: 'done' },
    { action: 'second_factor_refused', result: 'refused' },
    { action: 'log_in', result: 'done' },
    { action: 'use_recovery_code', result: 'done' },
    { action: 'log_in', result: 'done' },
  ])
})
