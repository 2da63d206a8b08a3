import { afterEach, expect, test, vi } from 'vitest'
import { makeTokens } from './tokens.ts'

const tokens = makeTokens({ secret: 'a secret of this test, long enough to be one', ttl_minutes: 1 })
const session_id = '0b9b8f9e-2c1d-4a55-9d0c-1f3b5a7c9e11'

afterEach(() => vi.useRealTimers())

test('names the session of a token, again and again until its time is over', async () => {
  const { access_token } = await tokens.accessToken(session_id)
  expect(await tokens.sessionOf(access_token)).toBe(session_id)
  expect(await tokens.sessionOf(access_token)).toBe(session_id)
  vi.setSystemTime(Date.now() + 66_000)
  expect(await tokens.sessionOf(access_token)).toBeUndefined()
})

test('knows no token by another one that is nearly the same', async () => {
  const { access_token } = await tokens.accessToken(session_id)
  expect(await tokens.sessionOf(access_token)).toBe(session_id)
  const last = access_token.at(-2) === 'A' ? 'B' : 'A'
  expect(await tokens.sessionOf(`${access_token.slice(0, -2)}${last}${access_token.at(-1)}`)).toBeUndefined()
})
