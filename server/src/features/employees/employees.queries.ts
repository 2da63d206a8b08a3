import type { ManagedEmployee, Role } from '@rd4-loket/contract'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { endSessions } from '../../domain/sessions/session.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/** Returns the employees whom the caller may see. With `id`, returns at most that employee. */
export const findEmployees = (db: Db, viewer: Viewer, id?: number) => allRows<ManagedEmployee>(db)`
  select employee.id, email, employee.name, roles, blocked_at is not null as blocked, renew_password,
    exists (select from second_factor where employee_id = employee.id) as has_second_factor,
    case when invitation_ends_at is not null then json_build_object(
      'ends_at', dutch_time(invitation_ends_at), 'expired', invitation_ends_at <= now()) end as invitation,
    case when municipality.id is not null
      then json_build_object('id', municipality.id, 'name', municipality.name) end as municipality
  from employee left join municipality on municipality.id = municipality_id
  where ${inMunicipality(viewer, sql`municipality_id`)}
    and (${id ?? null}::int is null or employee.id = ${id ?? null})
  order by employee.name, employee.id`

type EmployeeRow = { name: string; roles: Role[]; municipality_id: number | null }

/** Inserts an employee who must choose a password. Returns the id; undefined when the e-mail address is taken. */
export const insertEmployee = (
  db: Db,
  { email, name, roles, municipality_id, password_hash }: EmployeeRow & { email: string; password_hash: string },
) => firstValue<number | undefined>(db)`
  insert into employee (email, name, roles, municipality_id, password_hash, renew_password)
  values (${email}, ${name}, ${roles}::text[], ${municipality_id}, ${password_hash}, true)
  on conflict (email) do nothing returning id`

/**
 * Updates an employee. A repeated block preserves the moment of the first block. A block ends all sessions and the
 * invitation.
 */
export async function updateEmployee(
  transaction: Db,
  id: number,
  { name, roles, municipality_id, blocked }: EmployeeRow & { blocked: boolean },
) {
  await runSql(transaction)`
    update employee set name = ${name}, roles = ${roles}::text[], municipality_id = ${municipality_id},
      blocked_at = case when ${blocked}::boolean then coalesce(blocked_at, now()) end,
      invitation_ends_at = case when ${blocked}::boolean and invitation_ends_at > now() then now()
        else invitation_ends_at end
    where id = ${id}`
  if (blocked) await endSessions(transaction, id)
}

/** Stores that the last invitation of an employee expires after this number of days. */
export const updateInvitation = (transaction: Db, id: number, days: number) => runSql(transaction)`
  update employee set invitation_ends_at = now() + make_interval(days => ${days}) where id = ${id}`
