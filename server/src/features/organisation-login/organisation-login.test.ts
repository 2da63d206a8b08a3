import { endOtherSessions, fullPath, inviteEmployee, login, logout, resetEmployee } from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { startFakeProvider } from '../../test/openid/fake-provider.ts'
import { heerlenSettings, organisationServer } from '../../test/openid/organisation-server.ts'
import { rowsOf } from '../../test/test-database.ts'

const provider = await startFakeProvider()
const heerlen = heerlenSettings(provider.issuer)
let log = ''
const { app, db, call, start, finish, employeeOf, insertClerk } = await organisationServer([heerlen], {
  log_level: 'warn',
  log_stream: { write: (line) => (log += line) },
})

beforeEach(async () => {
  Object.assign(provider, { metadata: {}, isDown: false })
  Object.assign(heerlen, heerlenSettings(provider.issuer))
  await sql`delete from employee where email like '%heerlen.example'`.execute(db)
  await sql`delete from attempt_budget`.execute(db)
})

const email = 'kim@heerlen.example'

/** Returns the events of the security log, oldest first. */
const securityEvents = () =>
  rowsOf(
    db,
    sql`select action, result, object_kind, object_key from audit_event where log = 'security' order by position`,
  )

/** Logs in with claims of the provider, in a new browser unless it has cookies. */
async function logIn(claims: Record<string, unknown> = {}, return_to?: string, cookies: Record<string, string> = {}) {
  const location = await start(cookies, return_to === undefined ? {} : { page: return_to })
  return { cookies, location, ...(await finish(cookies, provider.logIn(location, claims))) }
}

test('an invited employee logs in, and gets a session and the requested page', async () => {
  await insertClerk(email, { renew_password: true, invitation_ends_at: '2999-01-01' })
  const { cookies, outcome, return_to, page } = await logIn({}, '/address?street=aker')
  expect({ outcome, return_to, page }).toEqual({
    ...{ outcome: 'done', return_to: '/address?street=aker', page: 'https://loket.example/login' },
  })
  // The employee has no password to renew.
  expect(await employeeOf(cookies)).toMatchObject({ email, roles: ['municipal_employee'], renew_password: false })
  expect(await rowsOf(db, sql`select invitation_ends_at from employee where email = ${email}`)).toEqual([
    { invitation_ends_at: null },
  ])
})

