import { ApiError, login, logout, refreshSession, showEmployee } from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { forgetTries, giveBackTries, takeTries } from '../../domain/attempts/attempts.queries.ts'
import { slowDown } from '../../domain/attempts/attempts.ts'
import { employeeOf } from '../../domain/sessions/employee.ts'
import { verifyPassword } from '../../domain/sessions/passwords.ts'
import type { Tokens } from '../../domain/sessions/tokens.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Actor, Api } from '../../platform/http/api.ts'
import { endSession, findCredentials, insertSession, renewSession } from './account.queries.ts'
import { loginBudgets, placeKey, slowedLogBudget } from './login-attempts.ts'
import { isLoginPlace, rememberLoginPlace } from './login-places.queries.ts'
import { refuseOtherSites } from './other-sites.ts'

// __Host-: this host only, path /, and never without Secure. Browsers take it over http from 127.0.0.1 as well.
const cookieName = '__Host-auth.loket.session'
const cookie = { httpOnly: true, secure: true, sameSite: 'strict', path: '/' } as const
const fortnight = 1_209_600

/** Logging in and out, and staying logged in. */
export function accountRoutes(api: Api, db: Db, tokens: Tokens, public_url: string | undefined) {
  const setCookie = (reply: FastifyReply, session_id: string, generation: number, maxAge: number) =>
    reply.setCookie(cookieName, tokens.renewalCookie(session_id, generation), { ...cookie, maxAge })

  /** Takes one of the tries that this account has at this place; refuses with 429 when there are none. */
  const takeTry = async (actor: Actor, reply: FastifyReply, email: string) => {
    const stranger = { email, ip: actor.ip }
    const budgets = loginBudgets(stranger, await isLoginPlace(db, placeKey(stranger)))
    const wait = await takeTries(db, budgets)
    if (wait === 0) return budgets
    if ((await takeTries(db, [slowedLogBudget(stranger)])) === 0)
      await appendAuditEvent(db, actor, { action: 'log_in_slowed', result: 'refused' })
    return slowDown(reply, wait, 'Er is te vaak geprobeerd om in te loggen.')
  }

  answer(api, login, async ({ body: { email, password }, request, actor: visitor, reply }) => {
    refuseOtherSites(request, public_url)
    const budgets = await takeTry(visitor, reply, email)
    const employee = await findCredentials(db, email)
    const matches = await verifyPassword(employee?.password_hash, password).catch(async (error) => {
      await giveBackTries(db, budgets)
      throw error
    })
    // An unknown e-mail address makes as much work as a known one: nobody has the number 0.
    const actor = { ...visitor, employee: { id: employee?.id ?? 0 } }
    const session =
      matches &&
      employee &&
      (await db.transaction().execute(async (transaction) => {
        const started = await insertSession(transaction, employee.id, employee.password_hash)
        if (!started) return undefined
        await giveBackTries(transaction, budgets)
        await rememberLoginPlace(transaction, placeKey({ email, ip: actor.ip }))
        await appendAuditEvent(transaction, actor, { action: 'log_in', result: 'done' })
        return started
      }))
    if (!session) {
      await appendAuditEvent(db, actor, { action: 'log_in_refused', result: 'refused' })
      throw new ApiError(401, 'Dit e-mailadres en wachtwoord horen niet bij elkaar')
    }
    await forgetTries(db)
    setCookie(reply, session.id, session.generation, fortnight)
    return { ...(await tokens.accessToken(session.id)), session_expires_in: fortnight }
  })

  answer(api, refreshSession, async ({ request, actor, reply }) => {
    refuseOtherSites(request, public_url)
    const arrived = performance.now()
    const shown = tokens.readRenewalCookie(request.cookies[cookieName] ?? '')
    const renewed = shown && (await renewSession(db, shown, actor, arrived))
    if (!renewed) {
      reply.clearCookie(cookieName, cookie)
      throw new ApiError(401, 'Uw sessie is afgelopen. Log opnieuw in.')
    }
    setCookie(reply, shown.session_id, renewed.generation, renewed.seconds_left)
    return { ...(await tokens.accessToken(shown.session_id)), session_expires_in: renewed.seconds_left }
  })

  answer(api, logout, async ({ employee, reply }) => {
    await endSession(db, employee.session_id)
    reply.clearCookie(cookieName, cookie)
    // Not "cookies": browsers would take those of the whole domain, other systems' too.
    reply.header('clear-site-data', '"cache", "storage"')
    return null
  })

  answer(api, showEmployee, ({ employee }) => employeeOf(employee))
}
