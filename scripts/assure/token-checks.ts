import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { fullPath, showEmployee } from '@rd4-loket/contract'
import type { RunningProduct } from './product.ts'
import { type Check, expectNone } from './report.ts'

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Forged access tokens, by name. Some have a valid signature, as after a leak of the key for another purpose. */
function forgedTokens(real: string, key: string): Record<string, string> {
  const [head = '', payload = '', signature = ''] = real.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const now = Math.floor(Date.now() / 1000)
  const signed = (change: object, changedHeader: object = {}, secret = key, hash = 'sha256') => {
    const text = `${encode({ ...header, ...changedHeader })}.${encode({ ...claims, ...change })}`
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const byRsa = (extra: object) => {
    const text = `${encode({ ...header, alg: 'RS256', ...extra })}.${payload}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  return {
    'no signature': `${head}.${payload}.`,
    'only two parts': `${head}.${payload}`,
    ...Object.fromEntries(
      ['none', 'None', 'NONE', ''].map((alg) => [`alg '${alg}'`, `${encode({ ...header, alg })}.${payload}.`]),
    ),
    'alg none with a signature': `${encode({ ...header, alg: 'none' })}.${payload}.${signature}`,
    'RS256 with the key in the header': byRsa({ jwk: publicKey.export({ format: 'jwk' }) }),
    'RS256 with the URL of the key': byRsa({ jku: 'https://attacker.example/keys.json' }),
    'another key': signed({}, {}, 'another secret that is long enough to be one'),
    'an empty key': signed({}, {}, ''),
    'kid as a path': signed({}, { kid: '../../../../dev/null' }, ''),
    'HS512 with the right key': signed({}, { alg: 'HS512' }, key, 'sha512'),
    'another typ': signed({}, { typ: 'JWT' }),
    'another issuer': signed({ iss: 'another' }),
    'another audience': signed({ aud: 'another' }),
    'no audience': signed({ aud: undefined }),
    'no exp': signed({ exp: undefined }),
    'an expired token': signed({ iat: now - 7200, exp: now - 3600 }),
    'an exp in ten years': signed({ iat: now - 86_400, exp: now + 315_000_000 }),
    'an iat in the future': signed({ iat: now + 3600, exp: now + 7200 }),
    'an unknown session': signed({ sid: crypto.randomUUID() }),
    'a session as SQL': signed({ sid: `${claims.sid}' or '1'='1` }),
    'a session as a list': signed({ sid: [claims.sid] }),
    'the id of the session': claims.sid,
    'a changed signature': `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  }
}

/** The checks of the access token of a call. */
export const tokenChecks = ({ send, tokenOf, jwtSecret }: RunningProduct): Check[] => [
  {
    name: 'token: forged tokens are rejected',
    run: async () => {
      const real = await tokenOf('provider')
      const attacks = Object.entries(forgedTokens(real, jwtSecret))
      const statusOf = async (token: string) => (await send(fullPath(showEmployee), { token })).status
      const faults: string[] = []
      for (const [name, token] of attacks) {
        const status = await statusOf(token)
        if (status !== 401) faults.push(`${name}: ${status}`)
      }
      // Without this call, a portal that rejects every token would pass.
      if ((await statusOf(real)) !== 200) faults.push('the real token is rejected')
      expectNone(faults)
      return `${attacks.length} forged tokens: 401; the real token: 200`
    },
  },
  {
    name: 'token: only the authorization header is read',
    run: async () => {
      const token = await tokenOf('provider')
      const path = fullPath(showEmployee)
      const responses = {
        'in the URL': await send(`${path}?access_token=${token}`),
        'in a cookie': await send(path, { cookie: `access_token=${token}` }),
        'with Basic': await send(path, { headers: { authorization: `Basic ${token}` } }),
      }
      expectNone(
        Object.entries(responses).flatMap(([name, { status }]) => (status === 401 ? [] : [`${name}: ${status}`])),
      )
      return 'a token in the URL, in a cookie or with Basic: 401'
    },
  },
]
