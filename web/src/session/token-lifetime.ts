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

/** Returns the lifetime of a token in seconds: `exp` minus `iat`, or JWT_TTL if `exp` is missing or before `iat`. */
export function lifetimeOf(token: string) {
  // `iat` and `exp` come from the clock of the server. The clock of this machine may differ.
  const { exp = Number.NaN, iat = Date.now() / 1000 } = claimsOf(token)
  const seconds = exp - iat
  return seconds > 0 ? seconds : tokenMinutes() * 60
}
