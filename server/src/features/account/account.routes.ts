import { ApiError, login, logout, refreshSession, showEmployee } from '@rd4-loket/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { employeeOf } from '../../shared/employee.ts'
import { verifyPassword } from '../../shared/passwords.ts'
import type { Tokens } from '../../shared/tokens.ts'
import { endSession, findCredentials, insertSession, renewSession } from './account.queries.ts'
import { refuseOtherSites } from './other-sites.ts'

// __Host-: this host only, path /, and never without Secure. Browsers take it over http from 127.0.0.1 as well.
const cookieName = '__Host-auth.loket.session'
const cookie = { httpOnly: true, secure: true, sameSite: 'strict', path: '/' } as const
const fortnight = 1_209_600

/** Logging in and out, and staying logged in. */
export function accountRoutes(app: FastifyInstance, db: Db, tokens: Tokens, public_url: string | undefined) {
  const setCookie = (reply: FastifyReply, session_id: string, generation: number, maxAge: number) =>
    reply.setCookie(cookieName, tokens.renewalCookie(session_id, generation), { ...cookie, maxAge })

  answer(app, login, async ({ body, request, reply }) => {
    refuseOtherSites(request, public_url)
    const employee = await findCredentials(db, body.email)
    const matches = await verifyPassword(employee?.password_hash, body.password)
    const session = matches && employee && (await insertSession(db, employee.id, employee.password_hash))
    if (!session) throw new ApiError(401, 'Dit e-mailadres en wachtwoord horen niet bij elkaar')
    setCookie(reply, session.id, session.generation, fortnight)
    return { ...(await tokens.accessToken(session.id)), session_expires_in: fortnight }
  })

  answer(app, refreshSession, async ({ request, reply }) => {
    refuseOtherSites(request, public_url)
    const arrived = performance.now()
    const shown = tokens.readRenewalCookie(request.cookies[cookieName] ?? '')
    const renewed = shown && (await renewSession(db, shown.session_id, shown.generation, arrived))
    if (!renewed) {
      reply.clearCookie(cookieName, cookie)
      throw new ApiError(401, 'Uw sessie is afgelopen. Log opnieuw in.')
    }
    setCookie(reply, shown.session_id, renewed.generation, renewed.seconds_left)
    return { ...(await tokens.accessToken(shown.session_id)), session_expires_in: renewed.seconds_left }
  })

  answer(app, logout, async ({ employee, reply }) => {
    await endSession(db, employee.session_id)
    reply.clearCookie(cookieName, cookie)
    // Not "cookies": browsers would take those of the whole domain, other systems' too.
    reply.header('clear-site-data', '"cache", "storage"')
    return null
  })

  answer(app, showEmployee, ({ employee }) => employeeOf(employee))
}
