import { tokenMinutes } from './page-settings.ts'

/** Returns the claims of a JWT; none for a token of another kind. */
function claimsOf(token: string): { exp?: number; iat?: number } {
  const [, payload = ''] = token.split('.')
  try {
    return Object(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}

/** Returns how many seconds a token is valid: until its `exp`, or for JWT_TTL when it has none or has expired. */
export function lifetimeOf(token: string) {
  // `iat` is read from the same clock as `exp`. The clock of this machine may differ.
  const { exp = Number.NaN, iat = Date.now() / 1000 } = claimsOf(token)
  const seconds = exp - iat
  return seconds > 0 ? seconds : tokenMinutes() * 60
}
