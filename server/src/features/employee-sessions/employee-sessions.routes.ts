import {
  endEmployeeSession,
  endEmployeeSessions,
  endOtherSessions,
  endOwnSession,
  listEmployeeSessions,
  listOwnSessions,
} from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findSessions } from './employee-sessions.queries.ts'
import { endAllManaged, endManaged, endOthers, endOwn, listManaged } from './employee-sessions.ts'

/** The sessions of the employee, and those of the employees that an administrator manages. */
export function employeeSessionRoutes(api: Api) {
  answer(api, listOwnSessions, ({ db, employee }) => findSessions(db, employee.id, employee.session_id))
  answer(api, endOwnSession, endOwn)
  answer(api, endOtherSessions, endOthers)
  answer(api, listEmployeeSessions, listManaged)
  answer(api, endEmployeeSession, endManaged)
  answer(api, endEmployeeSessions, endAllManaged)
}
