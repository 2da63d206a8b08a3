import type { SecondFactor } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'

/** Returns the second factors of an employee, oldest first. */
export const findFactors = (db: Db, employee_id: number) => allRows<SecondFactor>(db)`
  select id, kind, name, dutch_time(created_at) as created_at, dutch_time(last_used_at) as last_used_at
  from second_factor where employee_id = ${employee_id} order by id`

/** Returns the number of unused recovery codes of an employee. */
export const countRecoveryCodes = (db: Db, employee_id: number) => firstValue<number>(db)`
  select count(*)::int from recovery_code where employee_id = ${employee_id}`

/** Locks an employee until the transaction ends, so that parallel changes of the factors run one after another. */
export const lockEmployee = (transaction: Db, employee_id: number) => runSql(transaction)`
  select from employee where id = ${employee_id} for update`

/** Inserts an authenticator app, whose first code belongs to `last_step`. */
export const insertTotp = (
  transaction: Db,
  employee_id: number,
  { name, sealed_secret, last_step }: { name: string; sealed_secret: Buffer; last_step: number },
) => runSql(transaction)`
  insert into second_factor (employee_id, kind, name, sealed_secret, last_step)
  values (${employee_id}, 'totp', ${name}, ${sealed_secret}, ${last_step})`

type PasskeyRow = {
  name: string
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
}

/** Inserts a passkey. Returns false when the passkey is stored already. */
export const insertPasskey = (
  transaction: Db,
  employee_id: number,
  { name, credential_id, public_key, sign_count, transports }: PasskeyRow,
) => hasRow(transaction)`
  insert into second_factor (employee_id, kind, name, credential_id, public_key, sign_count, transports)
  values (${employee_id}, 'passkey', ${name}, ${credential_id}, ${public_key}, ${sign_count}, ${transports}::text[])
  on conflict (credential_id) do nothing returning id`

/** Renames a factor of an employee. Returns its old name; undefined when the employee has no such factor. */
export const updateFactorName = (transaction: Db, employee_id: number, id: number, name: string) =>
  firstValue<string | undefined>(transaction)`
    update second_factor set name = ${name} from second_factor before
    where second_factor.id = ${id} and second_factor.employee_id = ${employee_id} and before.id = second_factor.id
    returning before.name`

/** Deletes a factor of an employee and returns it; undefined when the employee has no such factor. */
export const deleteFactor = (transaction: Db, employee_id: number, id: number) =>
  firstRow<Pick<SecondFactor, 'kind' | 'name'>>(transaction)`
    delete from second_factor where id = ${id} and employee_id = ${employee_id} returning kind, name`
