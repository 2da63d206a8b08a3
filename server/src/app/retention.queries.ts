import type { LogName } from '../domain/access-log/audit-log.queries.ts'
import { sumQuarantineCounts } from '../domain/quarantine/quarantine-lines.queries.ts'
import { allOf } from '../platform/database/conditions.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { firstRow, firstValue, runSql } from '../platform/database/statements.queries.ts'
import type { Config } from '../platform/runtime/config.ts'
import { type DataStatement, findDataStatements, type RetentionPeriod } from './data-statements.queries.ts'

/** The settings that override the months in the comments of tables. */
export type RetentionSettings = Config['keep_months']

/** The number of deleted rows of a table or a log. `months`: the retention period; null: the rows had expired. */
export type RetiredRows = { name: string; rows: number; months: number | null }

const rowsPerTransaction = 5000
// The id of the advisory lock: an arbitrary number that no other lock uses. It is the same on every node.
const retentionLock = 4_711_019

/**
 * Deletes one batch of rows in a transaction. Returns the number of deleted rows. Returns 0 when no rows are left, or
 * when another node is deleting rows.
 */
const deletePart = (db: Db, deleteRows: (transaction: Db) => Promise<number>) =>
  db.transaction(async (transaction) => {
    const row = await firstRow<{ locked: boolean }>(transaction)`
      select pg_try_advisory_xact_lock(${retentionLock}) as locked`
    return row?.locked ? deleteRows(transaction) : 0
  })

async function deleteInParts(db: Db, deleteRows: (transaction: Db) => Promise<number>) {
  let sum = 0
  for (let deleted = await deletePart(db, deleteRows); deleted > 0; deleted = await deletePart(db, deleteRows))
    sum += deleted
  return sum
}

const retireLog = (log: LogName, months: number) => (transaction: Db) =>
  firstValue<number>(transaction)`
  select retire_log(log, now() - make_interval(months => greatest(${months}, min_months)), ${rowsPerTransaction})
  from log_chain where log = ${log}`

const deleteRows =
  (table: string, { columns, where }: RetentionPeriod, months: number) =>
  (transaction: Db) => {
    const moments = sql.join(columns.map((column) => sql.identifier(column)))
    const old = allOf(
      sql`least(${moments}) < now() - make_interval(months => ${months})`,
      where !== null && sql`${sql.identifier(where.column)} = ${where.value}`,
    )
    return runSql(transaction)`
    delete from ${sql.identifier(table)} where ctid = any (array(
      select ctid from ${sql.identifier(table)} where ${old} limit ${rowsPerTransaction}
    ))`
  }

/** The condition that a contact only shows that its employee opened a place. */
const isOnlyOpened = sql`outcome is null and note = '' and drafts = '{}'`

const deletePasswordResets = (transaction: Db) => runSql(transaction)`
  delete from password_reset where token_hash in (
    select token_hash from password_reset where expires_at < now() limit ${rowsPerTransaction}
  )`

/** The logs by their table, or by the value that selects their rows. Only `retire_log` may delete their rows. */
const logs: Partial<Record<string, LogName>> = {
  audit: 'audit',
  security: 'security',
  processing_record: 'processing',
}

/**
 * The setting that overrides the months of a table or log. Sessions have the period of the security log, because both
 * show when an employee logged in and out. A review has the period of the last day of its month in the audit log.
 */
const overrides: Partial<Record<string, (settings: RetentionSettings) => number | undefined>> = {
  roll_issue: ({ roll_requests }) => roll_requests,
  objection_handover: ({ roll_requests }) => roll_requests,
  missed_report: ({ roll_requests }) => roll_requests,
  pickup_appointment: ({ pickups }) => pickups,
  contact: ({ contacts }) => contacts,
  non_clearance: ({ non_clearances }) => non_clearances,
  household_scheme: ({ schemes }) => schemes,
  quarantine_line: ({ left_out }) => left_out,
  placed_clearance: ({ left_out }) => left_out,
  session: ({ security }) => security,
  audit: ({ audit }) => audit,
  security: ({ security }) => security,
  processing_record: ({ processing }) => processing,
  audit_review: ({ audit }) => (audit === undefined ? undefined : audit + 1),
}

/** Returns the months of a stated period, or those of the setting that overrides it. */
export const monthsOf = (table: string, { months, where }: RetentionPeriod, settings: RetentionSettings) =>
  overrides[where?.value ?? table]?.(settings) ?? months

/**
 * Stores up to which day scheme rows are deleted, before they are. A longer period does not return them, so the bills of
 * these years stay without amounts of our own.
 */
const storeDeletedSchemes = (db: Db, months: number) => runSql(db)`
  update municipality set schemes_deleted_until = until
  from (select (now() - make_interval(months => ${months}))::date as until) period
  where schemes_deleted_until is null or schemes_deleted_until < until`

/** Deletes the rows of a table whose stated period is over; undefined for a statement without a period. */
async function retireStated(db: Db, { table, period }: DataStatement, settings: RetentionSettings) {
  if (!period) return undefined
  const months = monthsOf(table, period, settings)
  if (table === 'household_scheme') await storeDeletedSchemes(db, months)
  const log = logs[period.where?.value ?? table]
  const rows = await deleteInParts(db, log ? retireLog(log, months) : deleteRows(table, period, months))
  return { name: log ?? table, rows, months }
}

/**
 * Deletes the rows whose retention period is over, in short transactions, so that they do not delay calls. The comments
 * of the tables state the periods.
 */
export async function retireOldRows(db: Db, settings: RetentionSettings): Promise<RetiredRows[]> {
  const retired: RetiredRows[] = []
  for (const statement of await findDataStatements(db)) {
    const rows = await retireStated(db, statement, settings)
    if (rows) retired.push(rows)
  }
  retired.push({ name: 'password_reset', rows: await deleteInParts(db, deletePasswordResets), months: null })
  await runSql(db)`update session set opened_places = '[]' where expires_at < now() and opened_places <> '[]'`
  await runSql(db)`delete from contact where ${isOnlyOpened} and opened_at < now() - interval '12 hours'`
  await runSql(db)`
    update contact set outcome = coalesce(outcome, 'unknown'), slot = null, drafts = '{}', closed_at = now()
    where slot is not null and started_at < now() - interval '14 days'`
  await runSql(db)`update call_back set phone = null where phone is not null and due_at < now() - interval '30 days'`
  // These rows serve the undo, which is possible for some minutes.
  await runSql(db)`delete from pass_change where changed_at < now() - interval '1 day'`
  // These rows serve the undo, which is possible for a day.
  await runSql(db)`delete from quarantine_line where state = 'placed' and decided_at < now() - interval '1 day'`
  await sumQuarantineCounts(db)
  // The node that sends mails deletes a mail when its link expires. An installation can have no such node.
  await runSql(db)`delete from mail where created_at + make_interval(mins => link_minutes) < now() - interval '1 day'`
  await runSql(db)`delete from organisation_login where expires_at < now()`
  // A logout token is too old to be accepted long before that time.
  await runSql(db)`delete from used_logout_token where used_at < now() - interval '1 day'`
  return retired
}
