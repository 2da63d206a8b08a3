import { changeEmployee, inviteEmployee, listEmployees, resetEmployee } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findEmployees } from './employees.queries.ts'
import { change, invite, reset } from './employees.ts'

/** Employees and their accounts, managed by an administrator. */
export function employeeRoutes(api: Api, db: Db, portal: string) {
  answer(api, listEmployees, ({ employee }) => findEmployees(db, employee.municipality?.id ?? null))
  answer(api, inviteEmployee, (call) => invite(db, portal, call))
  answer(api, changeEmployee, (call) => change(db, call))
  answer(api, resetEmployee, (call) => reset(db, portal, call))
}
