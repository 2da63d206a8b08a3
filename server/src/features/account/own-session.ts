import { ApiError, type logout, type refreshSession } from '@rd4-loket/contract'
import { endSession } from '../../domain/sessions/session.queries.ts'
import {
  clearSessionCookie,
  readAccessToken,
  readSessionCookie,
  rejectOtherSites,
  replyWithSession,
} from '../../domain/sessions/session-cookie.ts'
import type { Tokens } from '../../domain/sessions/tokens.ts'
import type { Call } from '../../platform/http/answer.ts'
import { findSecondsLeft, renewSession } from './account.queries.ts'

/**
 * Renews the session of the cookie. Throws 401 and clears the cookie when the session has ended. Without a cookie, a
 * live access token gets another token of its session, and no cookie.
 */
export async function renewOwnSession(
  tokens: Tokens,
  public_url: string | undefined,
  { db, request, actor, reply }: Call<typeof refreshSession>,
) {
  rejectOtherSites(request, public_url)
  const arrivedAt = performance.now()
  const cookie = readSessionCookie(request, tokens)
  const renewed = cookie && (await renewSession(db, cookie, actor, arrivedAt))
  if (renewed) return replyWithSession(reply, tokens, { id: cookie.session_id, ...renewed })
  const session_id = cookie ? undefined : await readAccessToken(request, tokens)
  const seconds_left = session_id && (await findSecondsLeft(db, session_id))
  if (seconds_left) return { ...(await tokens.accessToken(session_id)), session_expires_in: seconds_left }
  clearSessionCookie(reply)
  throw new ApiError(401, 'Uw sessie is afgelopen. Log opnieuw in.')
}

/** Ends the session of the employee, and clears the cookie. Returns the logout URL of the employee's organisation. */
export async function endOwnSession(
  findLogoutUrl: (session_id: string) => Promise<string | null>,
  { db, employee, reply }: Call<typeof logout>,
) {
  await endSession(db, employee.session_id)
  clearSessionCookie(reply)
  // The header does not list "cookies", because browsers also delete the cookies of other systems on the domain.
  reply.header('clear-site-data', '"cache", "storage"')
  const organisation_logout = await findLogoutUrl(employee.session_id)
  return organisation_logout === null ? null : { organisation_logout }
}
