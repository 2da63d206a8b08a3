import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'

/** The employees of those of these sessions that live: not of one that ended, ran out, or whose employee was blocked. */
async function findSessionEmployees(db: Db, session_ids: string[]) {
  const { rows } = await sql<SessionEmployee>`
    select employee.id, session.id as session_id, email, employee.name, roles, renew_password,
      case when municipality.id is not null then json_build_object('id', municipality.id, 'name', municipality.name) end as municipality
    from session
    join employee on employee.id = employee_id
    left join municipality on municipality.id = employee.municipality_id
    where session.id = any (${session_ids}::uuid[])
      and ended_at is null and expires_at > now() and blocked_at is null`.execute(db)
  return new Map(rows.map((employee) => [employee.session_id, employee]))
}

/**
 * Makes what finds the employee of a live session; undefined where it lives no more. Sessions that calls come in by at the same
 * moment are asked for together, each after its call came.
 */
export function employeesOfSessions(db: Db) {
  let wanted = new Set<string>()
  let found: ReturnType<typeof findSessionEmployees> | undefined
  async function ask() {
    // Whatever calls have arrived by now are read before this goes on.
    await new Promise(setImmediate)
    const session_ids = [...wanted]
    wanted = new Set()
    found = undefined
    return findSessionEmployees(db, session_ids)
  }
  return async (session_id: string): Promise<SessionEmployee | undefined> => {
    wanted.add(session_id)
    found ??= ask()
    return (await found).get(session_id)
  }
}

/** Ends every session of an employee but the one that is kept, and takes back mailed links to choose a password. */
export async function endSessions(transaction: Db, employee_id: number, kept_session_id: string | null = null) {
  await sql`
    update session set ended_at = now()
    where employee_id = ${employee_id} and ended_at is null
      and (${kept_session_id}::uuid is null or id <> ${kept_session_id}::uuid)`.execute(transaction)
  await transaction.deleteFrom('password_reset').where('employee_id', '=', employee_id).execute()
}
