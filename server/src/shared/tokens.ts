import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const claims = { issuer: 'rd4-loket', audience: 'rd4-loket-api' }

/** Two nodes' clocks may differ by seconds. */
const clockTolerance = 5
/** How many checked tokens are remembered: more than ever work at the same time. */
const mostRemembered = 10_000

/** Makes and checks what a session is carried by: the access token of each call, and the cookie that renews it. */
export type Tokens = ReturnType<typeof makeTokens>

/** `secret` is the key of both; `ttl_minutes` is how long an access token lives. */
export function makeTokens({ secret, ttl_minutes }: { secret: string; ttl_minutes: number }) {
  const key = new TextEncoder().encode(secret)
  const macOf = (text: string) => createHmac('sha256', key).update(`renewal ${text}`).digest('base64url')
  // A signature that was right stays right, and to check it costs as much as a search.
  const remembered = new Map<string, { session_id: string; expires_at: number }>()
  function remember(access_token: string, session_id: string, expires_at: number) {
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(access_token, { session_id, expires_at })
  }
  return {
    /** Names the session only: who it is, and what they may, is read from the database on every call. */
    async accessToken(session_id: string) {
      const access_token = await new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(claims.issuer)
        .setAudience(claims.audience)
        .setIssuedAt()
        .setExpirationTime(`${ttl_minutes}m`)
        .sign(key)
      return { access_token, token_type: 'bearer' as const, expires_in: ttl_minutes * 60 }
    },
    /** The session of a valid access token; undefined for any other text. */
    async sessionOf(access_token: string): Promise<string | undefined> {
      const known = remembered.get(access_token)
      if (known && Date.now() / 1000 < known.expires_at + clockTolerance) return known.session_id
      remembered.delete(access_token)
      try {
        const { payload } = await jwtVerify(access_token, key, {
          ...claims,
          algorithms: ['HS256'],
          requiredClaims: ['exp', 'sid'],
          clockTolerance,
        })
        const session_id = String(payload['sid'])
        if (!uuid.test(session_id)) return undefined
        remember(access_token, session_id, Number(payload.exp))
        return session_id
      } catch {
        return undefined
      }
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
      if (text === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(text)))) return undefined
      return { session_id, generation: Number(generation) }
    },
  }
}
