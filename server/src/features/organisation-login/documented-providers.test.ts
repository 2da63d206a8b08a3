import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { type DocumentedProvider, entra, keycloak } from '../../test/openid/documented-providers.ts'
import { type Claims, startFakeProvider } from '../../test/openid/fake-provider.ts'
import { heerlenSettings, organisationServer } from '../../test/openid/organisation-server.ts'

// The shapes of tokens and metadata are made up from the documentation of Keycloak and Microsoft Entra ID.

const provider = await startFakeProvider()
const organisations = [
  { ...heerlenSettings(keycloak.issuer), id: 'keycloak' },
  { ...heerlenSettings(entra.issuer), id: 'entra' },
]
const { db, start, finish, employeeOf, insertClerk, sendLogoutToken } = await organisationServer(organisations)

const realFetch = fetch
afterAll(() => vi.unstubAllGlobals())

beforeEach(async () => {
  for (const organisation of organisations) Object.assign(organisation, { granted_roles: undefined })
  await sql`delete from employee where email like '%.example'`.execute(db)
  await insertClerk('kim@heerlen.example')
})

/** Sends requests for the host of a documented provider to the fake provider, which takes its shape. */
function actAs({ host, metadata, keyOf }: DocumentedProvider) {
  Object.assign(provider, { metadata, keyOf })
  vi.stubGlobal('fetch', (url: string | URL, options: RequestInit) =>
    realFetch(String(url).replace(host, provider.issuer), options),
  )
}

/** Logs in at a documented provider in a new browser, with changed claims. */
async function logIn(id: string, { claims, response }: DocumentedProvider, changed: Claims = {}) {
  const cookies = {}
  const { iss: _, ...back } = provider.logIn(await start(cookies, { id }), { ...claims, ...changed })
  const { iss, ...rest } = response
  return { cookies, ...(await finish(cookies, { ...back, ...rest, ...(iss && { iss }) }, id)) }
}

