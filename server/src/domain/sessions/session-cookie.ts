import { ApiError } from '@rd4-loket/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tokens } from './tokens.ts'

// The prefix __Host- binds the cookie to this host, path / and Secure. Browsers accept it over http from 127.0.0.1.
const name = '__Host-auth.loket.session'
const options = { httpOnly: true, secure: true, sameSite: 'strict', path: '/' } as const

/**
 * A session that starts or is renewed. The session ends after `seconds_left` without use. The cookie expires at the
 * latest possible end of the session, because a use sends no cookie.
 */
export type StartedSession = { id: string; generation: number; seconds_left: number; cookie_seconds: number }

/** Sets the cookie that renews a session. */
export const setSessionCookie = (
  reply: FastifyReply,
  tokens: Tokens,
  { id, generation, cookie_seconds }: Omit<StartedSession, 'seconds_left'>,
) => reply.setCookie(name, tokens.renewalCookie(id, generation), { ...options, maxAge: cookie_seconds })

/** Sets the cookie that renews a session, and returns the reply to a login or a renewal. */
export async function replyWithSession(reply: FastifyReply, tokens: Tokens, session: StartedSession) {
  setSessionCookie(reply, tokens, session)
  return { ...(await tokens.accessToken(session.id)), session_expires_in: session.seconds_left }
}

/** Returns the session and generation of the request's cookie; undefined without a valid session cookie. */
export const readSessionCookie = (request: FastifyRequest, tokens: Tokens) =>
  tokens.readRenewalCookie(request.cookies[name] ?? '')

/** Returns the session of the access token in the header `authorization`; undefined without a valid token. */
export const readAccessToken = ({ headers }: FastifyRequest, tokens: Tokens) =>
  tokens.sessionOf(/^Bearer ([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')

export const clearSessionCookie = (reply: FastifyReply) => reply.clearCookie(name, options)

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Throws 403 when a page of another site makes the call in an employee's browser. Browsers set `Origin` and
 * `Sec-Fetch-Site` themselves. A client without these headers is not a browser, and has no employee's cookie to misuse.
 */
export function rejectOtherSites(request: FastifyRequest, public_url: string | undefined) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin === public_url) return
  const isOwn = site === undefined ? origin === undefined || hostOf(origin) === request.host : site === 'same-origin'
  if (!isOwn) throw new ApiError(403, 'Dit verzoek komt van een andere website')
}