test('sends the browser to the provider with PKCE, a nonce and a state, which no cookie or URL reveals', async () => {
  const cookies: Record<string, string> = {}
  const location = new URL(await start(cookies))
  const { state = '', nonce = '', code_challenge = '', ...rest } = Object.fromEntries(location.searchParams)
  expect(rest).toEqual({
    client_id: 'loket',
    code_challenge_method: 'S256',
    redirect_uri: 'https://loket.example/api/v1/counter/user/auth/organisations/heerlen/callback',
    response_type: 'code',
    scope: 'openid email',
  })
  for (const text of [state, nonce, code_challenge]) expect(text).toMatch(/^[\w-]{43}$/)
  const stored = await rowsOf(db, sql`select * from organisation_login order by expires_at desc limit 1`)
  expect(JSON.stringify(stored)).not.toContain(state)
  const response = await app.inject('/api/v1/counter/user/auth/organisations/heerlen/start')
  expect(response.headers['set-cookie']).toMatch(
    /^__Host-auth\.loket\.organisation=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

describe('who may log in', () => {
  test.each([
    ['an address that nobody invited', {}, { email: 'niemand@heerlen.example' }, 'unknown'],
    ['a blocked employee', { blocked_at: '2026-01-01' }, {}, 'unknown'],
    ['an expired invitation', { invitation_ends_at: '2026-01-01' }, {}, 'unknown'],
    ['an employee of another municipality', { municipality_id: 928 }, {}, 'unknown'],
    ['an employee of all municipalities', { municipality_id: null, roles: ['bsgw_employee'] }, {}, 'unknown'],
    ['an address that is not verified', {}, { email_verified: false }, 'unconfirmed'],
    ['an address without a statement about it', {}, { email_verified: undefined }, 'unconfirmed'],
    ['an address that is not text', {}, { email: [email] }, 'unconfirmed'],
    ['no address', {}, { email: undefined }, 'unconfirmed'],
  ])('rejects %s at the first login', async (_, columns, claims, problem) => {
    await insertClerk(email, columns)
    const { outcome, cookies } = await logIn(claims)
    expect(outcome).toBe(problem)
    expect(await employeeOf(cookies)).toBeUndefined()
  })

  test.each([true, 1, '1', 'true'])('accepts an address that Entra states as verified with %j', async (xms_edov) => {
    await insertClerk(email)
    expect((await logIn({ email_verified: undefined, xms_edov })).outcome).toBe('done')
  })

  test('finds the employee by the account after the first login, whatever the address', async () => {
    await insertClerk(email)
    await logIn()
    const { outcome, cookies } = await logIn({ email: 'kim.nieuw@heerlen.example', email_verified: false })
    expect(outcome).toBe('done')
    expect(await employeeOf(cookies)).toMatchObject({ email })
  })

  test('rejects another account with the address of an employee who is linked', async () => {
    await insertClerk(email)
    await logIn()
    expect((await logIn({ sub: 'successor' })).outcome).toBe('unknown')
  })

  test.each([
    ['blocked', sql`update employee set blocked_at = now() where email = ${email}`],
    ['moved to another municipality', sql`update employee set municipality_id = 928 where email = ${email}`],
  ])('rejects a linked employee who was %s', async (_, change) => {
    await insertClerk(email)
    await logIn()
    await change.execute(db)
    expect((await logIn()).outcome).toBe('unknown')
  })

  test('an employee of all municipalities logs in at an organisation whose setting is `alle`', async () => {
    heerlen.municipalities = ['alle']
    await insertClerk(email, { municipality_id: null, roles: ['bsgw_employee'] })
    expect((await logIn()).outcome).toBe('done')
  })
})

describe('factors', () => {
  test.each([
    [{ acr_values: ['gold'] }, { acr: 'gold' }, 'done'],
    [{ acr_values: ['gold', 'silver'] }, { acr: 'silver' }, 'done'],
    [{ acr_values: ['gold'] }, { acr: 'bronze' }, 'weak'],
    [{ acr_values: ['gold'] }, {}, 'weak'],
    [{ amr_values: ['pwd', 'mfa'] }, { amr: ['mfa', 'pwd', 'otp'] }, 'done'],
    [{ amr_values: ['pwd', 'mfa'] }, { amr: ['mfa'] }, 'weak'],
    [{ amr_values: ['mfa'] }, {}, 'weak'],
    [{ amr_values: ['mfa'] }, { amr: 'mfa-not' }, 'weak'],
  ])('with the settings %j a login with %j is %s', async (settings, claims, expected) => {
    await insertClerk(email)
    Object.assign(heerlen, settings)
    expect((await logIn(claims)).outcome).toBe(expected)
  })

  test('requests the levels of the settings', async () => {
    heerlen.acr_values = ['gold', 'silver']
    expect(new URL(await start({})).searchParams.get('acr_values')).toBe('gold silver')
  })
})

describe('roles from a claim', () => {
  const mapping = [
    { value: 'balie', role: 'municipal_employee' as const },
    { value: 'beheer', role: 'administrator' as const },
    { value: 'belasting', role: 'bsgw_employee' as const },
  ]
  test.each([
    ['the roles of its values', { groups: ['balie', 'beheer', 'x'] }, 'done', ['administrator', 'municipal_employee']],
    ['one value', { groups: 'beheer' }, 'done', ['administrator']],
    [
      'not the provider role, for an employee of one municipality',
      { groups: ['belasting', 'balie'] },
      'done',
      ['municipal_employee'],
    ],
    ['no login, without a known value', { groups: ['x'] }, 'roleless', ['municipal_employee']],
    ['no login, without the claim', {}, 'roleless', ['municipal_employee']],
  ])('gives %s', async (_, claims, expected, roles) => {
    await insertClerk(email)
    heerlen.granted_roles = { claim: ['groups'], mapping }
    expect((await logIn(claims)).outcome).toBe(expected)
    const [employee] = await rowsOf<{ roles: string[] }>(db, sql`select roles from employee where email = ${email}`)
    expect(employee?.roles.sort()).toEqual(roles)
    const others = await rowsOf(db, sql`select roles from employee where email = 'municipal@loket.example'`)
    expect(others, 'another employee').toEqual([{ roles: ['municipal_employee'] }])
  })

  test.each([
    ['only the provider role, because a clerk belongs to a municipality', ['belasting', 'balie'], ['bsgw_employee']],
    [
      'the role of a clerk to an administrator',
      ['beheer', 'balie', 'belasting'],
      ['administrator', 'bsgw_employee', 'municipal_employee'],
    ],
  ])('gives an employee of all municipalities %s', async (_, groups, roles) => {
    heerlen.municipalities = ['alle']
    heerlen.granted_roles = { claim: ['groups'], mapping }
    await insertClerk(email, { municipality_id: null, roles: ['bsgw_employee'] })
    expect((await logIn({ groups })).outcome).toBe('done')
    const [employee] = await rowsOf<{ roles: string[] }>(db, sql`select roles from employee where email = ${email}`)
    expect(employee?.roles.sort()).toEqual(roles)
  })

  test('logs a change of roles, and logs nothing when the roles stay the same', async () => {
    await insertClerk(email)
    heerlen.granted_roles = { claim: ['realm_access', 'roles'], mapping }
    for (let times = 0; times < 2; times += 1) await logIn({ realm_access: { roles: ['beheer'] } })
    // The same roles in another order are no change.
    await sql`update employee set roles = '{municipal_employee,administrator}' where email = ${email}`.execute(db)
    await logIn({ realm_access: { roles: ['beheer', 'balie'] } })
    await sql`update employee set roles = '{administrator,municipal_employee}' where email = ${email}`.execute(db)
    await logIn({ realm_access: { roles: ['beheer', 'balie'] } })
    const events = await rowsOf(
      db,
      sql`select new_values from audit_event where action = 'change_employee'
        and employee_key = (select audit_key from employee where email = ${email})`,
    )
    expect(events).toEqual([{ new_values: { roles: ['administrator'] } }])
  })
})

test('a login at an organisation ends the sessions of an account whose claim grants no role any more, and logs it', async () => {
  await insertClerk(email)
  await insertClerk('noor@heerlen.example')
  heerlen.granted_roles = { claim: ['groups'], mapping: [{ value: 'balie', role: 'municipal_employee' }] }
  const kim = await logIn({ groups: ['balie'] })
  const noor = await logIn({ groups: ['balie'], sub: 'subject-noor', email: 'noor@heerlen.example' })
  expect((await logIn({ groups: [] })).outcome).toBe('roleless')
  expect([await employeeOf(kim.cookies), await employeeOf(noor.cookies)]).toMatchObject([
    undefined,
    { email: 'noor@heerlen.example' },
  ])
  expect((await securityEvents()).slice(-2)).toMatchObject([
    { action: 'end_sessions', result: 'done', object_key: 'heerlen' },
    { action: 'log_in_refused', result: 'refused', object_key: 'heerlen' },
  ])
})

describe('a new login of an employee who is logged in', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const logInAgain = async (claims: Record<string, unknown>, cookies: Record<string, string> = {}) => {
    const location = await start(cookies, { reauthenticate: 'true', page: '/account/beveiliging' })
    return { location, cookies, ...(await finish(cookies, provider.logIn(location, claims))) }
  }
  /** Ends the employee's other sessions without a password. Returns the status. */
  const endOthers = async (cookies: Record<string, string>) => {
    const { authorization } = await employeeOf(cookies)
    const request = {
      method: 'POST' as const,
      url: fullPath(endOtherSessions),
      payload: {},
      headers: { authorization },
    }
    return (await app.inject(request)).statusCode
  }

  test('sends the browser to the provider with a request to log in again', async () => {
    const { searchParams } = new URL(await start({}, { reauthenticate: 'true' }))
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    const plain = new URL(await start({})).searchParams
    expect([plain.get('prompt'), plain.get('max_age')]).toEqual([null, null])
    const response = await app.inject('/api/v1/counter/user/auth/organisations/heerlen/start?reauthenticate=false')
    expect(response.statusCode).toBe(422)
  })

  test.each([
    ['stated no moment', undefined],
    ['logged the employee in eleven minutes ago', -660],
    ['stated a moment that is not a number', 'now'],
  ])('is refused when the provider %s, and the previous session stays', async (_, age) => {
    await insertClerk(email)
    const { cookies } = await logIn()
    const auth_time = typeof age === 'number' ? now() + age : age
    const { outcome, page } = await logInAgain({ auth_time }, cookies)
    expect(outcome).toMatch(/^(stale|rejected)$/)
    // The employee is logged in, so the page from which the login started shows the reason.
    expect(page).toBe('https://loket.example/account/beveiliging')
    expect(await endOthers(cookies)).toBe(409)
  })

  test.each([
    ['just now', 0],
    ['nine minutes ago', -540],
    ['with a clock that is an hour ahead', 3600],
  ])('confirms the end of other sessions when the provider logged the employee in %s', async (_, age) => {
    await insertClerk(email)
    const { cookies } = await logIn()
    expect(await endOthers(cookies)).toBe(409)
    expect(await logInAgain({ auth_time: now() + age }, cookies)).toMatchObject({
      outcome: 'done',
      return_to: '/account/beveiliging',
    })
    expect(await endOthers(cookies)).toBe(200)
    const moments = await rowsOf(db, sql`select from session where authenticated_at > now()`)
    expect(moments).toEqual([])
  })

  test('is not needed when the first login was an authentication, and is needed after single sign-on', async () => {
    await insertClerk(email)
    expect(await endOthers((await logIn({ auth_time: now() - 60 })).cookies)).toBe(200)
    expect(await endOthers((await logIn({ auth_time: now() - 3600 })).cookies)).toBe(409)
  })
})

test('a page of another site cannot start a login: the browser opens the login page of the portal', async () => {
  const url = '/api/v1/counter/user/auth/organisations/heerlen/start?page=%2Faddress'
  const startFrom = async (site: string) =>
    (await app.inject({ url, headers: { 'sec-fetch-site': site } })).headers.location ?? ''
  expect(await startFrom('cross-site')).toBe('https://loket.example/login?return_to=%2Faddress')
  for (const site of ['same-origin', 'same-site', 'none']) expect(await startFrom(site)).toContain(provider.issuer)
})

describe('a provider that is down', () => {
  test('returns to the login page instead of sending the browser to the provider', async () => {
    provider.isDown = true
    const location = new URL(await start({}, { page: '/address' }))
    expect(location.origin + location.pathname).toBe('https://loket.example/login')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      organisation_login: 'unavailable',
      return_to: '/address',
    })
  })

  test('returns to the login page when it stops during the login', async () => {
    await insertClerk(email)
    const cookies = {}
    const back = provider.logIn(await start(cookies))
    provider.isDown = true
    expect((await finish(cookies, back)).outcome).toBe('unavailable')
  })
})

