import type { Db } from '../../platform/database/database.ts'
import { allRows, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'

/**
 * Returns the employees of live sessions, as a map by session id. A session is live until it expires or is ended, for
 * example by a logout or a new password. A blocked employee has no live sessions.
 */
async function findSessionEmployees(db: Db, session_ids: string[]) {
  const rows = await allRows<SessionEmployee>(db)`
    select employee.id, session.id as session_id, email, employee.name, roles, renew_password,
      case when municipality.id is not null then json_build_object('id', municipality.id, 'name', municipality.name) end as municipality
    from session
    join employee on employee.id = employee_id
    left join municipality on municipality.id = employee.municipality_id
    where session.id = any (${session_ids}::uuid[])
      and ended_at is null and expires_at > now() and blocked_at is null`
  return new Map(rows.map((employee) => [employee.session_id, employee]))
}

/**
 * Returns a function that finds the employee of a live session, or undefined. Lookups that start in the same turn of
 * the event loop share one query.
 */
export function sessionFinder(db: Db) {
  let requestedIds = new Set<string>()
  let found: ReturnType<typeof findSessionEmployees> | undefined
  async function findRequested() {
    // The query starts at the end of this turn of the event loop, so that it includes all lookups of the turn.
    await new Promise(setImmediate)
    const session_ids = [...requestedIds]
    requestedIds = new Set()
    found = undefined
    return findSessionEmployees(db, session_ids)
  }
  return async (session_id: string): Promise<SessionEmployee | undefined> => {
    requestedIds.add(session_id)
    found ??= findRequested()
    return (await found).get(session_id)
  }
}

/**
 * Starts a session and returns it. Returns undefined when the employee was blocked, or the password was
 * changed after `checked_hash` was read.
 */
export async function insertSession(db: Db, employee_id: number, checked_hash: string | null = null) {
  const id = crypto.randomUUID()
  // Locks the employee: a parallel block or password change waits for this insert, and then ends this session too.
  const isStarted = await hasRow(db)`
    insert into session (id, employee_id, expires_at)
    select ${id}::uuid, employee.id, now() + make_interval(days => ${lifetimes.session_days}) from employee
    where employee.id = ${employee_id} and blocked_at is null
      and (${checked_hash}::text is null or password_hash = ${checked_hash})
    for share
    returning id`
  return isStarted ? { id, generation: 1 } : undefined
}

/** Ends all sessions of an employee except `current_session_id`, and invalidates mailed password links. */
export async function endSessions(transaction: Db, employee_id: number, current_session_id: string | null = null) {
  await runSql(transaction)`
    update session set ended_at = now(), opened_places = '[]'
    where employee_id = ${employee_id} and ended_at is null
      and (${current_session_id}::uuid is null or id <> ${current_session_id}::uuid)`
  await runSql(transaction)`delete from password_reset where employee_id = ${employee_id}`
}
