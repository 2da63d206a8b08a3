import {
  ApiError,
  changePassword,
  forgotPassword,
  login,
  logout,
  refreshSession,
  resetPassword,
  showEmployee,
} from '@rd4-loket/contract'
import type { FactorCheck } from '../../domain/second-factor/log-in-factor.ts'
import { employeeOf } from '../../domain/sessions/employee.ts'
import { endSession } from '../../domain/sessions/session.queries.ts'
import {
  clearSessionCookie,
  readSessionCookie,
  rejectOtherSites,
  replyWithSession,
} from '../../domain/sessions/session-cookie.ts'
import type { Tokens } from '../../domain/sessions/tokens.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Config, SecondFactorRule } from '../../platform/runtime/config.ts'
import { renewSession } from './account.queries.ts'
import { startSession } from './login.ts'
import { replaceForgottenPassword, replaceOwnPassword, requestPasswordLink } from './passwords.ts'

type AccountSettings = Pick<Config, 'public_url' | 'session_idle_hours' | 'organisations' | 'leaked_passwords_file'> & {
  portal: string
  second_factor: SecondFactorRule
  /** Returns the URL at which the employee's organisation ends its own session, or null. */
  findLogoutUrl: (session_id: string) => Promise<string | null>
}

/** Login, logout, renewal of a session, and changes of the password. */
export function accountRoutes(api: Api, tokens: Tokens, settings: AccountSettings, check: FactorCheck) {
  const { public_url, portal, leaked_passwords_file, findLogoutUrl } = settings
  answer(api, login, async (call) => {
    rejectOtherSites(call.request, public_url)
    const previous = readSessionCookie(call.request, tokens)
    const { session_idle_hours: idle_hours, organisations, second_factor: rule } = settings
    const session = await startSession(check, call, {
      idle_hours,
      previous_id: previous?.session_id,
      organisations,
      rule,
    })
    return replyWithSession(call.reply, tokens, session)
  })
  answer(api, refreshSession, async ({ db, request, actor, reply }) => {
    rejectOtherSites(request, public_url)
    const arrivedAt = performance.now()
    const cookie = readSessionCookie(request, tokens)
    const renewed = cookie && (await renewSession(db, cookie, actor, arrivedAt))
    if (renewed) return replyWithSession(reply, tokens, { id: cookie.session_id, ...renewed })
    clearSessionCookie(reply)
    throw new ApiError(401, 'Uw sessie is afgelopen. Log opnieuw in.')
  })
  answer(api, logout, async ({ db, employee, reply }) => {
    await endSession(db, employee.session_id)
    clearSessionCookie(reply)
    // The header does not list "cookies", because browsers also delete the cookies of other systems on the domain.
    reply.header('clear-site-data', '"cache", "storage"')
    const organisation_logout = await findLogoutUrl(employee.session_id)
    return organisation_logout === null ? null : { organisation_logout }
  })
  answer(api, showEmployee, ({ employee }) => employeeOf(employee))
  answer(api, changePassword, (call) => replaceOwnPassword(leaked_passwords_file, call))
  answer(api, forgotPassword, (call) => requestPasswordLink(portal, call))
  answer(api, resetPassword, (call) => replaceForgottenPassword(leaked_passwords_file, call))
}
