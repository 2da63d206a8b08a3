import { changeEmployee, inviteEmployee, listEmployees, resetEmployee } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findEmployees } from './employees.queries.ts'
import { change, invite, reset } from './employees.ts'

/** Employees and their accounts, managed by an administrator. */
export function employeeRoutes(api: Api, db: Db, portal: string) {
  answer(api, listEmployees, ({ employee }) => findEmployees(db, employee.municipality?.id ?? null))
  answer(api, inviteEmployee, ({ body, employee: administrator, actor, reply }) =>
    invite({ db, portal, administrator, actor, reply }, body),
  )
  answer(api, changeEmployee, ({ params, body, employee: administrator, actor, reply }) =>
    change({ db, portal, administrator, actor, reply }, params.employee_id, body),
  )
  answer(api, resetEmployee, async ({ params, employee: administrator, actor, reply }) => {
    await reset({ db, portal, administrator, actor, reply }, params.employee_id)
    return null
  })
}
