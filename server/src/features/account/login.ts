// Reasons: docs/login.md

import { ApiError, type login } from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'
import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import { deleteFullBudgets, returnAttempts, takeAttempts } from '../../domain/attempts/attempts.queries.ts'
import { throwTooManyAttempts } from '../../domain/attempts/attempts.ts'
import {
  type FactorCheck,
  matchLoginFactor,
  refuseFactor,
  useFactor,
} from '../../domain/second-factor/log-in-factor.ts'
import { lockFactors, startGracePeriod } from '../../domain/second-factor/second-factor.queries.ts'
import { loginOrigin } from '../../domain/sessions/login-origin.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../domain/sessions/password-hash.ts'
import { endPreviousSession, findPasswordHash, insertSession } from '../../domain/sessions/session.queries.ts'
import type { StartedSession } from '../../domain/sessions/session-cookie.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Actor } from '../../platform/http/api.ts'
import type { SecondFactorRule } from '../../platform/runtime/config.ts'
import { type OrganisationSettings, requiredOrganisation } from '../../platform/runtime/organisations.ts'
import { findCredentials, isKnownNetwork, storeKnownNetwork, updateHash } from './account.queries.ts'
import { loginBudgets, networkKey, slowedLogBudget } from './login-attempts.ts'

/**
 * Takes a login attempt from its budgets. Returns these budgets, and whether the employee has logged in from this
 * network before. Throws 429 when a budget is empty.
 */
async function takeLoginAttempt(db: Db, visitor: Actor, reply: FastifyReply, email: string) {
  const attempt = { email, ip: visitor.ip }
  const isKnown = await isKnownNetwork(db, networkKey(attempt))
  const budgets = loginBudgets(attempt, isKnown)
  const wait = await takeAttempts(db, budgets)
  if (wait === 0) return { budgets, isKnown }
  if ((await takeAttempts(db, [slowedLogBudget(attempt)])) === 0)
    await appendSecurityEvent(db, visitor, { action: 'log_in_slowed', result: 'refused' })
  return throwTooManyAttempts(reply, wait, 'Er is te vaak geprobeerd om in te loggen.')
}

/**
 * Returns the stored hash of a right password, after an outdated hash was replaced by a new one. Returns undefined when
 * the password was changed in the meantime.
 */
async function renewHash(db: Db, employee_id: number, hash: string, password: string) {
  if (!isOutdated(hash)) return hash
  const renewed = await hashPassword(password)
  if (await updateHash(db, employee_id, hash, renewed)) return renewed
  // A parallel login has replaced the hash, or the password was changed.
  const current = await findPasswordHash(db, employee_id)
  return (await verifyPassword(current, password)) ? current : undefined
}

type SessionSettings = {
  idle_hours: number
  previous_id: string | undefined
  organisations: OrganisationSettings[]
  /** The days after which each role must have a second factor. */
  rule: SecondFactorRule
}

/**
 * Checks the password and the second factor, and starts a session. `previous_id`: the session of the cookie that the
 * browser sent, which ends. Throws the same 401 for an unknown e-mail address, a blocked account and a wrong password.
 * Only after the right password does a 401 name the second factors.
 */
export async function startSession(
  check: FactorCheck,
  call: Call<typeof login>,
  settings: SessionSettings,
): Promise<StartedSession> {
  const { db, body, actor: visitor, request, reply } = call
  const { idle_hours, previous_id, organisations, rule } = settings
  const { email, password } = body
  const { budgets, isKnown } = await takeLoginAttempt(db, visitor, reply, email)
  const employee = await findCredentials(db, email)
  const matches = await verifyPassword(employee?.password_hash, password).catch(async (error) => {
    await returnAttempts(db, budgets)
    throw error
  })
  // Id 0 belongs to no employee. An entry for an unknown e-mail address then costs as much work as for a known one.
  const actor = { ...visitor, employee: { id: employee?.id ?? 0 } }
  const required = matches && employee ? requiredOrganisation(organisations, employee.municipality) : undefined
  const refusePassword = async (): Promise<never> => {
    await appendSecurityEvent(db, actor, { action: 'log_in_refused', result: 'refused' })
    // The password was right, so this message reveals nothing to a visitor who guesses.
    if (required)
      throw new ApiError(401, `Log in met ${required.name}. Voor uw account werkt een wachtwoord niet meer.`)
    throw new ApiError(401, 'Dit e-mailadres en wachtwoord horen niet bij elkaar')
  }
  if (!matches || !employee || required) return refusePassword()
  const password_hash = await renewHash(db, employee.id, employee.password_hash, password)
  if (password_hash === undefined) return refusePassword()

  const attempt = { db, employee_id: employee.id, typed: body, reply, actor, refusal: 401 as const }
  const matched = await matchLoginFactor(check, attempt, {
    isKnown,
    onFactorMissing: () => returnAttempts(db, budgets),
  })
  const started = await db.transaction(async (transaction) => {
    if (!matched && (await lockFactors(transaction, employee.id))) return 'factor added'
    if (matched && !(await useFactor(transaction, check, employee.id, matched.factor))) return 'factor used'
    const login = { ...loginOrigin(request), idle_hours, has_second_factor: matched !== undefined }
    const session = await insertSession(transaction, employee.id, login, password_hash)
    if (!session) return undefined
    if (!matched && employee.roles.some((role) => rule[role] !== undefined))
      await startGracePeriod(transaction, employee.id)
    await returnAttempts(transaction, [...budgets, ...(matched?.budgets ?? [])])
    await storeKnownNetwork(transaction, networkKey({ email, ip: visitor.ip }))
    if (previous_id !== undefined) await endPreviousSession(transaction, visitor, previous_id)
    if (matched?.factor.kind === 'recovery')
      await appendSecurityEvent(transaction, actor, { action: 'use_recovery_code', result: 'done' })
    await appendSecurityEvent(transaction, actor, { action: 'log_in', result: 'done' })
    return session
  })
  if (started === 'factor used') return refuseFactor(check, attempt)
  // The employee added the first factor after the check above, and this login must use it.
  if (started === 'factor added') return startSession(check, call, settings)
  if (!started) return refusePassword()
  await deleteFullBudgets(db)
  return started
}
