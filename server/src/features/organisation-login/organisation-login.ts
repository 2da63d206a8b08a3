// Reasons: docs/login.md

import {
  type finishOrganisationLogin,
  isPagePath,
  type OrganisationLoginProblem,
  type startOrganisationLogin,
} from '@rd4-loket/contract'
import type { FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import { returnAttempts, takeAttempts } from '../../domain/attempts/attempts.queries.ts'
import { attemptKey, networkOf } from '../../domain/attempts/attempts.ts'
import { startGracePeriod } from '../../domain/second-factor/second-factor.queries.ts'
import { loginOrigin } from '../../domain/sessions/login-origin.ts'
import { tokenHash } from '../../domain/sessions/password-link.ts'
import { endPreviousSession, insertSession } from '../../domain/sessions/session.queries.ts'
import type { StartedSession } from '../../domain/sessions/session-cookie.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Config, SecondFactorRule } from '../../platform/runtime/config.ts'
import { attemptRates, lifetimes } from '../../platform/runtime/limits.ts'
import { endProviderSessions } from './end-provider-sessions.ts'
import {
  applyRoles,
  authenticationTime,
  identify,
  provesSecondFactor,
  requireFactors,
  requireNewLogin,
  requireOwnToken,
} from './identity.ts'
import { LoginRefused, logRejection, problemOf } from './login-problem.ts'
import type { OpenidProvider } from './openid-provider.ts'
import { deleteStartedLogin, insertStartedLogin } from './organisation-login.queries.ts'

const browserCookie = '__Host-auth.loket.organisation'
// Lax: the browser returns from the site of the provider.
const cookieOptions = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const

export const loginBudget = (ip: string) => ({
  key: attemptKey('organisation login', networkOf(ip)),
  ...attemptRates.organisationLogins,
})

/** The settings of a login. `portal`: the URL of the portal. `second_factor`: the days in which each role adds one. */
export type LoginSettings = Pick<Config, 'session_idle_hours'> & { portal: string; second_factor: SecondFactorRule }

/** Returns the requested page of the portal, or / for any other text. */
function ownPath(portal: string, requested: string) {
  const url = requested.startsWith('/') ? URL.parse(requested, portal) : null
  return url?.origin === portal && isPagePath(url.pathname) ? url.pathname + url.search : '/'
}

/** Returns the login page, with the outcome of a login and the page to open next. */
const loginPage = (portal: string, outcome: OrganisationLoginProblem | 'done', return_to: string) =>
  `${portal}/login?${new URLSearchParams({ organisation_login: outcome, return_to })}`

type RequestedPage = { return_to: string; reauthenticates: boolean }

/** Returns the page that explains a problem. An employee who logs in again is logged in, and sees no login page. */
function problemPage(portal: string, problem: OrganisationLoginProblem, { return_to, reauthenticates }: RequestedPage) {
  if (!reauthenticates) return loginPage(portal, problem, return_to)
  const page = new URL(return_to, portal)
  page.searchParams.set('organisation_login', problem)
  return page.href
}

/** Whether a page of another site sent the browser. The provider could then log a user in who did not ask for it. */
const comesFromOtherSite = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] === 'cross-site'

/**
 * Stores a new login, and returns the URL of the provider's login page. Returns the login page of the portal when
 * another site started the login, or when the provider does not respond. `previous_session_id`: the session of this
 * browser. Its cookie is not sent when the browser returns from the site of the provider.
 */
