import { generateKeyPairSync } from 'node:crypto'
import { endOtherSessions, fullPath, logout } from '@rd4-loket/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { heerlenSettings, organisationServer } from '../../test/openid/organisation-server.ts'
import { providerBrowser } from '../../test/openid/provider-browser.ts'
import { type RealProviderSettings, startRealProvider } from '../../test/openid/real-provider.ts'
import { rowsOf } from '../../test/test-database.ts'

// The portal against `oidc-provider`. The other tests use a provider of their own, which can send forged tokens.

const email = 'kim@heerlen.example'
const email_of: Record<string, string> = {}
const client = {}
const settings: RealProviderSettings = {
  portal: 'https://loket.example',
  email_of,
  client,
  send: async (url, form) => (await sendLogoutForm(new URL(url).pathname, form)).statusCode,
}
const provider = await startRealProvider(settings)
afterAll(provider.stop)
const heerlen = heerlenSettings(provider.issuer)
const { app, db, start, finish, employeeOf, insertClerk, sendLogoutForm } = await organisationServer([heerlen])

beforeEach(async () => {
  Object.assign(provider, { clock_ahead_ms: 0, refusals: [] })
  Object.assign(email_of, { kim: 'Kim@Heerlen.example', noor: 'noor@heerlen.example' })
  await sql`delete from employee where email like '%.example'`.execute(db)
})

/** Logs in with a new browser of the portal, and a new browser of the provider unless it is given. */
async function logIn(account = 'kim', browser = providerBrowser(provider.issuer)) {
  const cookies = {}
  const back = await browser.logIn(await start(cookies, { page: '/calendar' }), account)
  return { browser, cookies, back, ...(await finish(cookies, back)) }
}

test('discovers the provider, and an invited employee logs in with code, PKCE and nonce', async () => {
  await insertClerk(email, { invitation_ends_at: '2999-01-01' })
  const location = new URL(await start({}))
  expect(location.href).toMatch(`${provider.issuer}/auth?`)
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email' },
    ...{ nonce: expect.any(String), code_challenge: expect.any(String) },
  })
  const { cookies, back, outcome, return_to } = await logIn()
  expect(back).toEqual({ code: expect.any(String), state: expect.any(String), iss: provider.issuer })
  expect({ outcome, return_to }).toEqual({ outcome: 'done', return_to: '/calendar' })
  expect(await employeeOf(cookies)).toMatchObject({ email })
  expect(await rowsOf(db, sql`select issuer, subject from employee_identity`)).toEqual([
    { issuer: provider.issuer, subject: 'kim' },
  ])
})

test('an employee without an invitation does not log in', async () => {
  await insertClerk(email)
  expect((await logIn('noor')).outcome).toBe('unknown')
})

test('a later login finds the employee by issuer and subject, after another employee got the address', async () => {
  await insertClerk(email)
  await logIn()
  Object.assign(email_of, { kim: 'k.devries@heerlen.example', noor: email })
  const { outcome, cookies } = await logIn()
  expect(outcome).toBe('done')
  expect(await employeeOf(cookies)).toMatchObject({ email })
  expect((await logIn('noor')).outcome).toBe('unknown')
})

describe('a new key of the provider', () => {
  test('works for the next login', async () => {
    await insertClerk(email)
    const { browser } = await logIn()
    await provider.rotateKey()
    expect((await logIn('kim', browser)).outcome).toBe('done')
  })

  test('works for a login that started before', async () => {
    await insertClerk(email)
    const cookies = {}
    const back = await providerBrowser(provider.issuer).logIn(await start(cookies), 'kim')
    await provider.rotateKey()
    expect((await finish(cookies, back)).outcome).toBe('done')
  })

  test('works for a logout token', async () => {
    await insertClerk(email)
    const { browser, cookies } = await logIn()
    await provider.rotateKey()
    await browser.logOut()
    expect(await employeeOf(cookies)).toBeUndefined()
  })
})

describe('a key of the portal instead of a secret', () => {
  afterAll(async () => {
    for (const name of Object.keys(client)) Reflect.deleteProperty(client, name)
    Object.assign(heerlen, { client_key: undefined })
    await provider.rotateKey()
  })

  test.each([
    ['RS256', 'rsa', { modulusLength: 2048 }],
    ['PS256', 'rsa', { modulusLength: 2048 }],
    ['ES256', 'ec', { namedCurve: 'P-256' }],
  ] as const)('authenticates by private_key_jwt with %s, and another key is refused', async (alg, type, options) => {
    await insertClerk(email)
    const [own, other] = [0, 1].map(() => generateKeyPairSync(type as 'rsa', options as { modulusLength: number }))
    const jwk = { ...own?.publicKey.export({ format: 'jwk' }), kid: 'loket', use: 'sig' }
    Object.assign(client, {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: alg,
      jwks: { keys: [jwk] },
    })
    settings.client_algorithm = alg
    await provider.rotateKey()
    const use = (pair: typeof own) =>
      Object.assign(heerlen, { client_key: () => pair?.privateKey.export({ format: 'pem', type: 'pkcs8' }) })
    use(own)
    expect((await logIn()).outcome).toBe('done')
    use(other)
    expect((await logIn()).outcome).toBe('rejected')
  })
})

