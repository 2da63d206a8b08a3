import { ApiError, type login } from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'
import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import { deleteFullBudgets, returnAttempts, takeAttempts } from '../../domain/attempts/attempts.queries.ts'
import { throwTooManyAttempts } from '../../domain/attempts/attempts.ts'
import { loginOrigin } from '../../domain/sessions/login-origin.ts'
import { verifyPassword } from '../../domain/sessions/password-hash.ts'
import { endPreviousSession, insertSession } from '../../domain/sessions/session.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Actor } from '../../platform/http/api.ts'
import { logsInAt, type OrganisationSettings } from '../../platform/runtime/organisations.ts'
import { findCredentials, isKnownNetwork, storeKnownNetwork } from './account.queries.ts'
import { loginBudgets, networkKey, slowedLogBudget } from './login-attempts.ts'

/** Takes a login attempt from its budgets, and returns these budgets. Throws 429 when a budget is empty. */
async function takeLoginAttempt(db: Db, visitor: Actor, reply: FastifyReply, email: string) {
  const attempt = { email, ip: visitor.ip }
  const budgets = loginBudgets(attempt, await isKnownNetwork(db, networkKey(attempt)))
  const wait = await takeAttempts(db, budgets)
  if (wait === 0) return budgets
  if ((await takeAttempts(db, [slowedLogBudget(attempt)])) === 0)
    await appendSecurityEvent(db, visitor, { action: 'log_in_slowed', result: 'refused' })
  return throwTooManyAttempts(reply, wait, 'Er is te vaak geprobeerd om in te loggen.')
}

/** Returns the organisation where employees of a municipality must log in; undefined if a password is enough. */
const requiredOrganisation = (organisations: OrganisationSettings[], municipality: string | null) =>
  organisations.find((it) => !it.has_local_login && logsInAt(it, municipality))

/**
 * Checks the password and starts a session. `previous_id`: the session of the cookie that the browser sent, which ends.
 * Throws the same 401 for an unknown e-mail address, a blocked account and a wrong password.
 */
export async function startSession(
  { db, body: { email, password }, actor: visitor, request, reply }: Call<typeof login>,
  {
    idle_hours,
    previous_id,
    organisations,
  }: { idle_hours: number; previous_id: string | undefined; organisations: OrganisationSettings[] },
) {
  const budgets = await takeLoginAttempt(db, visitor, reply, email)
  const employee = await findCredentials(db, email)
  const matches = await verifyPassword(employee?.password_hash, password).catch(async (error) => {
    await returnAttempts(db, budgets)
    throw error
  })
  // Id 0 belongs to no employee. An entry for an unknown e-mail address then costs as much work as for a known one.
  const actor = { ...visitor, employee: { id: employee?.id ?? 0 } }
  const required = matches && employee ? requiredOrganisation(organisations, employee.municipality) : undefined
  const session =
    matches &&
    employee &&
    !required &&
    (await db.transaction().execute(async (transaction) => {
      const started = await insertSession(
        transaction,
        employee.id,
        { ...loginOrigin(request), idle_hours },
        employee.password_hash,
      )
      if (!started) return undefined
      await returnAttempts(transaction, budgets)
      await storeKnownNetwork(transaction, networkKey({ email, ip: visitor.ip }))
      if (previous_id !== undefined) await endPreviousSession(transaction, visitor, previous_id)
      await appendSecurityEvent(transaction, actor, { action: 'log_in', result: 'done' })
      return started
    }))
  if (!session) {
    await appendSecurityEvent(db, actor, { action: 'log_in_refused', result: 'refused' })
    // The password was right, so this message reveals nothing to a visitor who guesses.
    if (required)
      throw new ApiError(401, `Log in met ${required.name}. Voor uw account werkt een wachtwoord niet meer.`)
    throw new ApiError(401, 'Dit e-mailadres en wachtwoord horen niet bij elkaar')
  }
  await deleteFullBudgets(db)
  return session
}
