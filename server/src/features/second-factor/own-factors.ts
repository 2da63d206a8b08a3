// Reasons: docs/login.md

import {
  ApiError,
  type addPasskey,
  type addTotp,
  factorKindNames,
  type listSecondFactors,
  minPasswordLength,
  type removeFactor,
  type renameFactor,
  type renewRecoveryCodes,
  type SecondFactor,
  type startPasskey,
  type startTotp,
} from '@rd4-loket/contract'
import { appendSecurityEvent, type LogEvent } from '../../domain/access-log/audit-log.queries.ts'
import { takeAttempts } from '../../domain/attempts/attempts.queries.ts'
import { attemptKey } from '../../domain/attempts/attempts.ts'
import { mailOwner } from '../../domain/second-factor/account-mail.ts'
import type { FactorCheck } from '../../domain/second-factor/log-in-factor.ts'
import { readNewPasskey, requestNewPasskey } from '../../domain/second-factor/passkeys.ts'
import { newRecoveryCodes } from '../../domain/second-factor/recovery-codes.ts'
import { secretOwner } from '../../domain/second-factor/seal.ts'
import { findAuditKey, replaceRecoveryCodes } from '../../domain/second-factor/second-factor.queries.ts'
import { newTotpSecret, stepOfCode, totpUri } from '../../domain/second-factor/totp.ts'
import { confirmIdentity, confirmPassword } from '../../domain/sessions/confirm-password.ts'
import { endSessions, findLogin, storeSecondFactor } from '../../domain/sessions/session.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Actor, SessionEmployee } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import type { SecondFactorRule } from '../../platform/runtime/config.ts'
import { attemptRates, lifetimes } from '../../platform/runtime/limits.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  findFactors,
  insertPasskey,
  insertTotp,
  lockEmployee,
  updateFactorName,
} from './own-factors.queries.ts'

const maxFactors = 10

/**
 * Returns what an employee does to add a factor. An organisation's login without a second factor adds only the first
 * factor. Another one needs the password of the portal, so that it never replaces the factor that the employee has.
 */
async function neededToAdd(db: Db, { session_id, second_factor }: SessionEmployee) {
  const { by_organisation, is_recent, has_second_factor } = await findLogin(db, session_id)
  if (!by_organisation || (second_factor.is_set && !has_second_factor)) return 'password' as const
  return is_recent ? ('nothing' as const) : ('new_login' as const)
}

/** Checks that an employee may add a factor, as `neededToAdd` says. Throws as `confirmIdentity` does. */
async function confirmAdding(call: Call<typeof startTotp> | Call<typeof startPasskey>) {
  const confirm = (await neededToAdd(call.db, call.employee)) === 'password' ? confirmPassword : confirmIdentity
  await confirm(call, call.body.current_password, 'add_second_factor')
}

/** Returns the second factors of the employee, what adding one needs, and the host on which a passkey can be added. */
export const listOwn = async ({ site }: FactorCheck, { db, employee }: Call<typeof listSecondFactors>) => ({
  factors: await findFactors(db, employee.id),
  recovery_codes_left: await countRecoveryCodes(db, employee.id),
  passkey_host: site.host,
  adding_needs: await neededToAdd(db, employee),
})

/** Returns the owner of the sealed secret of an app that is not added yet. Only this session can open the secret. */
const enrolmentOwner = ({ session_id }: SessionEmployee) => `totp enrolment in ${session_id}`

/** Returns a new secret for an authenticator app. It is not stored until the employee types a code of it. */
export async function startApp({ seal, site }: FactorCheck, call: Call<typeof startTotp>) {
  const { employee } = call
  await confirmAdding(call)
  const secret = newTotpSecret()
  const ends_at = Date.now() + lifetimes.totpEnrolment_minutes * 60_000
  const enrolment = seal.close(JSON.stringify({ secret, ends_at }), enrolmentOwner(employee)).toString('base64url')
  return { secret, uri: totpUri(secret, employee.email, site.name), enrolment }
}

