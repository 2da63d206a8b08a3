import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '../../platform/runtime/jwt-secrets.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const claims = { issuer: 'rd4-loket', audience: 'rd4-loket-api' }
/** Says what a token is for (RFC 9068), so that no other kind of token signed with these keys ever passes for one. */
const typ = 'at+jwt'

/** Two nodes' clocks may differ by seconds. */
const clockTolerance = 5
/** How many checked tokens are remembered: more than ever work at the same time. */
const mostRemembered = 10_000
// What is longer than ours is not read at all. The last of 43 characters holds four bits of a signature and two of nothing:
// with those set, one token could be written in four ways.
const shape = /^[\w-]{1,200}\.[\w-]{1,600}\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** Makes and checks what a session is carried by: the access token of each call, and the cookie that renews it. */
export type Tokens = ReturnType<typeof makeTokens>

/** `secrets` are the keys of both; `ttl_minutes` is how long an access token lives. */
export function makeTokens({ secrets, ttl_minutes }: { secrets: Secrets; ttl_minutes: number }) {
  const keyOf = (secret: string) => new TextEncoder().encode(secret)
  const signingKey = keyOf(secrets[0])
  const keys = secrets.map(keyOf)
  const macOf = (text: string, key = signingKey) =>
    createHmac('sha256', key).update(`renewal ${text}`).digest('base64url')

  // A signature that was right stays right, and to check it costs as much as a search.
  const remembered = new Map<string, { session_id: string; expires_at: number }>()
  function remember(access_token: string, session_id: string, expires_at: number) {
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(access_token, { session_id, expires_at })
  }
  async function read(access_token: string, key: Uint8Array) {
    try {
      const { payload } = await jwtVerify(access_token, key, {
        ...claims,
        typ,
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'sid'],
        maxTokenAge: ttl_minutes * 60,
        clockTolerance,
      })
      const { sid: session_id, exp = 0 } = payload
      // 1e999 is a number, and no moment.
      if (typeof session_id !== 'string' || !uuid.test(session_id) || !Number.isSafeInteger(exp)) return undefined
      return { session_id, expires_at: exp }
    } catch {
      return undefined
    }
  }
  return {
    /** Names the session only: who it is, and what they may, is read from the database on every call. */
    async accessToken(session_id: string) {
      const access_token = await new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuer(claims.issuer)
        .setAudience(claims.audience)
        .setIssuedAt()
        .setExpirationTime(`${ttl_minutes}m`)
        .sign(signingKey)
      return { access_token, token_type: 'bearer' as const, expires_in: ttl_minutes * 60 }
    },
    /** The session of a valid access token; undefined for any other text. */
    async sessionOf(access_token: string): Promise<string | undefined> {
      if (!shape.test(access_token)) return undefined
      const known = remembered.get(access_token)
      if (known && Date.now() / 1000 < known.expires_at + clockTolerance) return known.session_id
      remembered.delete(access_token)
      for (const key of keys) {
        const token = await read(access_token, key)
        if (!token) continue
        remember(access_token, token.session_id, token.expires_at)
        return token.session_id
      }
      return undefined
    },
    /** The cookie of one generation of a session. It follows from both, so an answer that got lost can be given again. */
    renewalCookie: (session_id: string, generation: number) => {
      const text = `${session_id}.${generation}`
      return `${text}.${macOf(text)}`
    },
    /** What a renewal cookie says; undefined when we did not make it. */
    readRenewalCookie(cookie: string): { session_id: string; generation: number } | undefined {
      const [, text = '', session_id = '', generation = '', mac = ''] =
        /^(([0-9a-f-]{36})\.([0-9]{1,9}))\.([\w-]{43})$/.exec(cookie) ?? []
      const isOurs = (key: (typeof keys)[number]) => timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(text, key)))
      if (text === '' || !keys.some(isOurs)) return undefined
      return { session_id, generation: Number(generation) }
    },
  }
}
