import {
  changePassword,
  confirmFactor,
  forgotPassword,
  login,
  logout,
  refreshSession,
  resetPassword,
  saveDisplay,
  showEmployee,
} from '@rd4-loket/contract'
import type { FactorCheck } from '../../domain/second-factor/log-in-factor.ts'
import { employeeOf } from '../../domain/sessions/employee.ts'
import { readSessionCookie, rejectOtherSites, replyWithSession } from '../../domain/sessions/session-cookie.ts'
import type { Tokens } from '../../domain/sessions/tokens.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Config, SecondFactorRule } from '../../platform/runtime/config.ts'
import { updateRowHeight } from './account.queries.ts'
import { confirmOwnFactor } from './confirm-own-factor.ts'
import { startSession } from './login.ts'
import { endOwnSession, renewOwnSession } from './own-session.ts'
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
  answer(api, confirmFactor, async (call) => replyWithSession(call.reply, tokens, await confirmOwnFactor(check, call)))
  answer(api, refreshSession, (call) => renewOwnSession(tokens, public_url, call))
  answer(api, logout, (call) => endOwnSession(findLogoutUrl, call))
  answer(api, showEmployee, ({ employee }) => employeeOf(employee))
  answer(api, saveDisplay, async ({ db, employee, body }) => {
    await updateRowHeight(db, employee.id, body.row_height)
    return null
  })
  answer(api, changePassword, (call) => replaceOwnPassword(leaked_passwords_file, call))
  answer(api, forgotPassword, (call) => requestPasswordLink(portal, call))
  answer(api, resetPassword, (call) => replaceForgottenPassword(leaked_passwords_file, call))
}
