import type { ManagedEmployee, Role } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { endSessions } from '../../domain/sessions/session.queries.ts'
import type { Db } from '../../platform/database/database.ts'

/** The employees that an administrator looks after: of their municipality, or all for who works for all. */
export async function findEmployees(db: Db, municipality_id: number | null, id?: number): Promise<ManagedEmployee[]> {
  const { rows } = await sql<
    Omit<ManagedEmployee, 'municipality'> & { municipality_id: number | null; municipality_name: string | null }
  >`
    select employee.id, email, employee.name, roles, blocked_at is not null as blocked, renew_password,
      municipality_id, municipality.name as municipality_name
    from employee left join municipality on municipality.id = municipality_id
    where (${municipality_id}::int is null or municipality_id = ${municipality_id})
      and (${id ?? null}::int is null or employee.id = ${id ?? null})
    order by employee.name, employee.id`.execute(db)
  return rows.map(({ municipality_id: at, municipality_name, ...employee }) => ({
    ...employee,
    municipality: at === null ? null : { id: at, name: municipality_name ?? '' },
  }))
}

type EmployeeToKeep = { name: string; roles: Role[]; municipality_id: number | null }

/** Adds an employee who has no password yet; undefined when the e-mail address is taken. */
export async function insertEmployee(db: Db, employee: EmployeeToKeep & { email: string; password_hash: string }) {
  const row = await db
    .insertInto('employee')
    .values({ ...employee, renew_password: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Keeps an employee as changed. A block keeps its first moment, and ends their sessions for good. */
export async function updateEmployee(
  transaction: Db,
  id: number,
  { blocked, ...employee }: EmployeeToKeep & { blocked: boolean },
) {
  await transaction
    .updateTable('employee')
    .set({ ...employee, blocked_at: blocked ? sql`coalesce(blocked_at, now())` : null })
    .where('id', '=', id)
    .execute()
  if (blocked) await endSessions(transaction, id)
}
