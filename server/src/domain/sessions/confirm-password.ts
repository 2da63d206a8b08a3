import { ApiError, type SecurityAction } from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'
import type { Db } from '../../platform/database/db.ts'
import type { Actor, SessionEmployee } from '../../platform/http/api.ts'
import { invalidField } from '../../platform/http/errors.ts'
import { attemptRates, lifetimes } from '../../platform/runtime/limits.ts'
import { appendSecurityEvent } from '../access-log/audit-log.queries.ts'
import { returnAttempts, takeAttempts } from '../attempts/attempts.queries.ts'
import { attemptKey, throwTooManyAttempts } from '../attempts/attempts.ts'
import { verifyPassword } from './password-hash.ts'
import { findLogin, findPasswordHash } from './session.queries.ts'

type OwnCall = { db: Db; employee: SessionEmployee; actor: Actor; reply: FastifyReply }

/**
 * Checks the current password of an employee who changes the own account. Throws 422 without a password, and
 * for a wrong one; the log then has `action` as refused. Throws 429 after too many wrong passwords.
 */
export async function confirmPassword(
  { db, employee, actor, reply }: OwnCall,
  current_password: string | undefined,
  action: SecurityAction,
) {
  if (current_password === undefined) invalidField('current_password', 'Vul uw wachtwoord in')
  // Limits guessing at a screen that was left unlocked.
  const budgets = [{ key: attemptKey('change password', String(employee.id)), ...attemptRates.passwordChange }]
  const wait = await takeAttempts(db, budgets)
  if (wait !== 0) throwTooManyAttempts(reply, wait, 'Er is te vaak een verkeerd wachtwoord ingevuld.')
  if (!(await verifyPassword(await findPasswordHash(db, employee.id), current_password))) {
    await appendSecurityEvent(db, actor, { action, result: 'refused' })
    invalidField('current_password', 'Dit is niet uw huidige wachtwoord')
  }
  await returnAttempts(db, budgets)
}

/**
 * Checks that an employee has authenticated again: with the current password, as `confirmPassword` does, or with a
 * recent authentication at an organisation, because the portal knows no password then. Throws 409 when it is not
 * recent.
 */
export async function confirmIdentity(call: OwnCall, current_password: string | undefined, action: SecurityAction) {
  const { by_organisation, is_recent } = await findLogin(call.db, call.employee.session_id)
  if (!by_organisation) return confirmPassword(call, current_password, action)
  if (is_recent) return
  await appendSecurityEvent(call.db, call.actor, { action, result: 'refused' })
  throw new ApiError(409, `Log opnieuw in bij uw organisatie. Daarna kan dit ${lifetimes.recentLogin_minutes} minuten.`)
}