// The ID tokens of this provider expire after 60 s.
test.each([
  ['80 s behind, a login is done', -80, 'done'],
  ['95 s behind, a login is rejected', -95, 'rejected'],
  ['20 s ahead, a login is done', 20, 'done'],
])('with the clock of the provider %s', async (_, seconds, outcome) => {
  await insertClerk(email)
  provider.clock_ahead_ms = seconds * 1000
  expect((await logIn()).outcome).toBe(outcome)
})

test.each([
  ['20 s ahead, its logout token ends the session', 20, false],
  ['60 s ahead, its logout token is rejected', 60, true],
])('with the clock of the provider %s', async (_, seconds, isLive) => {
  await insertClerk(email)
  const { browser, cookies } = await logIn()
  provider.clock_ahead_ms = seconds * 1000
  await browser.logOut()
  expect((await employeeOf(cookies)) !== undefined).toBe(isLive)
})

test('a logout at the provider ends the sessions of that browser, and no session of others', async () => {
  await insertClerk(email)
  await insertClerk('noor@heerlen.example')
  const [first, elsewhere, noor] = [await logIn(), await logIn(), await logIn('noor')]
  const second = await logIn('kim', first.browser)
  await first.browser.logOut()
  const browsers = [first, second, elsewhere, noor]
  const areLive = await Promise.all(browsers.map(async ({ cookies }) => Boolean(await employeeOf(cookies))))
  expect(areLive).toEqual([false, false, true, true])
})

test('a logout of the portal opens the logout page of the provider, which returns to the login page', async () => {
  await insertClerk(email)
  const { browser, cookies } = await logIn()
  const { authorization } = await employeeOf(cookies)
  const ended = await app.inject({ method: 'POST', url: fullPath(logout), headers: { authorization } })
  expect(await browser.logOut(ended.json().data.organisation_logout)).toBe('https://loket.example/login')
  // The provider asks for the account again.
  expect((await logIn('noor', browser)).outcome).toBe('unknown')
})

test('single sign-on does not confirm the end of other sessions, and a new login at the provider does', async () => {
  await insertClerk(email)
  const { browser } = await logIn()
  const { cookies } = await logIn('kim', browser)
  const endOthers = async () => {
    const { authorization } = await employeeOf(cookies)
    const request = {
      method: 'POST' as const,
      url: fullPath(endOtherSessions),
      payload: {},
      headers: { authorization },
    }
    return (await app.inject(request)).statusCode
  }
  expect(await endOthers()).toBe(409)
  const location = await start(cookies, { reauthenticate: 'true' })
  expect(await browser.asksForAccount(location)).toBe(true)
  expect((await finish(cookies, await browser.logIn(location, 'kim'))).outcome).toBe('done')
  expect(await endOthers()).toBe(200)
})

test('a login whose request to log in again was removed on the way is refused', async () => {
  await insertClerk(email)
  const { browser, cookies } = await logIn()
  const location = new URL(await start(cookies, { reauthenticate: 'true' }))
  for (const parameter of ['prompt', 'max_age']) location.searchParams.delete(parameter)
  expect((await finish(cookies, await browser.logIn(location.href, 'kim'))).outcome).toBe('stale')
})

describe('attacks', () => {
  test('code injection: the provider refuses a code without the verifier of its login', async () => {
    await insertClerk(email)
    const [victim, attacker] = [{}, {}]
    const stolen = await providerBrowser(provider.issuer).logIn(await start(victim), 'kim')
    const own = await providerBrowser(provider.issuer).logIn(await start(attacker), 'noor')
    expect((await finish(attacker, { ...own, code: stolen['code'] ?? '' })).outcome).toBe('rejected')
    expect(provider.refusals).toEqual(['code_verifier does not match code_challenge'])
    expect(await employeeOf(attacker)).toBeUndefined()
  })

  test('PKCE downgrade: the provider refuses a code whose login lost its challenge', async () => {
    await insertClerk(email)
    const cookies = {}
    const location = new URL(await start(cookies))
    location.searchParams.delete('code_challenge')
    location.searchParams.delete('code_challenge_method')
    const back = await providerBrowser(provider.issuer).logIn(location.href, 'kim')
    expect((await finish(cookies, back)).outcome).toBe('rejected')
    expect(provider.refusals).toEqual(['unsupported code_challenge_method'])
  })

  test('missing nonce: an ID token without a nonce is rejected', async () => {
    await insertClerk(email)
    const cookies = {}
    const location = new URL(await start(cookies))
    location.searchParams.delete('nonce')
    const back = await providerBrowser(provider.issuer).logIn(location.href, 'kim')
    expect((await finish(cookies, back)).outcome).toBe('rejected')
    // The provider accepted the code. So the ID token was the reason.
    expect(provider.refusals).toEqual([])
  })
})
