import { sql } from 'kysely'
import { endSessions } from '../../domain/sessions/session.queries.ts'
import type { Db } from '../../platform/database/database.ts'

/** The hash of an employee's current password. */
export async function findPasswordHash(db: Db, employee_id: number) {
  const employee = await db
    .selectFrom('employee')
    .where('id', '=', employee_id)
    .select('password_hash')
    .executeTakeFirstOrThrow()
  return employee.password_hash
}

/** Gives an employee a new password; every session but the one they are in ends, and mailed links stop working. */
export async function replacePassword(
  transaction: Db,
  employee_id: number,
  password_hash: string,
  kept_session_id?: string,
) {
  await transaction
    .updateTable('employee')
    .set({ password_hash, renew_password: false })
    .where('id', '=', employee_id)
    .execute()
  await endSessions(transaction, employee_id, kept_session_id)
}

/** The employee for whom a reset token still works; it works no more after this. */
export async function takePasswordReset(transaction: Db, email: string, token_hash: string) {
  const reset = await transaction
    .deleteFrom('password_reset')
    .using('employee')
    .whereRef('employee.id', '=', 'employee_id')
    .where('token_hash', '=', token_hash)
    .where('email', '=', email)
    .where('blocked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('employee_id')
    .executeTakeFirst()
  return reset?.employee_id
}
