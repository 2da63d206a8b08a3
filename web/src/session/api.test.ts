import { ApiError, listAddressEquipment, listMunicipalities } from '@rd4-loket/contract'
import { expect, test, vi } from 'vitest'
import { call, storeToken } from './api.ts'

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