/** A key for this test alone, and its certificate. */
const keyWithCertificate = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgj+IxUxp2xkik+/bL
qoHA7sYD9Sa6dB4WQxUeGkx75/mhRANCAAQdoYMHijX9AlBUqe1Irqla4eaXlkib
R2ifeqQ/8OT4Ms5WECHFphediKLwuguvXVdnUII5xoHFjrh70aKwMJAl
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUDa4TKCXWjrg6+Nyg3KjJMzhT7J0wCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFbG9rZXQwIBcNMjYxMTI4MjA1MDI1WhgPMjEyNjExMDQyMDUw
MjVaMBAxDjAMBgNVBAMMBWxva2V0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
HaGDB4o1/QJQVKntSK6pWuHml5ZIm0don3qkP/Dk+DLOVhAhxaYXnYii8LoLr11X
Z1CCOcaBxY64e9GisDCQJaNTMFEwHQYDVR0OBBYEFFz2CCfTi9gBQzwrJV0hNsFP
ggnfMB8GA1UdIwQYMBaAFFz2CCfTi9gBQzwrJV0hNsFPggnfMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAMSAsloh+IQ3QAm8IBaeliNzBmSKSSY9
oVyzAB9g5p+cAiBlY8HQKR70pPx8Xt0+5CIXaMSlrccEzvxEx5DTVAsU3Q==
-----END CERTIFICATE-----`

const balie = [{ value: 'balie', role: 'municipal_employee' as const }]

describe('Keycloak', () => {
  beforeEach(() => actAs(keycloak))

  test('sends the browser to the endpoint of its realm', async () => {
    expect(await start({}, { id: 'keycloak' })).toMatch(
      'https://login.heerlen.example/realms/heerlen/protocol/openid-connect/auth?',
    )
  })

  test('logs an employee in, with the roles of the realm', async () => {
    Object.assign(organisations[0] ?? {}, { granted_roles: { claim: ['realm_access', 'roles'], mapping: balie } })
    const { outcome, cookies } = await logIn('keycloak', keycloak)
    expect(outcome).toBe('done')
    expect(await employeeOf(cookies)).toMatchObject({ email: 'kim@heerlen.example', roles: ['municipal_employee'] })
  })

  test('does not log in an employee whose address is not confirmed', async () => {
    expect((await logIn('keycloak', keycloak, { email_verified: false })).outcome).toBe('unconfirmed')
  })

  // An older release sends no `exp`. With 'Revoke offline sessions', Keycloak adds an event that is not an object.
  const { iss, sub, sid } = keycloak.claims
  test.each<[string, Claims]>([
    ['', {}],
    [' of an older release', { exp: undefined }],
    [
      ' that also revokes offline sessions',
      { events: { 'http://schemas.openid.net/event/backchannel-logout': {}, revoke_offline_access: true } },
    ],
    [' with a list of audiences', { aud: ['loket'] }],
  ])('ends the session with its logout token%s', async (_, changed) => {
    const { cookies } = await logIn('keycloak', keycloak)
    expect(await employeeOf(cookies)).toBeDefined()
    const token = await provider.logoutToken({ iss, sub, sid, typ: 'Logout', ...changed })
    expect((await sendLogoutToken(token, 'keycloak')).statusCode).toBe(200)
    expect(await employeeOf(cookies)).toBeUndefined()
  })
})

describe('Microsoft Entra ID', () => {
  beforeEach(() => actAs(entra))

  test('logs an employee in, with keys that state no algorithm and a response without an issuer', async () => {
    Object.assign(organisations[1] ?? {}, { granted_roles: { claim: ['roles'], mapping: balie } })
    const { outcome, cookies } = await logIn('entra', entra)
    expect(outcome).toBe('done')
    expect(await employeeOf(cookies)).toMatchObject({ email: 'kim@heerlen.example', roles: ['municipal_employee'] })
  })

  test('gets a new assertion for each login, for its token endpoint, with the thumbprint of the certificate', async () => {
    const [, organisation = {}] = organisations
    Object.assign(organisation, { client_key: () => keyWithCertificate })
    onTestFinished(() => void Object.assign(organisation, { client_key: undefined }))
    const ids = new Set<unknown>()
    for (let at = 0; at < 2; at++) {
      expect((await logIn('entra', entra)).outcome).toBe('done')
      const assertion = provider.tokenRequest.get('client_assertion') ?? ''
      expect(decodeProtectedHeader(assertion)).toMatchObject({
        alg: 'ES256',
        'x5t#S256': 'CXw7CHGTc5WYjEBLWHHXs8oTKDAbLXS7YvKO2Gm0XQo',
      })
      const { aud, iss, sub, jti = '', iat = 0, exp = 0 } = decodeJwt(assertion)
      expect({ aud, iss, sub }).toEqual({ aud: entra.metadata['token_endpoint'], iss: 'loket', sub: 'loket' })
      expect(exp - iat).toBeLessThanOrEqual(60)
      expect(Buffer.from(jti, 'base64url').length).toBeGreaterThanOrEqual(16)
      expect(provider.tokenRequest.has('client_secret')).toBe(false)
      ids.add(jti)
    }
    expect(ids.size).toBe(2)
  })

  test.each([
    ['true', 'done', true],
    ['the text 1', 'done', '1'],
    ['false', 'unconfirmed', false],
    ['absent, because the optional claim is not configured', 'unconfirmed', undefined],
  ])('with xms_edov %s, a first login is %s', async (_, outcome, xms_edov) => {
    expect((await logIn('entra', entra, { xms_edov })).outcome).toBe(outcome)
  })

  test('does not log in a guest whose token has no address', async () => {
    expect((await logIn('entra', entra, { email: undefined })).outcome).toBe('unconfirmed')
  })

  test('rejects a token of another tenant', async () => {
    const iss = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'
    const tid = '9188040d-6c67-4c5b-b112-36a304b66dad'
    expect((await logIn('entra', entra, { iss, tid })).outcome).toBe('rejected')
  })

  test('gives no roles when the token has a link to the groups instead of the groups', async () => {
    Object.assign(organisations[1] ?? {}, { granted_roles: { claim: ['groups'], mapping: balie } })
    const claims = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.microsoft.com/v1.0/users/kim/getMemberObjects' } },
    }
    expect((await logIn('entra', entra, claims)).outcome).toBe('roleless')
  })
})
