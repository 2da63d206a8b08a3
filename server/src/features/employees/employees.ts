import {
  ApiError,
  changeEmployee,
  inviteEmployee,
  listEmployees,
  mayGrant,
  mayMailPasswordLink,
  mayResetFactor,
  type ParsedInput,
  type Role,
  resetEmployee,
  resetSecondFactor,
} from '@rd4-loket/contract'
import type { FastifyReply } from 'fastify'
import { lockRights, recordEmployeeChange } from '../../domain/access-log/audit-log.queries.ts'
import { takeAttempts } from '../../domain/attempts/attempts.queries.ts'
import { throwTooManyAttempts } from '../../domain/attempts/attempts.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import { resetFactors } from '../../domain/second-factor/reset-factors.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { mailPasswordLink, passwordMailBudgets } from '../../domain/sessions/password-link.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Actor, Api, Caller } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { requiredOrganisation } from '../../platform/runtime/organisations.ts'
import { findEmployees, insertEmployee, updateEmployee } from './employees.queries.ts'
import { type MailSettings, mailInvitation } from './invitation-mail.ts'

/** Returns an employee whom this administrator may manage. Throws 404 for any other employee. */
async function findManaged(db: Db, administrator: Caller, id: number) {
  const [employee] = await findEmployees(db, administrator, id)
  return employee ?? notFound('Deze medewerker bestaat niet')
}

/**
 * Returns the roles and municipality to store. An administrator who may not grant a role can still save an employee
 * who already has that role.
 */
async function grantedRights(
  db: Db,
  administrator: Caller,
  { municipality_id, roles }: Pick<ParsedInput<typeof inviteEmployee>['body'], 'municipality_id' | 'roles'>,
  currentRoles: Role[] = [],
) {
  if (roles.some((role) => !mayGrant(role, administrator) && !currentRoles.includes(role)))
    invalidField('roles', 'Deze rol geeft alleen een beheerder van alle gemeenten')
  const requested = municipality_id ?? administrator.municipality?.id ?? null
  if (requested === null && roles.includes('municipal_employee') && !roles.includes('administrator'))
    invalidField('municipality_id', 'Dit veld is verplicht bij de rol van de balie')
  return {
    roles: [...new Set(roles)],
    municipality_id: requested === null ? null : await ownMunicipality(db, administrator, requested),
  }
}

async function takeMailAttempt(db: Db, email: string, { ip }: Actor, reply: FastifyReply) {
  const wait = await takeAttempts(db, passwordMailBudgets('administrator', email, ip))
  if (wait !== 0) throwTooManyAttempts(reply, wait, 'Er zijn veel mails verstuurd.')
}

/**
 * Throws 422 for the e-mail address of an existing employee. The message does not reveal to an administrator of one
 * municipality that the employee works in another municipality.
 */
async function rejectKnownEmail(db: Db, administrator: Caller, email: string): Promise<never> {
  const managed = await findEmployees(db, administrator)
  const isManaged = managed.some((employee) => employee.email === email)
  return invalidField(
    'email',
    isManaged
      ? 'Er is al een medewerker met dit e-mailadres'
      : 'Dit e-mailadres kan hier niet worden toegevoegd. Vraag het een beheerder van alle gemeenten.',
  )
}

/** Adds an employee, mails an invitation, and returns the employee. */
async function invite(
  settings: MailSettings,
  { db, employee: administrator, body, actor, reply }: Call<typeof inviteEmployee>,
) {
  const { email, name } = body
  const rights = await grantedRights(db, administrator, body)
  await takeMailAttempt(db, email, actor, reply)
  const password_hash = await hashPassword(crypto.randomUUID())
  // One transaction: an employee stored without a mail could not be invited again.
  const id = await db.transaction(async (transaction) => {
    const added = await insertEmployee(transaction, { email, name, password_hash, ...rights })
    if (added === undefined) return rejectKnownEmail(transaction, administrator, email)
    await mailInvitation(transaction, settings, await findManaged(transaction, administrator, added))
    await recordEmployeeChange(transaction, actor, added, undefined, 'invite_employee')
    return added
  })
  return findManaged(db, administrator, id)
}

/** Changes the name, roles or municipality of an employee, or blocks the employee. Returns the changed employee. */
async function change({ db, employee: administrator, params, body, actor }: Call<typeof changeEmployee>) {
  const { id, roles } = await findManaged(db, administrator, params.employee_id)
  const isSelf = id === administrator.id
  if (isSelf && (body.blocked || !body.roles.includes('administrator')))
    invalidField('roles', 'U kunt uzelf niet blokkeren of het beheer afnemen')
  const rights = await grantedRights(db, administrator, body, roles)
  if (isSelf && administrator.municipality === null && rights.municipality_id !== null)
    invalidField('municipality_id', 'U kunt uzelf niet tot één gemeente beperken: dat kunt u daarna niet terugdraaien')
  await db.transaction(async (transaction) => {
    const before = await lockRights(transaction, id)
    await updateEmployee(transaction, id, { name: body.name, blocked: body.blocked, ...rights })
    await recordEmployeeChange(transaction, actor, id, before)
  })
  return findManaged(db, administrator, id)
}

/**
 * Mails an employee a link to choose a new password, or a new invitation if the employee never chose a password. Throws
 * 409 for a blocked employee, and 422 for one who must log in at an organisation.
 */
async function reset(
  settings: MailSettings,
  { db, employee: administrator, params, actor, reply }: Call<typeof resetEmployee>,
) {
  const { id, email, blocked, municipality, invitation } = await findManaged(db, administrator, params.employee_id)
  requireAllowed(mayMailPasswordLink({ blocked }))
  const organisation = requiredOrganisation(settings.organisations, municipality?.name ?? null)
  if (organisation && !invitation)
    throw new ApiError(422, `Deze medewerker logt in met ${organisation.name} en heeft geen wachtwoord voor het loket.`)
  await takeMailAttempt(db, email, actor, reply)
  await db.transaction(async (transaction) => {
    const before = await lockRights(transaction, id)
    // Read after the lock, because the employee may have accepted the invitation in the meantime.
    const managed = await findManaged(transaction, administrator, id)
    if (managed.invitation) await mailInvitation(transaction, settings, managed)
    else await mailPasswordLink(transaction, settings.portal, email, 'forgotten')
    const action = managed.invitation ? 'invite_employee' : 'change_employee'
    await recordEmployeeChange(transaction, actor, id, before, action)
  })
  return findManaged(db, administrator, id)
}

/**
 * Removes the second factors of an employee who lost them. Throws 409 for the administrator's own factors, which need
 * the password.
 */
async function resetFactor(
  portal: string,
  { db, employee: administrator, params, actor }: Call<typeof resetSecondFactor>,
) {
  const { id } = await findManaged(db, administrator, params.employee_id)
  requireAllowed(mayResetFactor({ is_self: id === administrator.id }))
  await db.transaction((transaction) => resetFactors(transaction, portal, actor, id))
  return findManaged(db, administrator, id)
}

/** Employees and their accounts, managed by an administrator. */
export function employeeRoutes(api: Api, settings: MailSettings) {
  answer(api, listEmployees, ({ db, employee }) => findEmployees(db, employee))
  answer(api, inviteEmployee, (call) => invite(settings, call))
  answer(api, changeEmployee, change)
  answer(api, resetEmployee, (call) => reset(settings, call))
  answer(api, resetSecondFactor, (call) => resetFactor(settings.portal, call))
}
