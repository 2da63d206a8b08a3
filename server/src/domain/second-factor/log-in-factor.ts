import {
  ApiError,
  type confirmFactor,
  type FactorRequest,
  type FieldErrors,
  type ParsedInput,
} from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'
import type { Db } from '../../platform/database/db.ts'
import type { Actor } from '../../platform/http/api.ts'
import { attemptRates } from '../../platform/runtime/limits.ts'
import { appendSecurityEvent } from '../access-log/audit-log.queries.ts'
import { type AttemptBudget, takeAttempts } from '../attempts/attempts.queries.ts'
import { attemptKey, networkOf, throwTooManyAttempts } from '../attempts/attempts.ts'
import { mailOwner } from './account-mail.ts'
import { type PasskeySite, requestPasskey, verifyPasskey } from './passkeys.ts'
import { findRecoveryCode } from './recovery-codes.ts'
import { type Seal, secretOwner } from './seal.ts'
import {
  findFactorKinds,
  findRecoveryCodes,
  findTotpSecrets,
  usePasskeyCount,
  useRecoveryCode,
  useTotpSteps,
} from './second-factor.queries.ts'
import { stepOfCode } from './totp.ts'

/** What the check of a second factor needs from the server: keys, the site of passkeys, and the URL of the portal. */
export type FactorCheck = { seal: Seal; site: PasskeySite; portal: string }

type ReadFactor = ParsedInput<typeof confirmFactor>['body']
type LoginWithFactor = {
  db: Db
  employee_id: number
  typed: ReadFactor
  reply: FastifyReply
  actor: Actor
  /** The status of a refusal. Within a session it is 422, because a 401 means that the session has ended. */
  refusal: 401 | 422
}

/** A second factor that matches. The login must still mark it as used, because a parallel login may use it first. */
type MatchedFactor =
  | { kind: 'passkey'; id: number; sign_count: number }
  | { kind: 'totp'; apps: { id: number; step: number }[] }
  | { kind: 'recovery'; id: number }

/** Returns every app to which a code belongs. Two apps can have the same secret, and then the same codes. */
async function findApps(db: Db, seal: Seal, employee_id: number, code: string): Promise<MatchedFactor | undefined> {
  const apps = (await findTotpSecrets(db, employee_id)).flatMap(({ id, sealed_secret }) => {
    const secret = seal.open(sealed_secret, secretOwner(employee_id))
    const step = secret === undefined ? undefined : stepOfCode(secret, code)
    return step === undefined ? [] : [{ id, step }]
  })
  return apps.length > 0 ? { kind: 'totp', apps } : undefined
}

async function matchFactor(
  { seal, site }: FactorCheck,
  { db, employee_id, typed: { passkey, code, recovery_code } }: LoginWithFactor,
): Promise<MatchedFactor | undefined> {
  if (passkey) {
    const verified = await verifyPasskey(db, site, employee_id, passkey)
    return verified && { kind: 'passkey', ...verified }
  }
  if (code) return findApps(db, seal, employee_id, code)
  const id = recovery_code && (await findRecoveryCode(db, employee_id, recovery_code))
  return id ? { kind: 'recovery', id } : undefined
}

/**
 * Returns the budgets from which a wrong second factor takes an attempt. Attempts from other networks do not lock the
 * owner out of a known network.
 */
const factorBudgets = (employee_id: number, { ip }: Actor, isKnown: boolean): AttemptBudget[] => [
  {
    key: attemptKey('second factor', String(employee_id), isKnown ? networkOf(ip) : 'elsewhere'),
    ...attemptRates.secondFactor,
  },
]

/** Throws the refusal, with the kinds of second factor that the employee can use, and a challenge for the passkeys. */
async function throwFactorNeeded(
  { site }: FactorCheck,
  { db, employee_id, refusal }: LoginWithFactor,
  kinds: FactorRequest['second_factor'],
  message: string,
  errors?: FieldErrors,
): Promise<never> {
  const passkey_request = await requestPasskey(db, site, employee_id)
  throw new ApiError(refusal, message, errors, undefined, {
    second_factor: kinds,
    ...(passkey_request && { passkey_request }),
  })
}

