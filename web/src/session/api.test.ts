import { ApiError, listMunicipalities } from '@rd4-loket/contract'
import { expect, test, vi } from 'vitest'
import { call, storeToken } from './api.ts'

test.each([
  ['a page of a proxy', 502, '<html><h1>Bad Gateway</h1>'],
  ['the page of a network that wants a login', 200, '<html>'],
  ['half an answer', 200, '{"data": ['],
  ['nothing', 200, 'null'],
  ['a refusal without words', 500, '{"message": "", "errors": null}'],
])('S8.1 says in Dutch that something went wrong when there comes %s', async (_, status, body) => {
  storeToken({ access_token: 'token', token_type: 'bearer', expires_in: 3600 })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const refused = await call(listMunicipalities, {}).catch((error) => error)
  vi.unstubAllGlobals()
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ message: 'Er is iets misgegaan. Probeer het opnieuw.', errors: {} })
  expect(refused.status).toBe(status === 200 ? 502 : status)
})
