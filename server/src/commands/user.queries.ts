import { sql } from 'kysely'
import type { Db } from '../shared/database.ts'
import { endSessions } from '../shared/session.queries.ts'

/** The municipality by its name or CBS code, if there are addresses of it. */
export const findMunicipality = (db: Db, nameOrCode: string) =>
  db
    .selectFrom('municipality')
    .where((where) =>
      where.or([
        where(sql`lower(name)`, '=', nameOrCode.toLowerCase()),
        where(sql`id::text`, '=', nameOrCode.replace(/^0+/, '')),
      ]),
    )
    .select(['id', 'name'])
    .executeTakeFirst()

/** Blocks an employee and ends their sessions; false when there is no such employee. */
export const blockEmployee = (db: Db, email: string) =>
  db.transaction().execute(async (transaction) => {
    const employee = await transaction
      .updateTable('employee')
      .set({ blocked_at: sql`coalesce(blocked_at, now())` })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst()
    if (employee) await endSessions(transaction, employee.id)
    return employee !== undefined
  })

/** Gives an employee a password to renew at the next login, and lifts a block; false when there is no such employee. */
export const resetEmployee = (db: Db, email: string, password_hash: string) =>
  db.transaction().execute(async (transaction) => {
    const employee = await transaction
      .updateTable('employee')
      .set({ password_hash, renew_password: true, blocked_at: null })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst()
    if (employee) await endSessions(transaction, employee.id)
    return employee !== undefined
  })