/** Returns the secret of an enrolment. Throws 422 when it has expired, or belongs to another session. */
function readEnrolment({ seal }: FactorCheck, employee: SessionEmployee, enrolment: string): string {
  const text = seal.open(Buffer.from(enrolment, 'base64url'), enrolmentOwner(employee))
  const { secret, ends_at } = text === undefined ? { secret: '', ends_at: 0 } : JSON.parse(text)
  if (ends_at < Date.now()) {
    const message = 'Dit duurde te lang. Begin opnieuw met het toevoegen van de app.'
    throw new ApiError(422, message, { code: [message] })
  }
  return secret
}

type OwnChange = { db: Db; employee: SessionEmployee; actor: Actor }

/** Logs a change of the employee's factors, and mails the employee. Call it last in its transaction. */
async function reportChange(
  transaction: Db,
  { portal }: FactorCheck,
  { employee, actor }: OwnChange,
  action: LogEvent<
    'add_second_factor' | 'rename_second_factor' | 'remove_second_factor' | 'renew_recovery_codes'
  >['action'],
  sentence: string,
) {
  await mailOwner(transaction, portal, employee.id, sentence)
  const object = { kind: 'employee', key: await findAuditKey(transaction, employee.id) } as const
  await appendSecurityEvent(transaction, actor, { action, result: 'done', object })
}

const factorText = ({ kind, name }: Pick<SecondFactor, 'kind' | 'name'>) =>
  `‘${name}’ (${factorKindNames[kind].toLowerCase()})`

/**
 * Adds a factor with `insert`, and ends the employee's other sessions. Returns recovery codes when the employee has
 * none. Throws 422 when the employee has the maximum number of factors.
 */
async function add(
  check: FactorCheck,
  call: OwnChange,
  factor: Pick<SecondFactor, 'kind' | 'name'>,
  insert: (transaction: Db) => Promise<unknown>,
) {
  const { db, employee } = call
  const fresh = (await countRecoveryCodes(db, employee.id)) === 0 ? await newRecoveryCodes() : undefined
  return db.transaction(async (transaction) => {
    await lockEmployee(transaction, employee.id)
    if ((await findFactors(transaction, employee.id)).length >= maxFactors)
      throw new ApiError(409, `U hebt al ${maxFactors} tweede factoren. Verwijder er eerst een.`)
    await insert(transaction)
    const hasCodes = (await countRecoveryCodes(transaction, employee.id)) > 0
    if (fresh && !hasCodes) await replaceRecoveryCodes(transaction, employee.id, fresh.hashes)
    await storeSecondFactor(transaction, employee.session_id, true)
    await endSessions(transaction, employee.id, employee.session_id)
    const sentence = `Er is een tweede factor toegevoegd aan uw account: ${factorText(factor)}.`
    await reportChange(transaction, check, call, 'add_second_factor', sentence)
    return { recovery_codes: fresh && !hasCodes ? fresh.codes : null }
  })
}

/**
 * Adds an authenticator app. Throws 422 for a code that does not belong to the secret of the enrolment, and 409 when
 * the enrolment has added an app before.
 */
export async function addApp(check: FactorCheck, call: Call<typeof addTotp>) {
  const { employee, body } = call
  const secret = readEnrolment(check, employee, body.enrolment)
  const step = stepOfCode(secret, body.code)
  if (step === undefined) invalidField('code', 'Deze code klopt niet. Wacht op de volgende code.')
  // Taken before the app is added, so that one of two parallel calls adds it.
  const enrolment = { key: attemptKey('app enrolment', body.enrolment), ...attemptRates.appEnrolment }
  if ((await takeAttempts(call.db, [enrolment])) !== 0)
    throw new ApiError(409, 'Deze app is al toegevoegd. Begin opnieuw voor een andere app.')
  const sealed_secret = check.seal.close(secret, secretOwner(employee.id))
  return add(check, call, { kind: 'totp', name: body.name }, (transaction) =>
    insertTotp(transaction, employee.id, { name: body.name, sealed_secret, last_step: step }),
  )
}