/** Throws the refusal for a second factor that does not match or was used before. */
export async function refuseFactor(check: FactorCheck, attempt: LoginWithFactor): Promise<never> {
  const { db, employee_id, typed, actor } = attempt
  await appendSecurityEvent(db, actor, { action: 'second_factor_refused', result: 'refused' })
  const kinds = await findFactorKinds(db, employee_id)
  if (typed.passkey)
    return throwFactorNeeded(check, attempt, kinds, 'Deze passkey is niet geaccepteerd. Probeer het opnieuw.')
  const field = typed.code ? 'code' : 'recovery_code'
  const message = typed.code
    ? 'Deze code klopt niet, of is al gebruikt. Wacht op de volgende code.'
    : 'Deze herstelcode klopt niet, of is al gebruikt'
  return throwFactorNeeded(check, attempt, kinds, message, { [field]: [message] })
}

/** Takes an attempt, and returns its budgets. Throws 429 when there were too many; the owner then gets a mail. */
async function takeFactorAttempt({ portal }: FactorCheck, attempt: LoginWithFactor, isKnown: boolean) {
  const { db, employee_id, actor, reply } = attempt
  const budgets = factorBudgets(employee_id, actor, isKnown)
  const wait = await takeAttempts(db, budgets)
  if (wait === 0) return budgets
  const warning = {
    key: attemptKey('second factor warning', String(employee_id)),
    ...attemptRates.secondFactorWarnings,
  }
  if ((await takeAttempts(db, [warning])) === 0)
    await db.transaction(async (transaction) => {
      await mailOwner(
        transaction,
        portal,
        employee_id,
        'Iemand vulde uw wachtwoord goed in, en daarna te vaak een verkeerde code.',
      )
      await appendSecurityEvent(transaction, actor, { action: 'second_factor_slowed', result: 'refused' })
    })
  return throwTooManyAttempts(reply, wait, 'Er is te vaak een verkeerde code ingevuld.')
}

/**
 * Checks the second factor of a login whose password is right, or that an organisation made. Returns undefined when the
 * employee has none. Otherwise returns the factor that matches, and the budgets that get their attempt back when the
 * login succeeds. Throws the refusal without a factor, and for a factor that does not match.
 */
export async function matchLoginFactor(
  check: FactorCheck,
  attempt: LoginWithFactor,
  { isKnown, onFactorMissing }: { isKnown: boolean; onFactorMissing: () => Promise<unknown> },
) {
  const { db, employee_id, typed } = attempt
  const kinds = await findFactorKinds(db, employee_id)
  if (kinds.length === 0) return undefined
  if (!typed.passkey && !typed.code && !typed.recovery_code) {
    await onFactorMissing()
    return throwFactorNeeded(check, attempt, kinds, 'Bevestig ook met uw tweede factor')
  }
  const budgets = await takeFactorAttempt(check, attempt, isKnown)
  const factor = await matchFactor(check, attempt)
  return factor ? { factor, budgets } : refuseFactor(check, attempt)
}

/** Uses a matched factor. Returns false when a parallel login has used it. Mails the owner about a recovery code. */
export async function useFactor(
  transaction: Db,
  { portal }: FactorCheck,
  employee_id: number,
  factor: MatchedFactor,
): Promise<boolean> {
  if (factor.kind === 'totp') return useTotpSteps(transaction, factor.apps)
  if (factor.kind === 'passkey') return usePasskeyCount(transaction, factor.id, factor.sign_count)
  if (!(await useRecoveryCode(transaction, factor.id))) return false
  const left = (await findRecoveryCodes(transaction, employee_id)).length
  await mailOwner(
    transaction,
    portal,
    employee_id,
    `Er is ingelogd met een herstelcode. Er ${left === 1 ? 'is nog 1 code' : `zijn nog ${left} codes`} over.`,
  )
  return true
}
