import type {
  endEmployeeSession,
  endEmployeeSessions,
  endOtherSessions,
  endOwnSession,
  listEmployeeSessions,
} from '@rd4-loket/contract'
import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import { confirmIdentity } from '../../domain/sessions/confirm-password.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Actor, Caller } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { endSessionOf, endSessionsOf, findEmployeeKey, findSessions } from './employee-sessions.queries.ts'

/** Returns an employee whose sessions this administrator may manage. Throws 404 for any other employee. */
const findManaged = async (db: Db, administrator: Caller, employee_id: number) =>
  (await findEmployeeKey(db, administrator, employee_id)) ?? notFound('Deze medewerker bestaat niet')

const noSession = () => notFound('Deze sessie is al afgelopen')

type Ending = { db: Db; actor: Actor; key?: string; end: (transaction: Db) => Promise<number> }

/** Ends sessions, and logs their number. `key` identifies the employee in the log when an administrator ends them. */
const endAndLog = ({ db, actor, key, end }: Ending) =>
  db.transaction(async (transaction) => {
    const ended = await end(transaction)
    if (ended > 0)
      await appendSecurityEvent(transaction, actor, {
        action: 'end_sessions',
        result: 'done',
        result_count: ended,
        object: key === undefined ? undefined : { kind: 'employee', key },
      })
    return ended
  })

/**
 * Ends one of the employee's own sessions, after a confirmation. Throws 404 when it has ended, or belongs to another
 * employee.
 */
export async function endOwn(call: Call<typeof endOwnSession>) {
  const { db, employee, actor, params, body } = call
  await confirmIdentity(call, body.current_password, 'end_sessions')
  const end = (transaction: Db) => endSessionOf(transaction, employee.id, params.session_id)
  return (await endAndLog({ db, actor, end })) === 0 ? noSession() : null
}

/** Ends all of the employee's own sessions except the session of this call, after a confirmation. */
export async function endOthers(call: Call<typeof endOtherSessions>) {
  const { db, employee, actor, body } = call
  await confirmIdentity(call, body.current_password, 'end_sessions')
  await endAndLog({ db, actor, end: (transaction) => endSessionsOf(transaction, employee.id, employee.session_id) })
  return null
}

/** Returns the sessions of an employee whom this administrator may manage. */
export async function listManaged({ db, employee: administrator, params }: Call<typeof listEmployeeSessions>) {
  const { id } = await findManaged(db, administrator, params.employee_id)
  return findSessions(db, id, administrator.session_id)
}

/** Ends one session of an employee. Throws 404 when it has ended, or belongs to another employee. */
export async function endManaged({ db, employee: administrator, actor, params }: Call<typeof endEmployeeSession>) {
  const { id, key } = await findManaged(db, administrator, params.employee_id)
  const end = (transaction: Db) => endSessionOf(transaction, id, params.session_id)
  return (await endAndLog({ db, actor, key, end })) === 0 ? noSession() : null
}

/** Ends all sessions of an employee, except the session of this call. */
export async function endAllManaged({ db, employee: administrator, actor, params }: Call<typeof endEmployeeSessions>) {
  const { id, key } = await findManaged(db, administrator, params.employee_id)
  await endAndLog({ db, actor, key, end: (transaction) => endSessionsOf(transaction, id, administrator.session_id) })
  return null
}
