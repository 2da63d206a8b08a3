import type { Role } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The employee behind a call, with the session it came in by. */
export type SessionEmployee = {
  id: number
  session_id: string
  email: string
  name: string
  roles: Role[]
  renew_password: boolean
  municipality: { id: number; name: string } | null
}

/** The employee of a live session; undefined once it ended, ran out, or the employee was blocked. */
export async function findSessionEmployee(db: Db, session_id: string): Promise<SessionEmployee | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('employee', 'employee.id', 'session.employee_id')
    .leftJoin('municipality', 'municipality.id', 'employee.municipality_id')
    .where('session.id', '=', session_id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('employee.blocked_at', 'is', null)
    .select([
      'employee.id',
      'email',
      'employee.name',
      'roles',
      'renew_password',
      'municipality.id as municipality_id',
      'municipality.name as municipality_name',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { municipality_id, municipality_name, ...employee } = row
  const municipality =
    municipality_id !== null && municipality_name !== null ? { id: municipality_id, name: municipality_name } : null
  return { ...employee, session_id, municipality }
}

/** Ends every session of an employee but the one that is kept, and takes back mailed links to choose a password. */
export async function endSessions(transaction: Db, employee_id: number, kept_session_id: string | null = null) {
  await sql`
    update session set ended_at = now()
    where employee_id = ${employee_id} and ended_at is null
      and (${kept_session_id}::uuid is null or id <> ${kept_session_id}::uuid)`.execute(transaction)
  await transaction.deleteFrom('password_reset').where('employee_id', '=', employee_id).execute()
}