test.each([
  ['access_denied', 'cancelled'],
  ['server_error', 'rejected'],
])('the error %s of the provider is %s', async (error, outcome) => {
  const cookies = {}
  const { state, iss } = provider.logIn(await start(cookies))
  expect((await finish(cookies, { error, state, iss })).outcome).toBe(outcome)
})

test('a login with a new key of the provider succeeds at once', async () => {
  await insertClerk(email)
  await logIn()
  await provider.rotateKey()
  expect((await logIn()).outcome).toBe('done')
})

test.each([
  [20, 'done'],
  [60, 'rejected'],
])('with a clock of the provider that is %i s ahead, a login is %s', async (seconds, outcome) => {
  await insertClerk(email)
  const now = Math.floor(Date.now() / 1000) + seconds
  expect((await logIn({ iat: now, nbf: now, exp: now + 300 })).outcome).toBe(outcome)
})

test('logs the first and each later login with the organisation, and a rejected login', async () => {
  await insertClerk(email)
  const before = (await securityEvents()).length
  await logIn()
  await logIn()
  await logIn({ sub: 'other', email: 'niemand@heerlen.example' })
  const object = { object_kind: 'organisation', object_key: 'heerlen' }
  expect((await securityEvents()).slice(before)).toEqual([
    { action: 'link_organisation', result: 'done', ...object },
    { action: 'log_in', result: 'done', ...object },
    { action: 'log_in', result: 'done', ...object },
    { action: 'log_in_refused', result: 'refused', ...object },
  ])
})

