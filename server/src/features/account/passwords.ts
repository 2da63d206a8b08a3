import { setTimeout } from 'node:timers/promises'
import {
  ApiError,
  type changePassword,
  type forgotPassword,
  minPasswordLength,
  type resetPassword,
  tooShortText,
} from '@rd4-loket/contract'
import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import { returnAttempts, takeAttempts } from '../../domain/attempts/attempts.queries.ts'
import { attemptKey, networkOf, throwTooManyAttempts } from '../../domain/attempts/attempts.ts'
import { confirmPassword } from '../../domain/sessions/confirm-password.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { mailPasswordLink, passwordMailBudgets, tokenHash } from '../../domain/sessions/password-link.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import { invalidField } from '../../platform/http/errors.ts'
import { attemptRates, taskLimits } from '../../platform/runtime/limits.ts'
import {
  deletePasswordReset,
  findMunicipalityNames,
  hasPasswordReset,
  storeKnownNetwork,
  updatePassword,
} from './account.queries.ts'
import { hasLeaked, isMadeOfKnownWords } from './leaked-passwords.ts'
import { isInLeakedFile } from './leaked-passwords-file.ts'
import { networkKey } from './login-attempts.ts'

type NewPassword = { password: string; email: string; names?: string[] }

/**
 * Throws 422 for a password that an attacker would try first. `names`: the names of its owner. `leaked_file`: the file
 * of LEAKED_PASSWORDS_FILE.
 */
async function rejectGuessable(db: Db, leaked_file: string | undefined, { password, email, names = [] }: NewPassword) {
  if (password.toLowerCase() === email) invalidField('password', 'Kies iets anders dan uw e-mailadres')
  if (hasLeaked(password) || (leaked_file && (await isInLeakedFile(leaked_file, password))))
    invalidField('password', 'Dit wachtwoord staat op een lijst van gelekte wachtwoorden. Kies een ander.')
  if (isMadeOfKnownWords(password, [email, ...names, ...(await findMunicipalityNames(db))]))
    invalidField('password', 'Kies een zin met andere woorden dan uw naam, uw gemeente en het loket')
}

/** Changes the password of the logged-in employee. Throws 422 for an invalid field, and 429 after too many guesses. */
export async function replaceOwnPassword(
  leaked_file: string | undefined,
  { db, employee, body: { current_password, password }, actor, reply }: Call<typeof changePassword>,
) {
  // Runs before the check of the current password: a rejection reveals nothing about that password and logs no event.
  if (password === current_password) invalidField('password', 'Kies een ander wachtwoord dan het huidige')
  if (!employee.second_factor.is_set && password.length < minPasswordLength)
    invalidField('password', tooShortText(minPasswordLength))
  await rejectGuessable(db, leaked_file, { password, email: employee.email, names: [employee.name] })
  await confirmPassword({ db, employee, actor, reply }, current_password, 'change_password')
  const password_hash = await hashPassword(password)
  await db.transaction(async (transaction) => {
    await updatePassword(transaction, employee.id, password_hash, employee.session_id)
    await appendSecurityEvent(transaction, actor, { action: 'change_password', result: 'done' })
  })
  return null
}

/** Mails a reset link to a known address, unless a mail budget is empty. The reply is the same for any address. */
export async function requestPasswordLink(
  portal: string,
  { db, body: { email }, actor: visitor }: Call<typeof forgotPassword>,
) {
  const mail = async () => {
    if ((await takeAttempts(db, passwordMailBudgets('visitor', email, visitor.ip))) !== 0) return
    await db.transaction(async (transaction) => {
      const id = await mailPasswordLink(transaction, portal, email, 'forgotten')
      // Id 0 belongs to no employee. An entry for an unknown e-mail address then costs as much work as for a known one.
      const actor = { ...visitor, employee: { id: id ?? 0 } }
      await appendSecurityEvent(transaction, actor, {
        action: 'request_password_link',
        result: id === undefined ? 'not_found' : 'done',
      })
    })
  }
  await Promise.all([mail(), setTimeout(taskLimits.minimumPasswordLink_ms)])
  return null
}

/**
 * Sets a new password with the token of a mailed link. Throws 422 for a password that is easy to guess, and for a link
 * that is not valid. Throws 429 after too many links that are not valid.
 */
export async function replaceForgottenPassword(
  leaked_file: string | undefined,
  { db, body: { email, token, password }, actor: visitor, reply }: Call<typeof resetPassword>,
) {
  const budgets = [{ key: attemptKey('use link', networkOf(visitor.ip)), ...attemptRates.passwordLinkUses }]
  const wait = await takeAttempts(db, budgets)
  if (wait !== 0) throwTooManyAttempts(reply, wait, 'Er zijn te veel links geprobeerd die niet werken.')
  // The search for leaked passwords is only for the owner of a valid link: a visitor could load the disk with it.
  if (await hasPasswordReset(db, email, tokenHash(token)))
    await rejectGuessable(db, leaked_file, { password, email }).catch(async (error) => {
      await returnAttempts(db, budgets)
      throw error
    })
  // One transaction: a link is consumed only when the new password is stored.
  const isChanged = await db.transaction(async (transaction) => {
    const employee_id = await deletePasswordReset(transaction, email, tokenHash(token))
    if (employee_id === undefined) return false
    await returnAttempts(transaction, budgets)
    await updatePassword(transaction, employee_id, await hashPassword(password))
    // The mailbox proves the identity, so the next login is not throttled by other people's attempts.
    await storeKnownNetwork(transaction, networkKey({ email, ip: visitor.ip }))
    const actor = { ...visitor, employee: { id: employee_id } }
    await appendSecurityEvent(transaction, actor, { action: 'change_password', result: 'done' })
    return true
  })
  if (!isChanged) {
    await appendSecurityEvent(db, visitor, { action: 'change_password', result: 'refused' })
    throw new ApiError(422, 'Deze link werkt niet meer. Vraag een nieuwe aan.', {
      token: ['Deze link werkt niet meer'],
    })
  }
  return null
}
