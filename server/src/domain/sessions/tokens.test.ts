import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeTokens } from './tokens.ts'

const [first, second] = ['the first secret of this test, long enough', 'the second secret of this test, long enough']
const tokens = makeTokens({ secrets: () => [first], ttl_minutes: 1 })
const session_id = '0b9b8f9e-2c1d-4a55-9d0c-1f3b5a7c9e11'

afterEach(() => vi.useRealTimers())

test('returns the session of a token until the token expires', async () => {
  const { access_token } = await tokens.accessToken(session_id)
  expect(await tokens.sessionOf(access_token)).toBe(session_id)
  expect(await tokens.sessionOf(access_token)).toBe(session_id)
  vi.setSystemTime(Date.now() + 66_000)
  expect(await tokens.sessionOf(access_token)).toBeUndefined()
})

test('rejects a changed token when the original token is cached', async () => {
  const { access_token } = await tokens.accessToken(session_id)
  expect(await tokens.sessionOf(access_token)).toBe(session_id)
  for (let at = 1; at <= access_token.length; at += 7)
    for (const letter of 'AB') {
      const changed = access_token.slice(0, -at) + letter + access_token.slice(access_token.length - at + 1)
      if (changed !== access_token) expect(await tokens.sessionOf(changed)).toBeUndefined()
    }
})

test('verifies a token once, and forgets all verified tokens when their maximum number is reached', async () => {
  const secrets: [string] = [first]
  const node = makeTokens({ secrets: () => secrets, ttl_minutes: 60 }, 2)
  const tokenOf = async (digit: number) => (await node.accessToken(`${session_id.slice(0, -1)}${digit}`)).access_token
  const [one, two, three] = [await tokenOf(1), await tokenOf(2), await tokenOf(3)]
  const now = Date.now()
  /** On a clock that is set back, a token is issued in the future. Only a new verification rejects it. */
  const areRemembered = async () => {
    vi.setSystemTime(now - 1_200_000)
    const sessions = [await node.sessionOf(one), await node.sessionOf(two), await node.sessionOf(three)]
    vi.setSystemTime(now)
    return sessions.map((session) => session !== undefined)
  }
  expect(await areRemembered()).toEqual([false, false, false])
  await node.sessionOf(one)
  await node.sessionOf(two)
  expect(await areRemembered()).toEqual([true, true, false])
  await node.sessionOf(three)
  expect(await areRemembered()).toEqual([false, false, true])
})

test('rejects a cookie that has the signature of another session or of another renewal', () => {
  const cookie = tokens.renewalCookie(session_id, 7)
  expect(tokens.readRenewalCookie(cookie)).toEqual({ session_id, generation: 7 })
  expect(tokens.readRenewalCookie(cookie.replace('.7.', '.8.'))).toBeUndefined()
  expect(tokens.readRenewalCookie(cookie.replace('0b9b', '0b9c'))).toBeUndefined()
})

describe('a token of a node', () => {
  const node = makeTokens({ secrets: () => [first], ttl_minutes: 60 })

  test.each([
    ['three seconds behind is accepted', -3, true],
    ['three seconds ahead is accepted', 3, true],
    ['twenty minutes behind is accepted', -1200, true],
    ['twenty minutes ahead is rejected, because it is issued in the future', 1200, false],
    ['more than an hour behind is rejected, because it has expired', -3700, false],
  ])('whose clock is %s', async (_, seconds, isAccepted) => {
    const now = Date.now()
    vi.setSystemTime(now + seconds * 1000)
    const { access_token } = await node.accessToken(session_id)
    vi.setSystemTime(now)
    expect(await node.sessionOf(access_token)).toBe(isAccepted ? session_id : undefined)
  })
})

test('nodes accept the tokens of each other while the key is replaced in three rounds of restarts', async () => {
  const rounds = [[first], [first, second], [second, first], [second]] as const
  const nodes = rounds.map(([signing, ...others]) =>
    makeTokens({ secrets: () => [signing, ...others], ttl_minutes: 1 }),
  )
  for (const [at, node] of nodes.slice(0, -1).entries()) {
    // Nodes restart one by one, so nodes of two adjacent rounds run at the same time.
    const next = nodes[at + 1] as typeof node
    for (const [issuer, verifier] of [
      [node, next],
      [next, node],
    ] as const) {
      // The last round starts after every token of the first key has expired.
      if (at === 2 && issuer === node) continue
      expect(await verifier.sessionOf((await issuer.accessToken(session_id)).access_token)).toBe(session_id)
      expect(verifier.readRenewalCookie(issuer.renewalCookie(session_id, 7))).toEqual({ session_id, generation: 7 })
    }
  }
  const [oldest, , , last] = nodes
  expect(await last?.sessionOf((await oldest?.accessToken(session_id))?.access_token ?? '')).toBeUndefined()
  expect(last?.readRenewalCookie(oldest?.renewalCookie(session_id, 7) ?? '')).toBeUndefined()
})

test('a node stops accepting a key when the key is removed, also for tokens that it has cached', async () => {
  let keys: [string, ...string[]] = [first]
  const node = makeTokens({ secrets: () => keys, ttl_minutes: 60 })
  const { access_token } = await node.accessToken(session_id)
  const cookie = node.renewalCookie(session_id, 7)
  keys = [second, first]
  expect(await node.sessionOf(access_token)).toBe(session_id)
  expect(node.readRenewalCookie(cookie)).toEqual({ session_id, generation: 7 })
  keys = [second]
  expect(await node.sessionOf(access_token)).toBeUndefined()
  expect(node.readRenewalCookie(cookie)).toBeUndefined()
  expect(await node.sessionOf((await node.accessToken(session_id)).access_token)).toBe(session_id)
})
