import { commandLineActor, lockRights, recordEmployeeChange } from '../domain/access-log/audit-log.queries.ts'
import { endSessions } from '../domain/sessions/session.queries.ts'
import { insertEmployee } from '../features/employees/employees.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { firstRow, firstValue, runSql } from '../platform/database/statements.queries.ts'

/** Inserts and logs an employee. Returns false when another employee has the e-mail address. */
export const addEmployee = (db: Db, employee: Parameters<typeof insertEmployee>[1]) =>
  db.transaction(async (transaction) => {
    const id = await insertEmployee(transaction, employee)
    if (id !== undefined) await recordEmployeeChange(transaction, commandLineActor(), id, undefined)
    return id !== undefined
  })

/** Blocks an employee and ends the employee's sessions. Returns false for an unknown e-mail address. */
export const blockEmployee = (db: Db, email: string) =>
  updateByEmail(db, email, sql`blocked_at = coalesce(blocked_at, now())`)

/**
 * Sets a password that the employee must replace at the next login, and unblocks the employee. Returns false for an
 * unknown e-mail address.
 */
export const resetEmployee = (db: Db, email: string, password_hash: string) =>
  updateByEmail(
    db,
    email,
    sql`
    password_hash = ${password_hash}, renew_password = true, blocked_at = null, invitation_ends_at = null`,
  )

/** Returns the id of an employee; undefined for an unknown e-mail address. */
export const findEmployeeId = (db: Db, email: string) => firstValue<number | undefined>(db)`
  select id from employee where email = ${email}`

const updateByEmail = (db: Db, email: string, changes: Sql) =>
  db.transaction(async (transaction) => {
    const employee = await firstRow<{ id: number }>(transaction)`select id from employee where email = ${email}`
    if (!employee) return false
    const before = await lockRights(transaction, employee.id)
    await runSql(transaction)`update employee set ${changes} where id = ${employee.id}`
    await endSessions(transaction, employee.id)
    await recordEmployeeChange(transaction, commandLineActor(), employee.id, before)
    return true
  })
