import { login, showEmployee } from '@rd4-loket/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, clearToken, discardToken, mayHaveSession, sessionEnd, storeToken } from './api.ts'
import { hasExtraCalls } from './offered.tsx'

const minute = 60_000
const tokenWith = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`
const now = Date.parse('2026-11-20T12:00:00Z')
const seconds = now / 1000

let renewals = 0
let access_token = ''
let headers: Record<string, string> = {}

/** Replaces the server by a server that only sends tokens. `refresh` returns the response to a renewal. */
function serve(refresh = () => Response.json({ data: { access_token } }, { headers })) {
  renewals = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('/api/auth/refresh')) return Response.json({ data: { access_token } }, { headers })
    renewals += 1
    return refresh()
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now })
  headers = {}
  serve()
})
afterEach(() => {
  clearToken()
  hasExtraCalls.write(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function logIn() {
  const body = { email: 'kim@x.nl', password: 'geheim' }
  storeToken(await call(login, { body }))
}

test.each([
  ['the token has no claims', 'opaque', 59],
  ['the token has no exp', tokenWith({ sub: 'kim' }), 59],
  ['the token states its exp', tokenWith({ exp: seconds + 600 }), 9],
  ['the clocks differ by a day', tokenWith({ iat: seconds - 86_400, exp: seconds - 86_400 + 600 }), 9],
  ['its exp is in the past and it has no iat', tokenWith({ exp: seconds - 600 }), 59],
])('S7.15 renews a token once, a minute before its lifetime ends, when %s', async (_, token, minutes) => {
  access_token = token
  await logIn()
  await vi.advanceTimersByTimeAsync(minutes * minute - 1)
  expect(renewals).toBe(0)
  await vi.advanceTimersByTimeAsync(2)
  expect(renewals).toBe(1)
})

test('S7.15 the portal does not renew a token that is valid for a year during its first hour', async () => {
  access_token = tokenWith({ exp: seconds + 365 * 86_400 })
  await logIn()
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(renewals).toBe(0)
})

test.each([404, 405])(
  'S7.15 the portal ends the session when the server has no renewal and returns %i',
  async (status) => {
    access_token = 'opaque'
    await logIn()
    discardToken()
    serve(() => Response.json({ message: 'Niet gevonden' }, { status }))
    await expect(call(showEmployee, {}, { withoutLogin: true })).rejects.toMatchObject({ status: 401 })
    expect(mayHaveSession()).toBe(false)
  },
)

test.each([404, 405])(
  'S7.15 a reloaded page ends the session when the server has no renewal and returns %i',
  async (status) => {
    access_token = 'opaque'
    await logIn()
    vi.resetModules()
    const reloaded = await import('./api.ts')
    serve(() => Response.json({ message: 'Niet gevonden' }, { status }))
    await expect(reloaded.call(showEmployee, {}, { withoutLogin: true })).rejects.toMatchObject({ status: 401 })
    expect(reloaded.mayHaveSession()).toBe(false)
  },
)

test.each([404, 405])('keeps the session when a proxy returns %i and the server can renew tokens', async (status) => {
  access_token = 'opaque'
  headers = { 'api-version': '1.0.0' }
  await logIn()
  discardToken()
  serve(() => new Response('<html>', { status }))
  // The page shows a 502 as an outage with a retry button, but a 404 as a record that does not exist.
  await expect(call(showEmployee, {}, { withoutLogin: true })).rejects.toMatchObject({ status: 502 })
  serve()
  await call(showEmployee, {}, { withoutLogin: true })
  expect(renewals).toBe(1)
  expect(mayHaveSession()).toBe(true)
})

test('throws a 401 for a visitor, instead of an outage, when a proxy returns 404', async () => {
  serve(() => new Response('<html>', { status: 404 }))
  await expect(call(showEmployee, {}, { withoutLogin: true })).rejects.toMatchObject({ status: 401 })
})

test('S6.3 sends the token with a renewal too', async () => {
  access_token = 'opaque'
  await logIn()
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('authorization'))
    return Response.json({ data: { access_token } })
  })
  await vi.advanceTimersByTimeAsync(59 * minute)
  expect(sent).toEqual(['Bearer opaque'])
})

test('renews the token before the page warns of the end of the session, and then every 30 seconds', async () => {
  const reply = (session_expires_in: number) => () =>
    Response.json({ data: { access_token: 'opaque', token_type: 'bearer', expires_in: 3600, session_expires_in } })
  access_token = 'opaque'
  serve(reply(12 * 3600))
  storeToken({ access_token, token_type: 'bearer', expires_in: 3600, session_expires_in: 600 })
  await vi.advanceTimersByTimeAsync(7.5 * minute - 1)
  expect(renewals).toBe(0)
  await vi.advanceTimersByTimeAsync(2)
  expect(renewals).toBe(1)
  // The employee used the portal in another tab, so the session lasts longer.
  expect(sessionEnd.read()).toBeGreaterThan(Date.now() + 11 * 60 * minute)
  serve(reply(100))
  storeToken({ access_token, token_type: 'bearer', expires_in: 3600, session_expires_in: 130 })
  await vi.advanceTimersByTimeAsync(minute + 1)
  expect(renewals).toBe(2)
})
