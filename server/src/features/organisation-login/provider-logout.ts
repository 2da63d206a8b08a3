import { ApiError, type endOrganisationSession } from '@rd4-loket/contract'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { returnAttempts, takeAttempts } from '../../domain/attempts/attempts.queries.ts'
import { throwTooManyAttempts } from '../../domain/attempts/attempts.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import { lifetimes, taskLimits } from '../../platform/runtime/limits.ts'
import { endProviderSessions } from './end-provider-sessions.ts'
import { isProviderOutage, type OpenidProvider } from './openid-provider.ts'
import { findSessionIssuer, insertLogoutToken } from './organisation-login.queries.ts'
import { loginBudget } from './organisation-login.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Signatures with a private key. With `none` or an HMAC, anybody could make a token. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws when it is not valid. */
async function readLogoutToken({ organisation, discover }: OpenidProvider, logout_token: string) {
  const { jwks_uri = '' } = (await discover()).serverMetadata()
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: taskLimits.openidProvider_ms })
  const { payload } = await jwtVerify(logout_token, keys, {
    issuer: organisation.issuer,
    audience: organisation.client_id,
    algorithms,
    requiredClaims: ['jti'],
    // `maxTokenAge` also requires `iat`.
    maxTokenAge: lifetimes.logoutToken_s,
    clockTolerance: lifetimes.providerClockDifference_s,
  })
  const { jti = '', nonce, events } = payload
  const [subject, sid] = [textOrNull(payload.sub), textOrNull(payload['sid'])]
  const isLogout = typeof (events as Record<string, unknown> | null)?.[logoutEvent] === 'object'
  // An ID token has a nonce, so it is never accepted as a logout token.
  if (!isLogout || nonce !== undefined || (subject ?? sid) === null) throw new Error('not a logout token')
  return { jti: String(jti), issuer: organisation.issuer, subject, sid }
}

/** Ends the sessions that a logout token names. Throws 400 for a token that is not valid, or that was used before. */
export async function endSessionsOfToken(
  provider: OpenidProvider,
  { db, body: { logout_token }, request, reply, actor }: Call<typeof endOrganisationSession>,
) {
  const budgets = [loginBudget(actor.ip)]
  const wait = await takeAttempts(db, budgets)
  if (wait !== 0) throwTooManyAttempts(reply, wait, 'Er zijn te veel ongeldige logout tokens.')
  const token = await readLogoutToken(provider, logout_token).catch((error) => {
    request.log.warn({ organisation: provider.organisation.id, code: error.code }, 'logout token rejected')
    if (isProviderOutage(error)) throw new ApiError(503, 'De provider van deze organisatie is niet bereikbaar')
    throw new ApiError(400, 'Dit logout token is niet geldig')
  })
  await db.transaction(async (transaction) => {
    if (!(await insertLogoutToken(transaction, token.issuer, token.jti)))
      throw new ApiError(400, 'Dit logout token is al gebruikt')
    await returnAttempts(transaction, budgets)
    await endProviderSessions(transaction, actor, provider.organisation, token)
  })
  return null
}

/**
 * Returns the URL at which the provider of a session ends its own session. Returns null for a login with a password,
 * for a provider without such a URL, and for a provider that does not respond.
 */
export async function logoutUrl(db: Db, providers: OpenidProvider[], portal: string, session_id: string) {
  const issuer = await findSessionIssuer(db, session_id)
  const provider = providers.find(({ organisation }) => organisation.issuer === issuer)
  if (!provider?.organisation.ends_provider_session) return null
  const found = await provider.discover().catch(() => undefined)
  if (!found?.serverMetadata().end_session_endpoint) return null
  return openid.buildEndSessionUrl(found, { post_logout_redirect_uri: `${portal}/login` }).href
}