describe('the log of this server', () => {
  /** Runs a login, and returns the lines that it adds to the log. */
  async function linesOf(run: () => Promise<unknown>) {
    log = ''
    await run()
    expect(log).not.toContain('kim')
    return log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }

  test('has the reason why the provider or the employee caused a rejected login', async () => {
    expect(await linesOf(() => logIn({ email: 'kim.jansen@heerlen.example' }))).toMatchObject([
      { level: 40, organisation: 'heerlen', problem: 'unknown' },
    ])
    expect(await linesOf(() => logIn({ iss: 'https://kim.example' }))).toMatchObject([
      { level: 40, problem: 'rejected', code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' },
    ])
  })

  test('has the place of an unexpected error and the id of the request, without a claim', async () => {
    await insertClerk(email)
    // No database stores this character in a text.
    const lines = await linesOf(async () => expect((await logIn({ sub: 'kim\u0000' })).outcome).toBe('rejected'))
    expect(lines).toMatchObject([
      { level: 50, organisation: 'heerlen', problem: 'rejected', reqId: expect.stringMatching(/^[\w-]{36}$/) },
    ])
    expect(lines[0].place.join('\n')).toContain('identity.ts')
  })
})

test('a login ends the previous session of the same browser', async () => {
  await insertClerk(email)
  const { cookies } = await logIn()
  const { authorization } = await employeeOf(cookies)
  const elsewhere = await logIn()
  await logIn({}, undefined, cookies)
  const statusOf = async (headers: { authorization: string }) =>
    (await app.inject({ url: '/api/v1/user/auth/user', headers })).statusCode
  expect(await statusOf({ authorization })).toBe(401)
  expect([await employeeOf(cookies), await employeeOf(elsewhere.cookies)]).toMatchObject([{ email }, { email }])
})

test('a visitor who starts too many logins must wait, and a login that succeeds does not count', async () => {
  await insertClerk(email)
  for (let times = 0; times < 61; times += 1) expect((await logIn()).outcome).toBe('done')
  const begin = performance.now()
  let started = 0
  while (new URL(await start({})).searchParams.get('organisation_login') !== 'busy') started += 1
  expect(started).toBeGreaterThanOrEqual(60)
  // On a slow machine, attempts become available meanwhile: one in 10 s.
  expect(started).toBeLessThanOrEqual(60 + (performance.now() - begin) / 10_000)
})

describe('a password of the portal', () => {
  const password = 'een wachtwoord voor Kim'
  const logInLocally = (typed: string) =>
    app.inject({ method: 'POST', url: fullPath(login), payload: { email, password: typed } })

  test('works beside the organisation by default', async () => {
    await insertClerk(email, { password_hash: await hashPassword(password) })
    expect((await logInLocally(password)).statusCode).toBe(200)
  })

  test('does not work for an employee of an organisation that switched it off, and the attempt is logged', async () => {
    heerlen.has_local_login = false
    await insertClerk(email, { password_hash: await hashPassword(password) })
    const response = await logInLocally(password)
    expect((await securityEvents()).at(-1)).toMatchObject({ action: 'log_in_refused', object_kind: null })
    expect([response.statusCode, response.json().message]).toEqual([
      401,
      'Log in met Gemeente Heerlen. Voor uw account werkt een wachtwoord niet meer.',
    ])
    // A visitor who guesses must not learn who works at the organisation.
    expect((await logInLocally('een verkeerd wachtwoord')).json().message).toBe(
      'Dit e-mailadres en wachtwoord horen niet bij elkaar',
    )
  })

  test('is not in an invitation when the organisation switched it off', async () => {
    const mailsOf = (recipient: string) =>
      rowsOf<{ subject: string; body: string }>(db, sql`select subject, body from mail where recipient = ${recipient}`)
    const invite = (local: boolean, address: string) => {
      heerlen.has_local_login = local
      const body = { email: address, name: 'Kim', roles: ['municipal_employee' as const] }
      return call('administrator', inviteEmployee, { body })
    }
    await invite(true, 'beide@heerlen.example')
    expect(await mailsOf('beide@heerlen.example')).toMatchObject([
      { body: expect.stringMatching(/Kies uw wachtwoord hier, binnen 7 dagen:\n\nhttps/) },
    ])
    const { id } = await invite(false, email)
    const params = { employee_id: String(id) }
    expect((await call('administrator', resetEmployee, { params })).invitation).toMatchObject({ expired: false })
    const mails = await mailsOf(email)
    expect(mails).toHaveLength(2)
    for (const { subject, body } of mails) {
      expect(subject).toBe('Log in op het Rd4 Loket')
      expect(body).toContain('Log binnen 7 dagen in op https://loket.example/login.')
      expect(body).toContain("Kies daar 'Inloggen met Gemeente Heerlen'.")
      expect(body).not.toMatch(/#|wachtwoord\//)
    }
    expect(await rowsOf(db, sql`select from password_reset where employee_id = ${id}`)).toEqual([])
    expect((await logIn()).outcome).toBe('done')
  })

  test('cannot be renewed by an administrator when the organisation switched it off', async () => {
    const { id } = await insertClerk(email)
    const params = { employee_id: String(id) }
    heerlen.has_local_login = false
    await expect(call('administrator', resetEmployee, { params })).rejects.toMatchObject({
      status: 422,
      message: 'Deze medewerker logt in met Gemeente Heerlen en heeft geen wachtwoord voor het loket.',
    })
    heerlen.has_local_login = true
    expect((await call('administrator', resetEmployee, { params })).id).toBe(id)
  })

  test('works for employees of other municipalities when an organisation switched it off', async () => {
    heerlen.has_local_login = false
    await insertClerk(email, { password_hash: await hashPassword(password), municipality_id: 928 })
    expect((await logInLocally(password)).statusCode).toBe(200)
  })
})

describe('a logout', () => {
  const logOut = async (cookies: Record<string, string>) => {
    const { authorization } = await employeeOf(cookies)
    return (await app.inject({ method: 'POST', url: fullPath(logout), headers: { authorization } })).json().data
  }

  test('returns the URL at which the provider ends its own session', async () => {
    await insertClerk(email)
    const { organisation_logout } = await logOut((await logIn()).cookies)
    const url = new URL(organisation_logout)
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'loket',
      post_logout_redirect_uri: 'https://loket.example/login',
    })
  })

  test.each([
    ['the provider has no such URL', () => Object.assign(provider.metadata, { end_session_endpoint: undefined })],
    ['the provider is down', () => Object.assign(provider, { isDown: true })],
    ['the setting is off', () => Object.assign(heerlen, { ends_provider_session: false })],
  ])('only ends the session of the portal when %s', async (_, change) => {
    await insertClerk(email)
    const { cookies } = await logIn()
    change()
    expect(await logOut(cookies)).toBeNull()
    expect(await employeeOf(cookies)).toBeUndefined()
  })

  test('of a session with a password has no such URL', async () => {
    const { authorization } = await employeeOf((await localSession()).cookies)
    const response = await app.inject({ method: 'POST', url: fullPath(logout), headers: { authorization } })
    expect(response.json().data).toBeNull()
  })

  async function localSession() {
    const password = 'een wachtwoord voor Kim'
    await insertClerk(email, { password_hash: await hashPassword(password) })
    const response = await app.inject({ method: 'POST', url: fullPath(login), payload: { email, password } })
    return { cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])) }
  }
})

test('an organisation that no setting names does not exist', async () => {
  for (const step of ['start', 'callback'])
    expect((await app.inject(`/api/v1/counter/user/auth/organisations/kerkrade/${step}`)).statusCode).toBe(404)
})
