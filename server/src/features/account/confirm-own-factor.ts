import { ApiError, type confirmFactor } from '@rd4-loket/contract'
import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import { returnAttempts } from '../../domain/attempts/attempts.queries.ts'
import {
  type FactorCheck,
  matchLoginFactor,
  refuseFactor,
  useFactor,
} from '../../domain/second-factor/log-in-factor.ts'
import { lockFactors } from '../../domain/second-factor/second-factor.queries.ts'
import { replaceSession } from '../../domain/sessions/session.queries.ts'
import type { StartedSession } from '../../domain/sessions/session-cookie.ts'
import type { Call } from '../../platform/http/answer.ts'
import { isKnownNetwork, storeKnownNetwork } from './account.queries.ts'
import { networkKey } from './login-attempts.ts'

/**
 * Checks the second factor of an employee whom an organisation logged in, and replaces the session by one with a second
 * factor. Throws 422 with the factors of the employee when no factor is given, or when it does not match.
 */
export async function confirmOwnFactor(check: FactorCheck, call: Call<typeof confirmFactor>): Promise<StartedSession> {
  const { db, body, employee, actor, reply } = call
  const network = networkKey({ email: employee.email, ip: actor.ip })
  const attempt = { db, employee_id: employee.id, typed: body, reply, actor, refusal: 422 as const }
  const matched = await matchLoginFactor(check, attempt, {
    isKnown: await isKnownNetwork(db, network),
    onFactorMissing: async () => {},
  })
  if (!matched) throw new ApiError(409, 'U hebt nog geen tweede factor')
  const session = await db.transaction(async (transaction) => {
    await lockFactors(transaction, employee.id)
    if (!(await useFactor(transaction, check, employee.id, matched.factor))) return undefined
    const replaced = await replaceSession(transaction, employee.session_id)
    if (!replaced) throw new ApiError(401, 'Uw sessie is afgelopen. Log opnieuw in.')
    await returnAttempts(transaction, matched.budgets)
    await storeKnownNetwork(transaction, network)
    if (matched.factor.kind === 'recovery')
      await appendSecurityEvent(transaction, actor, { action: 'use_recovery_code', result: 'done' })
    await appendSecurityEvent(transaction, actor, { action: 'confirm_second_factor', result: 'done' })
    return replaced
  })
  return session ?? refuseFactor(check, attempt)
}