/** Returns the request with which the browser creates a passkey. */
export async function startKey({ site }: FactorCheck, call: Call<typeof startPasskey>) {
  const { db, employee } = call
  await confirmAdding(call)
  return requestNewPasskey(db, site, { ...employee, audit_key: await findAuditKey(db, employee.id) })
}

/** Adds a passkey. Throws 422 for a passkey that answers no live challenge of this site, or is stored already. */
export async function addKey(check: FactorCheck, call: Call<typeof addPasskey>) {
  const { db, employee, body } = call
  const passkey = await readNewPasskey(db, check.site, employee.id, body.passkey)
  if (!passkey) {
    const message = 'Deze passkey is niet geaccepteerd. Begin opnieuw.'
    throw new ApiError(422, message, { passkey: [message] })
  }
  return add(check, call, { kind: 'passkey', name: body.name }, async (transaction) => {
    if (!(await insertPasskey(transaction, employee.id, { name: body.name, ...passkey })))
      throw new ApiError(409, 'Deze passkey is al toegevoegd')
  })
}

const missing = () => notFound('Deze tweede factor bestaat niet')

/** Renames a factor. Throws 404 for a factor of another employee. */
export async function rename(check: FactorCheck, call: Call<typeof renameFactor>) {
  const { db, employee, params, body } = call
  await db.transaction(async (transaction) => {
    const before = (await updateFactorName(transaction, employee.id, params.factor_id, body.name)) ?? missing()
    const sentence = `De tweede factor ‘${before}’ van uw account heet nu ‘${body.name}’.`
    await reportChange(transaction, check, call, 'rename_second_factor', sentence)
  })
  return null
}

/**
 * Removes a factor, and the recovery codes with the last factor. Throws 409 when a role requires the last factor, or
 * when the password is too short to be the only factor.
 */
export async function remove(check: FactorCheck, rule: SecondFactorRule, call: Call<typeof removeFactor>) {
  const { db, employee, params, body } = call
  await confirmPassword(call, body.current_password, 'remove_second_factor')
  await db.transaction(async (transaction) => {
    await lockEmployee(transaction, employee.id)
    const removed = (await deleteFactor(transaction, employee.id, params.factor_id)) ?? missing()
    if ((await findFactors(transaction, employee.id)).length === 0) {
      // This also applies when the organisation proved a factor, because the password still logs in.
      if (employee.roles.some((role) => rule[role] !== undefined))
        throw new ApiError(409, 'Uw rol vraagt een tweede factor. Voeg eerst een andere toe.')
      if (body.current_password.length < minPasswordLength)
        throw new ApiError(
          409,
          `Zonder tweede factor heeft uw wachtwoord ten minste ${minPasswordLength} tekens. Kies eerst een langer wachtwoord.`,
        )
      await replaceRecoveryCodes(transaction, employee.id, [])
      await storeSecondFactor(transaction, employee.session_id, false)
    }
    await endSessions(transaction, employee.id, employee.session_id)
    const sentence = `Er is een tweede factor verwijderd van uw account: ${factorText(removed)}.`
    await reportChange(transaction, check, call, 'remove_second_factor', sentence)
  })
  return null
}

/** Replaces the recovery codes. Throws 422 for an employee without a second factor. */
export async function renewCodes(check: FactorCheck, call: Call<typeof renewRecoveryCodes>) {
  const { db, employee, body } = call
  await confirmPassword(call, body.current_password, 'renew_recovery_codes')
  const { codes, hashes } = await newRecoveryCodes()
  await db.transaction(async (transaction) => {
    await lockEmployee(transaction, employee.id)
    if ((await findFactors(transaction, employee.id)).length === 0)
      throw new ApiError(409, 'Voeg eerst een tweede factor toe')
    await replaceRecoveryCodes(transaction, employee.id, hashes)
    const sentence = 'Er zijn nieuwe herstelcodes gemaakt voor uw account. De oude codes werken niet meer.'
    await reportChange(transaction, check, call, 'renew_recovery_codes', sentence)
  })
  return { recovery_codes: codes }
}
