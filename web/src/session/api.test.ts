import { ApiError, listAddressEquipment, listMunicipalities } from '@rd4-loket/contract'
import { expect, test, vi } from 'vitest'
import { call, connectionLost, storeToken } from './api.ts'
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
