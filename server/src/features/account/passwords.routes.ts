import { setTimeout } from 'node:timers/promises'
import { ApiError, changePassword, forgotPassword, resetPassword } from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { giveBackTries, takeTries } from '../../domain/attempts/attempts.queries.ts'
import { slowDown, tryKey } from '../../domain/attempts/attempts.ts'
import { mailPasswordLink, passwordMailBudgets, tokenHash } from '../../domain/sessions/password-link.ts'
import { hashPassword, verifyPassword } from '../../domain/sessions/passwords.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { hasLeaked } from './leaked-passwords.ts'
import { placeKey } from './login-attempts.ts'
import { rememberLoginPlace } from './login-places.queries.ts'
import { findPasswordHash, replacePassword, takePasswordReset } from './passwords.queries.ts'

// Whether an e-mail address is known must not show in how long the answer takes.
const steadyAnswer = 100

function refuseGuessable(password: string, email: string) {
  if (password.toLowerCase() === email)
    throw new ApiError(422, invalidInput, { password: ['Kies iets anders dan uw e-mailadres'] })
  if (hasLeaked(password))
    throw new ApiError(422, invalidInput, {
      password: ['Dit wachtwoord staat op een lijst van gelekte wachtwoorden. Kies een ander.'],
    })
}

/** Choosing another password: known, forgotten, or with the link that was mailed. */
export function passwordRoutes(api: Api, db: Db, portal: string) {
  answer(api, changePassword, async ({ body, employee, actor, reply }) => {
    // Before the current one is checked: what is refused here tells nothing of it, and leaves no event.
    if (body.password === body.current_password)
      throw new ApiError(422, invalidInput, { password: ['Kies een ander wachtwoord dan het huidige'] })
    refuseGuessable(body.password, employee.email)
    // Whoever finds a screen unlocked must not guess on.
    const budgets = [{ key: tryKey('change password', String(employee.id)), burst: 10, seconds: 60 }]
    const wait = await takeTries(db, budgets)
    if (wait > 0) slowDown(reply, wait, 'Er is te vaak een verkeerd wachtwoord ingevuld.')
    if (!(await verifyPassword(await findPasswordHash(db, employee.id), body.current_password))) {
      await appendAuditEvent(db, actor, { action: 'change_password', result: 'refused' })
      throw new ApiError(422, invalidInput, { current_password: ['Dit is niet uw huidige wachtwoord'] })
    }
    await giveBackTries(db, budgets)
    const password_hash = await hashPassword(body.password)
    await db.transaction().execute(async (transaction) => {
      await replacePassword(transaction, employee.id, password_hash, employee.session_id)
      await appendAuditEvent(transaction, actor, { action: 'change_password', result: 'done' })
    })
    return null
  })

  answer(api, forgotPassword, async ({ body: { email }, actor }) => {
    const mail = async () => {
      if ((await takeTries(db, passwordMailBudgets('asked', email, actor.ip))) > 0) return
      await mailPasswordLink(db, portal, email, 'forgotten')
    }
    await Promise.all([mail(), setTimeout(steadyAnswer)])
    return null
  })

  answer(api, resetPassword, async ({ body: { email, token, password }, actor: visitor }) => {
    refuseGuessable(password, email)
    // Together: a link is used up by the password that it gave, and by nothing less.
    await db.transaction().execute(async (transaction) => {
      const employee_id = await takePasswordReset(transaction, email, tokenHash(token))
      if (employee_id === undefined)
        throw new ApiError(422, 'Deze link werkt niet meer. Vraag een nieuwe aan.', {
          token: ['Deze link werkt niet meer'],
        })
      await replacePassword(transaction, employee_id, await hashPassword(password))
      // The mailbox proved who this is: whatever strangers try, the login that follows comes through.
      await rememberLoginPlace(transaction, placeKey({ email, ip: visitor.ip }))
      const actor = { ...visitor, employee: { id: employee_id } }
      await appendAuditEvent(transaction, actor, { action: 'change_password', result: 'done' })
    })
    return null
  })
}
