import type { Db } from '../../platform/database/db.ts'
import type { Actor } from '../../platform/http/api.ts'
import { appendSecurityEvent } from '../access-log/audit-log.queries.ts'
import { endSessions } from '../sessions/session.queries.ts'
import { mailOwner } from './account-mail.ts'
import { deleteFactors, findAuditKey } from './second-factor.queries.ts'

/** Deletes all second factors of an employee who lost them, ends the employee's sessions, and mails the employee. */
export async function resetFactors(transaction: Db, portal: string, actor: Actor, employee_id: number) {
  await deleteFactors(transaction, employee_id)
  await endSessions(transaction, employee_id)
  await mailOwner(
    transaction,
    portal,
    employee_id,
    'Een beheerder heeft alle tweede factoren van uw account verwijderd. Log opnieuw in en voeg een tweede factor toe.',
  )
  const object = { kind: 'employee', key: await findAuditKey(transaction, employee_id) } as const
  await appendSecurityEvent(transaction, actor, { action: 'reset_second_factor', result: 'done', object })
}
