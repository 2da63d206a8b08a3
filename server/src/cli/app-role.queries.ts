import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { hasRow, runSql } from '../platform/database/statements.queries.ts'

/** Returns whether PostgreSQL has a role with this name. */
export const roleExists = (db: Db, role: string) => hasRow(db)`select from pg_roles where rolname = ${role}`

/**
 * Grants a role the privileges that the portal needs. The role may read the tables of the logs and add rows to them. It
 * may only read the migrations, the states and checks of the hash chains, and the key of the log subjects. It may read
 * and write all other tables. Revokes earlier privileges of the role first.
 */
export function grantToPortal(db: Db, name: string) {
  const role = sql.identifier(name)
  return db.transaction(async (transaction) => {
    const statements = [
      sql`revoke all on all tables in schema public from ${role}`,
      sql`grant usage on schema public to ${role}`,
      sql`grant select, insert, update, delete on all tables in schema public to ${role}`,
      sql`grant usage, select on all sequences in schema public to ${role}`,
      sql`grant execute on function retire_log, record_log_check to ${role}`,
      sql`revoke all on migration, log_chain, log_check, subject_key, audit_event, processing_record from ${role}`,
      sql`grant select on migration, log_chain, log_check, subject_key, audit_event, processing_record to ${role}`,
      // The columns position, moment and hash are left out, because a trigger of the hash chain sets them.
      sql`grant insert (log, trace_id, employee_key, action, object_kind, object_key, old_values, new_values, result,
        result_count, purpose, origin) on audit_event to ${role}`,
      sql`grant insert (trace_id, span_id, status_code, name, start_time, end_time, resource_name, resource_version,
        processing_activity_id, data_subject_id, data_subject_id_type) on processing_record to ${role}`,
    ]
    for (const statement of statements) await statement.execute(transaction)
  })
}

/** Sets for how many months no role can remove rows of the logs. Only the owner of the tables may call it. */
export const setLogMinimum = (db: Db, months: number) => runSql(db)`update log_chain set min_months = ${months}`
