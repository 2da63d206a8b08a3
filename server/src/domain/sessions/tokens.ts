// Reasons: docs/sessions.md

import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '../../platform/runtime/jwt-secrets.ts'
import { lifetimes, maxCachedTokens } from '../../platform/runtime/limits.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const claims = { issuer: 'rd4-loket', audience: 'rd4-loket-api' }
/** The type of the token (RFC 9068), so that no other kind of token with these keys is accepted as an access token. */
const typ = 'at+jwt'

// Longer tokens are rejected before they are decoded. The last of the 43 characters of the signature has two unused
// bits, which must be 0. Otherwise four different texts would be the same valid token.
const shape = /^[\w-]{1,200}\.[\w-]{1,600}\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** Creates and verifies the access token of each call, and the cookie that renews a session. */
export type Tokens = ReturnType<typeof makeTokens>

/**
 * `secrets`: returns the current keys of tokens and cookies; the first key signs. `ttl_minutes`: lifetime of an access
 * token. `maximum`: maximum number of cached tokens.
 */
export function makeTokens(
  { secrets, ttl_minutes }: { secrets: () => Secrets; ttl_minutes: number },
  maximum = maxCachedTokens,
) {
  // Verified tokens are cached, because a verification takes as long as a search.
  const cached = new Map<string, { session_id: string; expires_at: number }>()
  let encoded: { of: Secrets; keys: [first: Uint8Array, ...others: Uint8Array[]] } | undefined
  /** Returns the encoded keys. When a key was removed, its cached tokens must no longer be accepted. */
  function currentKeys() {
    const of = secrets()
    if (encoded?.of === of) return encoded.keys
    cached.clear()
    const [first, ...others] = of
    const encode = (secret: string) => new TextEncoder().encode(secret)
    encoded = { of, keys: [encode(first), ...others.map(encode)] }
    return encoded.keys
  }
  const macOf = (text: string, key: Uint8Array) =>
    createHmac('sha256', key).update(`renewal ${text}`).digest('base64url')

  function cacheToken(access_token: string, session_id: string, expires_at: number) {
    if (cached.size >= maximum) cached.clear()
    cached.set(access_token, { session_id, expires_at })
  }
  async function read(access_token: string, key: Uint8Array) {
    try {
      const { payload } = await jwtVerify(access_token, key, {
        ...claims,
        typ,
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'sid'],
        maxTokenAge: ttl_minutes * 60,
        clockTolerance: lifetimes.clockDifference_s,
      })
      const { sid: session_id, exp = 0 } = payload
      // JSON can contain 1e999, which is parsed as Infinity.
      if (typeof session_id !== 'string' || !uuid.test(session_id) || !Number.isSafeInteger(exp)) return undefined
      return { session_id, expires_at: exp }
    } catch {
      return undefined
    }
  }
  return {
    /**
     * Returns a signed token that contains only the id of the session. The employee and the roles are read from the
     * database on every call.
     */
    async accessToken(session_id: string) {
      const access_token = await new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuer(claims.issuer)
        .setAudience(claims.audience)
        .setIssuedAt()
        .setExpirationTime(`${ttl_minutes}m`)
        .sign(currentKeys()[0])
      return { access_token, token_type: 'bearer' as const, expires_in: ttl_minutes * 60 }
    },
    /** Returns the session id of a valid access token; undefined for any other text. */
    async sessionOf(access_token: string): Promise<string | undefined> {
      const keys = currentKeys()
      const token = cached.get(access_token)
      if (token && Date.now() / 1000 < token.expires_at + lifetimes.clockDifference_s) return token.session_id
      cached.delete(access_token)
      if (!shape.test(access_token)) return undefined
      for (const key of keys) {
        const verified = await read(access_token, key)
        if (!verified) continue
        cacheToken(access_token, verified.session_id, verified.expires_at)
        return verified.session_id
      }
      return undefined
    },
    /**
     * Returns the cookie of a session. `generation`: the number of renewals. The same input gives the same cookie, so
     * that a lost response can be repeated.
     */
    renewalCookie: (session_id: string, generation: number) => {
      const text = `${session_id}.${generation}`
      return `${text}.${macOf(text, currentKeys()[0])}`
    },
    /** Returns the content of a renewal cookie; undefined when its signature is invalid. */
    readRenewalCookie(cookie: string): { session_id: string; generation: number } | undefined {
      const [, text = '', session_id = '', generation = '', mac = ''] =
        /^(([0-9a-f-]{36})\.([0-9]{1,9}))\.([\w-]{43})$/.exec(cookie) ?? []
      const isOurs = (key: Uint8Array) => timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(text, key)))
      if (text === '' || !currentKeys().some(isOurs)) return undefined
      return { session_id, generation: Number(generation) }
    },
  }
}
