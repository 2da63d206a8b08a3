import {
  ApiError,
  checkDossier,
  exportAddressClearances,
  listAddressClearances,
  listAddressEquipment,
  listMunicipalities,
} from '@rd4-loket/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  call,
  callForFile,
  canReloadPage,
  connectionLost,
  fetchServedVersion,
  isServerReachable,
  storeToken,
  unreachableText,
} from './api.ts'
import { hasExtraCalls } from './offered.tsx'

test.each([
  ['a page of a proxy', 502, '<html><h1>Bad Gateway</h1>'],
  ['the login page of a wireless network', 200, '<html>'],
  ['truncated JSON', 200, '{"data": ['],
  ['null', 200, 'null'],
  ['an error without a message', 500, '{"message": "", "errors": null}'],
])('S8.1 throws a Dutch error when the response is %s', async (_, status, body) => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const error = await call(listMunicipalities, {}).catch((thrown) => thrown)
  vi.unstubAllGlobals()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: 'Er is iets misgegaan. Probeer het opnieuw.', errors: {} })
  expect(error.status).toBe(status === 200 ? 502 : status)
})

test('S8.1 throws a Dutch error when the reply has an object where the contract has a list', async () => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  vi.stubGlobal('fetch', async () => new Response('{"data": {"id": 1}}'))
  const error = await call(listAddressEquipment, { params: { alias: 'a1' } }).catch((thrown) => thrown)
  vi.unstubAllGlobals()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 502, message: 'Er is iets misgegaan. Probeer het opnieuw.' })
})

test('S7.15 accepts one text as a field error, instead of a list of texts', async () => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  const body = '{"message": "Niet alles is goed ingevuld", "errors": {"password": "Onbekend"}}'
  vi.stubGlobal('fetch', async () => new Response(body, { status: 422 }))
  const error = await call(listMunicipalities, {}).catch((thrown) => thrown)
  vi.unstubAllGlobals()
  expect(error).toMatchObject({ status: 422, errors: { password: ['Onbekend'] } })
})

test('S7.15 a call sends its values and its options, and only the specified headers to a server of the specification', async () => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  const offered = hasExtraCalls.read()
  const limit = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => {
    hasExtraCalls.write(offered)
    limit.mockRestore()
    vi.unstubAllGlobals()
  })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { headers, signal: _, ...init }: RequestInit & { headers: object }) => {
    sent.push({ url, ...init, headers: { ...headers, traceparent: undefined } })
    return Response.json({ data: [] })
  })
  const params = { alias: 'a/1' }
  const options = { idempotency_key: 'key', purpose: 'aanslag_bezwaar' as const }
  for (const hasMore of [true, false]) {
    hasExtraCalls.write(hasMore)
    await call(listAddressClearances, { params, query: { year: 2025, month: null } } as never, options)
  }
  const file = new Uint8Array([1])
  await callForFile(exportAddressClearances, { params, body: {} } as never, { accept: 'text/csv' }, async () => 0)
  await call(checkDossier, { body: file } as never)
  const get = { url: '/api/v1/counter/addresses/a%2F1/clearances?year=2025', method: 'GET', credentials: 'include' }
  const headers = { accept: 'application/json', authorization: 'Bearer token' }
  const post = { method: 'POST', credentials: 'include' }
  expect(sent).toEqual([
    { ...get, headers: { ...headers, 'idempotency-key': 'key', 'processing-purpose': 'aanslag_bezwaar' } },
    { ...get, headers },
    {
      ...post,
      url: '/api/v1/counter/addresses/a%2F1/clearances/export',
      body: '{}',
      headers: { ...headers, accept: 'text/csv', 'content-type': 'application/json' },
    },
    {
      ...post,
      url: '/api/v1/dossier-check',
      body: file,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    },
  ])
  expect(limit.mock.calls.flat()).toEqual([30_000, 30_000, 1_800_000, 30_000])
})

test.each([
  [
    'takes too long',
    new DOMException('', 'TimeoutError'),
    'Het loket doet er te lang over. Probeer het opnieuw.',
    false,
  ],
  ['does not arrive', new TypeError('Failed to fetch'), unreachableText, true],
])('S8.1 a call that %s throws a Dutch error', async (_, thrown, message, isLost) => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  onTestFinished(() => {
    connectionLost.write(false)
    vi.unstubAllGlobals()
  })
  vi.stubGlobal('fetch', () => Promise.reject(thrown))
  await expect(call(listMunicipalities, {})).rejects.toThrow(new ApiError(0, message))
  expect(connectionLost.read()).toBe(isLost)
  // A call that the page itself aborts is no failure.
  connectionLost.write(false)
  await expect(call(listMunicipalities, {}, { signal: AbortSignal.abort() })).rejects.toBe(thrown)
  expect(connectionLost.read()).toBe(false)
})

test('an error keeps the id of the call and what the server asks of the employee', async () => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  const asked = { second_factor: ['totp'], passkey_request: { challenge: 'c' } }
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'Bevestig', request_id: '018f', ...asked }, { status: 403 }),
  )
  const failed = callForFile(exportAddressClearances, { params: {} } as never, { accept: 'text/csv' }, async () => 0)
  const error = { status: 403, message: 'Bevestig', request_id: '018f', factor_request: asked }
  await expect(failed).rejects.toMatchObject(error)
  await expect(call(listMunicipalities, {})).rejects.toMatchObject(error)
  vi.unstubAllGlobals()
})

test('asks without a cache whether the server responds, which version it serves, and whether this page exists', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, ...init })
    return new Response(null, { status: 503, headers: { 'portal-version': '2' } })
  })
  expect([await isServerReachable(), await fetchServedVersion(), await canReloadPage()]).toEqual([true, '2', false])
  const head = { method: 'HEAD', cache: 'no-store', mode: 'same-origin' }
  expect(asked).toEqual([
    { ...head, url: '/healthz', mode: 'no-cors' },
    { ...head, url: '/' },
    { ...head, url: location.href },
  ])
  vi.stubGlobal('fetch', async () => new Response())
  expect(await canReloadPage()).toBe(true)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect([await isServerReachable(), await fetchServedVersion(), await canReloadPage()]).toEqual([
    false,
    undefined,
    false,
  ])
  vi.unstubAllGlobals()
})

test('only the response to a call made after the loss of the connection shows that it is back', async () => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  const late = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => late.promise)
  const earlier = call(listMunicipalities, {})
  connectionLost.write(true)
  late.resolve(new Response('{"data": []}'))
  await earlier
  expect(connectionLost.read()).toBe(true)
  vi.stubGlobal('fetch', async () => new Response('{"data": []}'))
  await call(listMunicipalities, {})
  expect(connectionLost.read()).toBe(false)
  vi.unstubAllGlobals()
})

test('sends a new trace id with each call, but only to a server that offers more than the specification', async () => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('traceparent'))
    return new Response('{"data": []}')
  })
  const offered = hasExtraCalls.read()
  for (const hasMore of [true, true, false]) {
    hasExtraCalls.write(hasMore)
    await call(listMunicipalities, {})
  }
  hasExtraCalls.write(offered)
  vi.unstubAllGlobals()
  const traceparent = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(sent).toEqual([traceparent, traceparent, null])
  expect(sent[0]).not.toBe(sent[1])
})
