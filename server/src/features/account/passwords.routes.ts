import { setTimeout } from 'node:timers/promises'
import { ApiError, changePassword, forgotPassword, resetPassword } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { invalidInput } from '../../shared/errors.ts'
import { mailPasswordLink, tokenHash } from '../../shared/password-link.ts'
import { hashPassword, verifyPassword } from '../../shared/passwords.ts'
import { hasLeaked } from './leaked-passwords.ts'
import { findPasswordHash, replacePassword, takePasswordReset } from './passwords.queries.ts'

// Whether an e-mail address is known must not show in how long the answer takes.
const steadyAnswer = 100

function refuseLeaked(password: string) {
  if (hasLeaked(password))
    throw new ApiError(422, invalidInput, {
      password: ['Dit wachtwoord staat op een lijst van gelekte wachtwoorden. Kies een ander.'],
    })
}

/** Choosing another password: known, forgotten, or with the link that was mailed. */
export function passwordRoutes(app: FastifyInstance, db: Db, portal: string) {
  answer(app, changePassword, async ({ body, employee }) => {
    if (!(await verifyPassword(await findPasswordHash(db, employee.id), body.current_password)))
      throw new ApiError(422, invalidInput, { current_password: ['Dit is niet uw huidige wachtwoord'] })
    if (body.password === body.current_password)
      throw new ApiError(422, invalidInput, { password: ['Kies een ander wachtwoord dan het huidige'] })
    refuseLeaked(body.password)
    await replacePassword(db, employee.id, await hashPassword(body.password), employee.session_id)
    return null
  })

  answer(app, forgotPassword, async ({ body: { email } }) => {
    await Promise.all([mailPasswordLink(db, portal, email, 'forgotten'), setTimeout(steadyAnswer)])
    return null
  })

  answer(app, resetPassword, async ({ body: { email, token, password } }) => {
    refuseLeaked(password)
    const reset = await takePasswordReset(db, email, tokenHash(token))
    if (!reset)
      throw new ApiError(422, 'Deze link werkt niet meer. Vraag een nieuwe aan.', {
        token: ['Deze link werkt niet meer'],
      })
    await replacePassword(db, reset.employee_id, await hashPassword(password))
    return null
  })
}
