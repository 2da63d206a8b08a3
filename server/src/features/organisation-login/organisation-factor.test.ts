import {
  addTotp,
  confirmFactor,
  type Endpoint,
  fullPath,
  listOwnSessions,
  listSecondFactors,
  login,
  logout,
  startPasskey,
  startTotp,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { startFakeProvider } from '../../test/openid/fake-provider.ts'
import { heerlenSettings, organisationServer } from '../../test/openid/organisation-server.ts'
import { retryWhileBusy } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const provider = await startFakeProvider()
const heerlen = heerlenSettings(provider.issuer)
const { app, db, start, finish, employeeOf, insertClerk } = await organisationServer([heerlen], {
  second_factor: { municipal_employee: 14, administrator: 0 },
})
const email = 'kim@heerlen.example'
const password = 'een lang wachtwoord'
const password_hash = await hashPassword(password)
// The clock stands still in the middle of a time step of the codes, so that no step ends during a test.
const noon = Math.floor(Date.now() / 30_000) * 30_000 + 15_000
vi.useFakeTimers({ toFake: ['Date'], now: noon })
afterAll(() => void vi.useRealTimers())

beforeEach(async () => {
  vi.setSystemTime(noon)
  Object.assign(heerlen, heerlenSettings(provider.issuer))
  await sql`delete from employee where email = ${email}`.execute(db)
  await clearTables(db, 'attempt_budget', 'login_network')
})

const insertKim = (columns = {}) => insertClerk(email, { password_hash, ...columns })
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Calls the portal with an access token. Returns the status and the parts of the body. */
async function callAs(authorization: string, endpoint: Endpoint, payload: object = {}) {
  const { method } = endpoint
  const url = fullPath(endpoint).replace(/:\w+/g, '0')
  const body = method === 'GET' || method === 'DELETE' ? {} : { payload }
  const response = await retryWhileBusy(() => app.inject({ method, url, headers: { authorization }, ...body }))
  return { status: response.statusCode, cookies: response.cookies, ...(response.body ? response.json() : {}) }
}

/** Logs in at the organisation with claims. Returns the cookies, the employee and the calls of the session. */
async function logIn(claims: Record<string, unknown> = {}) {
  const cookies: Record<string, string> = {}
  const { outcome } = await finish(
    cookies,
    provider.logIn(await start(cookies), { auth_time: nowSeconds(), ...claims }),
  )
  expect(outcome).toBe('done')
  const employee = await employeeOf(cookies)
  return {
    cookies,
    factor: employee?.second_factor,
    call: (endpoint: Endpoint, payload?: object) => callAs(employee?.authorization, endpoint, payload),
  }
}
type OrganisationSession = Awaited<ReturnType<typeof logIn>>

const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Adds an app in a session with a code of the step before now. Returns its secret and the recovery codes. */
async function addApp({ call }: OrganisationSession) {
  const { data } = await call(startTotp)
  const added = await call(addTotp, { enrolment: data.enrolment, name: 'Telefoon', code: codeOf(data.secret, -1) })
  expect(added.status).toBe(200)
  return { secret: data.secret as string, recovery_codes: added.data.recovery_codes as string[] }
}

/** Inserts an employee with an app, who logs in at the organisation without a proven factor. */
async function logInUnproven(columns = {}) {
  await insertKim(columns)
  const app = await addApp(await logIn({ amr: ['mfa'] }))
  return { ...app, ...(await logIn()) }
}

describe('a login at an organisation', () => {
  test.each([
    ['the provider states mfa', {}, { amr: ['pwd', 'mfa'] }, true],
    ['the provider states a password and a code', {}, { amr: ['pwd', 'otp'] }, true],
    ['the provider states a key and a fingerprint', {}, { amr: ['hwk', 'fpt'] }, true],
    ['the provider states only a password', {}, { amr: ['pwd'] }, false],
    ['the provider states two methods of one kind', {}, { amr: ['sms', 'otp'] }, false],
    ['the provider states methods that prove no factor', {}, { amr: ['pwd', 'geo', 'user', 'constructor'] }, false],
    ['the provider states mfa in another form', {}, { amr: 'mfa' }, false],
    ['the provider states nothing', {}, {}, false],
    ['the provider states an accepted level', { acr_values: ['gold'] }, { acr: 'gold' }, true],
    ['the provider states a level that no setting accepts', {}, { acr: 'gold' }, false],
    ['the setting says that the provider requires a factor', { requires_second_factor: true }, {}, true],
  ])('when %s', async (_, settings, claims, proves) => {
    await insertKim()
    Object.assign(heerlen, settings)
    const { factor } = await logIn(claims)
    const due_at = proves ? null : expect.stringMatching(/^20/)
    expect(factor).toEqual({ is_set: false, is_required: true, must_add: false, must_confirm: false, due_at })
  })

  test('without a proven factor opens only the addition of one, when the days of the role are over', async () => {
    await insertKim({ roles: ['administrator'], municipality_id: 917 })
    const session = await logIn()
    expect(session.factor).toMatchObject({ must_add: true, must_confirm: false })
    expect((await session.call(listOwnSessions)).status).toBe(403)
    expect((await session.call(listSecondFactors)).data).toMatchObject({ factors: [], adding_needs: 'nothing' })
    await addApp(session)
    // The new app counts in this session.
    expect((await session.call(listOwnSessions)).status).toBe(200)
  })

  test('of a role without a requirement asks for no factor, as before', async () => {
    const { call, factor } = await logInUnproven({ roles: ['bsgw_employee'] })
    expect(factor).toMatchObject({ is_set: true, is_required: false, must_confirm: false })
    expect((await call(listOwnSessions)).status).toBe(200)
  })
})

describe('an employee with an own factor whom the organisation logged in without one', () => {
  test('can only confirm, see the own name and log out', async () => {
    const { call, factor } = await logInUnproven()
    expect(factor).toEqual({ is_set: true, is_required: true, must_add: false, must_confirm: true, due_at: null })
    const guarded = Object.values<Endpoint>(endpoints).filter(
      ({ access, open_before = [] }) => access !== 'everyone' && !open_before.includes('confirm_factor'),
    )
    expect(guarded).toContain(startTotp)
    for (const endpoint of guarded)
      expect(await call(endpoint), fullPath(endpoint)).toMatchObject({
        status: 403,
        message: 'Bevestig eerst met uw tweede factor',
      })
    expect((await call(logout)).status).toBe(200)
  })

  test('confirms with a code, once, in a new session that replaces the old one', async () => {
    const { call, secret, cookies } = await logInUnproven()
    expect(await call(confirmFactor)).toMatchObject({ status: 422, second_factor: ['totp', 'recovery'] })
    const wrong = await call(confirmFactor, { code: '000000' })
    expect(wrong).toMatchObject({ status: 422, errors: { code: [expect.stringContaining('klopt niet')] } })
    expect(wrong.cookies).toEqual([])
    const [before] = await rowsOf(
      db,
      sql`select issuer, started_at, expires_at from session where ended_at is null
      and employee_id = (select id from employee where email = ${email}) and not has_second_factor`,
    )
    const confirmed = await call(confirmFactor, { code: codeOf(secret) })
    expect(confirmed.status).toBe(200)
    const authorization = `Bearer ${confirmed.data.access_token}`
    expect((await callAs(authorization, listOwnSessions)).status).toBe(200)
    expect((await call(listOwnSessions)).status, 'the old session').toBe(401)
    for (const { name, value } of confirmed.cookies) cookies[name] = value
    expect(await employeeOf(cookies)).toMatchObject({ email, second_factor: { must_confirm: false } })
    const after = await rowsOf(
      db,
      sql`select issuer, started_at, expires_at from session where ended_at is null
      and employee_id = (select id from employee where email = ${email}) order by started_at desc limit 1`,
    )
    expect(after).toEqual([before])
    const actions = await rowsOf(
      db,
      sql`
      select action from audit_event where log = 'security' order by position desc limit 2`,
    )
    expect(actions).toEqual([{ action: 'confirm_second_factor' }, { action: 'second_factor_refused' }])
    const again = await logIn()
    expect((await again.call(confirmFactor, { code: codeOf(secret) })).status).toBe(422)
  })

  test('confirms with a recovery code', async () => {
    const { call, recovery_codes } = await logInUnproven()
    expect((await call(confirmFactor, { recovery_code: recovery_codes[0] })).status).toBe(200)
  })

  test('confirms once in parallel calls with one code', async () => {
    const { call, secret } = await logInUnproven()
    const statuses = await Promise.all(
      [1, 2].map(async () => (await call(confirmFactor, { code: codeOf(secret) })).status),
    )
    expect(statuses.sort()).toEqual([200, expect.any(Number)])
    expect([401, 422]).toContain(statuses[1])
  })

  test('is slowed down after ten wrong codes', async () => {
    const { call, secret } = await logInUnproven()
    for (let guess = 0; guess < 10; guess += 1) expect((await call(confirmFactor, { code: '000000' })).status).toBe(422)
    expect((await call(confirmFactor, { code: codeOf(secret) })).status).toBe(429)
  })
})

describe('adding a factor after a login at an organisation', () => {
  const start = (session: OrganisationSession, typed = {}) =>
    Promise.all([session.call(startTotp, typed), session.call(startPasskey, { name: 'Sleutel', ...typed })])

  test('needs no password, but a recent login there', async () => {
    await insertKim()
    const late = await logIn({ auth_time: nowSeconds() - 3600 })
    expect((await late.call(listSecondFactors)).data.adding_needs).toBe('new_login')
    expect(await start(late)).toMatchObject([{ status: 409 }, { status: 409 }])
    expect(await start(await logIn())).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  test('needs the password when the employee has a factor that the session did not prove', async () => {
    const session = await logInUnproven({ roles: ['bsgw_employee'] })
    expect((await session.call(listSecondFactors)).data.adding_needs).toBe('password')
    const errors = { current_password: ['Vul uw wachtwoord in'] }
    expect(await start(session)).toMatchObject([
      { status: 422, errors },
      { status: 422, errors },
    ])
    expect(await start(session, { current_password: password })).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  test('needs the password after a login with a password', async () => {
    await insertKim()
    const payload = { email, password }
    const { data } = (await app.inject({ method: 'POST', url: fullPath(login), payload })).json()
    const reply = await callAs(`Bearer ${data.access_token}`, startTotp)
    expect(reply).toMatchObject({ status: 422, errors: { current_password: ['Vul uw wachtwoord in'] } })
  })
})