export async function startLogin(
  portal: string,
  { organisation, discover, redirect_uri }: OpenidProvider,
  { db, query, request, reply, actor }: Call<typeof startOrganisationLogin>,
  previous_session_id: string | null,
) {
  const return_to = ownPath(portal, query.page ?? '/')
  if (comesFromOtherSite(request)) return `${portal}/login?${new URLSearchParams({ return_to })}`
  const reauthenticates = query.reauthenticate !== undefined
  const requested = { return_to, reauthenticates }
  if ((await takeAttempts(db, [loginBudget(actor.ip)])) !== 0) return problemPage(portal, 'busy', requested)
  const provider = await discover().catch((error) => {
    request.log.warn({ organisation: organisation.id, err: error }, 'organisation login: no metadata')
    return undefined
  })
  if (!provider) return problemPage(portal, 'unavailable', requested)
  const [state, nonce, code_verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
  // Tabs of one browser share the cookie, so that logins in two tabs do not disturb each other.
  const browser = request.cookies[browserCookie] ?? openid.randomState()
  await insertStartedLogin(db, {
    organisation: organisation.id,
    state_hash: tokenHash(state),
    browser_hash: tokenHash(browser),
    ...{ nonce, code_verifier, return_to, previous_session_id, reauthenticates },
  })
  reply.setCookie(browserCookie, browser, { ...cookieOptions, maxAge: lifetimes.organisationLogin_minutes * 60 })
  const parameters = {
    ...{ redirect_uri, state, nonce, scope: 'openid email' },
    code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    ...(organisation.acr_values.length > 0 && { acr_values: organisation.acr_values.join(' ') }),
    ...(reauthenticates && { prompt: 'login', max_age: '0' }),
  }
  return openid.buildAuthorizationUrl(provider, parameters).href
}

/**
 * Finishes a login: exchanges the code, identifies the employee and starts a session. Returns the URL of the login
 * page, with the outcome. `begin` sets the cookie of the session.
 */
export async function finishLogin(
  { portal, session_idle_hours: idle_hours, second_factor: rule }: LoginSettings,
  { organisation, discover, redirect_uri }: OpenidProvider,
  { db, query: { state = '' }, request, reply, actor: visitor }: Call<typeof finishOrganisationLogin>,
  begin: (session: StartedSession) => void,
) {
  const browser = request.cookies[browserCookie] ?? ''
  const key = { organisation: organisation.id, state_hash: tokenHash(state), browser_hash: tokenHash(browser) }
  const started = await deleteStartedLogin(db, key)
  if (!started) return loginPage(portal, 'expired', '/')
  const {
    return_to,
    nonce: expectedNonce,
    code_verifier: pkceCodeVerifier,
    previous_session_id,
    reauthenticates,
  } = started
  const object = { kind: 'organisation', key: organisation.id } as const
  try {
    const response = new URL(redirect_uri + (/\?.*/.exec(request.url)?.[0] ?? ''))
    const checks = { expectedState: state, expectedNonce, pkceCodeVerifier, idTokenExpected: true }
    const tokens = await openid.authorizationCodeGrant(await discover(), response, checks)
    const claims = tokens.claims() as openid.IDToken
    requireOwnToken(claims)
    requireFactors(organisation, claims)
    if (reauthenticates) requireNewLogin(claims)
    const has_second_factor = provesSecondFactor(organisation, claims)
    const session = await db
      .transaction(async (transaction) => {
        const { employee, isNew } = await identify(transaction, organisation, claims)
        const actor = { ...visitor, employee }
        const provider = {
          issuer: organisation.issuer,
          sid: typeof claims['sid'] === 'string' ? claims['sid'] : null,
          authenticated_at: authenticationTime(claims),
        }
        const login = { ...loginOrigin(request), idle_hours, has_second_factor, provider }
        const newSession = await insertSession(transaction, employee.id, login)
        if (!newSession) throw new LoginRefused('unknown')
        if (previous_session_id) await endPreviousSession(transaction, visitor, previous_session_id)
        const roles = await applyRoles(transaction, organisation, claims, employee, actor)
        if (!has_second_factor && roles.some((role) => rule[role] !== undefined))
          await startGracePeriod(transaction, employee.id)
        await returnAttempts(transaction, [loginBudget(visitor.ip)])
        if (isNew)
          await appendSecurityEvent(transaction, actor, { action: 'link_organisation', result: 'done', object })
        await appendSecurityEvent(transaction, actor, { action: 'log_in', result: 'done', object })
        return newSession
      })
      .catch(async (error) => {
        // The organisation has withdrawn all roles, so earlier sessions must not continue with them.
        const account = { issuer: organisation.issuer, subject: claims.sub, sid: null }
        if (problemOf(error) === 'roleless')
          await db.transaction((transaction) => endProviderSessions(transaction, visitor, organisation, account))
        throw error
      })
    begin(session)
    reply.clearCookie(browserCookie, cookieOptions)
    return loginPage(portal, 'done', return_to)
  } catch (error) {
    const problem = problemOf(error)
    logRejection(request.log, { organisation: organisation.id, problem }, error)
    await appendSecurityEvent(db, visitor, { action: 'log_in_refused', result: 'refused', object })
    return problemPage(portal, problem, started)
  }
}
