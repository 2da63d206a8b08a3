import {
  ApiError,
  changeEmployee,
  inviteEmployee,
  listEmployees,
  mayGrant,
  type Received,
  type Role,
  resetEmployee,
} from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'
import { recordEmployeeChange } from '../../domain/access-log/audit-log.queries.ts'
import { takeTries } from '../../domain/attempts/attempts.queries.ts'
import { slowDown } from '../../domain/attempts/attempts.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import { mailPasswordLink, passwordMailBudgets } from '../../domain/sessions/password-link.ts'
import { hashPassword } from '../../domain/sessions/passwords.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Actor, Api, SessionEmployee } from '../../platform/http/api.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import { findEmployees, insertEmployee, updateEmployee } from './employees.queries.ts'

/** Employees as the administrator looks after them: invite, roles, block, reset. */
export function employeeRoutes(api: Api, db: Db, portal: string) {
  const managed = async (administrator: SessionEmployee, id: number) => {
    const [employee] = await findEmployees(db, administrator.municipality?.id ?? null, id)
    return employee ?? notFound('Deze medewerker bestaat niet')
  }
  const asWritten = async (
    administrator: SessionEmployee,
    { municipality_id, roles }: Pick<Received<typeof inviteEmployee>['body'], 'municipality_id' | 'roles'>,
    /** What the employee has already, the administrator does not give. */
    rolesBefore: Role[] = [],
  ) => {
    if (roles.some((role) => !mayGrant(role, administrator) && !rolesBefore.includes(role)))
      throw new ApiError(422, invalidInput, { roles: ['Deze rol geeft alleen een beheerder van alle gemeenten'] })
    const asked = municipality_id ?? administrator.municipality?.id ?? null
    if (asked === null && roles.includes('municipal_employee') && !roles.includes('administrator'))
      throw new ApiError(422, invalidInput, { municipality_id: ['Kies een gemeente bij de rol van de balie'] })
    return {
      roles: [...new Set(roles)],
      municipality_id: asked === null ? null : await ownMunicipality(db, administrator, asked),
    }
  }

  const countMail = async (email: string, actor: Actor, reply: FastifyReply) => {
    const wait = await takeTries(db, passwordMailBudgets('sent', email, actor.ip))
    if (wait > 0) slowDown(reply, wait, 'Er zijn veel mails verstuurd.')
  }

  answer(api, listEmployees, ({ employee }) => findEmployees(db, employee.municipality?.id ?? null))

  answer(api, inviteEmployee, async ({ body, employee: administrator, actor, reply }) => {
    const { email, name } = body
    const written = await asWritten(administrator, body)
    await countMail(email, actor, reply)
    const password_hash = await hashPassword(crypto.randomUUID())
    // Together: an employee without the mail could not be invited again.
    const id = await db.transaction().execute(async (transaction) => {
      const added = await insertEmployee(transaction, { email, name, password_hash, ...written })
      if (added === undefined)
        throw new ApiError(422, invalidInput, { email: ['Er is al een medewerker met dit e-mailadres'] })
      await mailPasswordLink(transaction, portal, email, 'invited')
      await recordEmployeeChange(transaction, actor, added)
      return added
    })
    return managed(administrator, id)
  })

  answer(api, changeEmployee, async ({ params, body, employee: administrator, actor }) => {
    const { id, roles } = await managed(administrator, Number(params.employee_id))
    if (id === administrator.id && (body.blocked || !body.roles.includes('administrator')))
      throw new ApiError(422, invalidInput, { roles: ['U kunt uzelf niet blokkeren of het beheer afnemen'] })
    const written = await asWritten(administrator, body, roles)
    if (id === administrator.id && administrator.municipality === null && written.municipality_id !== null)
      throw new ApiError(422, invalidInput, {
        municipality_id: ['U kunt uzelf niet tot één gemeente beperken: dat kunt u daarna niet terugdraaien'],
      })
    await db.transaction().execute(async (transaction) => {
      await updateEmployee(transaction, id, { name: body.name, blocked: body.blocked, ...written })
      await recordEmployeeChange(transaction, actor, id)
    })
    return managed(administrator, id)
  })

  answer(api, resetEmployee, async ({ params, employee: administrator, actor, reply }) => {
    const { id, email, blocked } = await managed(administrator, Number(params.employee_id))
    if (blocked) throw new ApiError(422, 'Deze medewerker is geblokkeerd. Hef eerst de blokkade op.')
    await countMail(email, actor, reply)
    await db.transaction().execute(async (transaction) => {
      await mailPasswordLink(transaction, portal, email, 'forgotten')
      await recordEmployeeChange(transaction, actor, id)
    })
    return null
  })
}
