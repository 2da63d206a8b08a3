import { sql } from 'kysely'
import { recordEmployeeChange } from '../domain/access-log/audit-log.queries.ts'
import { endSessions } from '../domain/sessions/session.queries.ts'
import { insertEmployee } from '../features/employees/employees.queries.ts'
import type { Db } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/api.ts'

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

/** Nobody is logged in on the command line. */
const onCommandLine = (): Actor => ({ id: crypto.randomUUID(), ip: 'command line', employee: null })

/** Adds an employee; false when the e-mail address is taken. */
export const addEmployee = (db: Db, employee: Parameters<typeof insertEmployee>[1]) =>
  db.transaction().execute(async (transaction) => {
    const id = await insertEmployee(transaction, employee)
    if (id !== undefined) await recordEmployeeChange(transaction, onCommandLine(), id)
    return id !== undefined
  })

/** Blocks an employee and ends their sessions; false when there is no such employee. */
export const blockEmployee = (db: Db, email: string) =>
  db.transaction().execute(async (transaction) => {
    const employee = await transaction
      .updateTable('employee')
      .set({ blocked_at: sql`coalesce(blocked_at, now())` })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst()
    if (!employee) return false
    await endSessions(transaction, employee.id)
    await recordEmployeeChange(transaction, onCommandLine(), employee.id)
    return true
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
    if (!employee) return false
    await endSessions(transaction, employee.id)
    await recordEmployeeChange(transaction, onCommandLine(), employee.id)
    return true
  })
