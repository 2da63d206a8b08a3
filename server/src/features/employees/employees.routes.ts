import { changeEmployee, inviteEmployee, listEmployees, resetEmployee, resetSecondFactor } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findEmployees } from './employees.queries.ts'
import { change, invite, reset, resetFactor } from './employees.ts'
import type { MailSettings } from './invitation-mail.ts'

/** Employees and their accounts, managed by an administrator. */
export function employeeRoutes(api: Api, settings: MailSettings) {
  answer(api, listEmployees, ({ db, employee }) => findEmployees(db, employee))
  answer(api, inviteEmployee, (call) => invite(settings, call))
  answer(api, changeEmployee, change)
  answer(api, resetEmployee, (call) => reset(settings, call))
  answer(api, resetSecondFactor, (call) => resetFactor(settings.portal, call))
}
