import type { LogName } from '../domain/access-log/audit-log.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { firstRow, firstValue, runSql } from '../platform/database/statements.queries.ts'
import type { Config } from '../platform/runtime/config.ts'

/** The retention period of each kind of row, in months. */
export type RetentionMonths = Config['keep_months']

/** The number of deleted rows of each kind. */
export type RetiredRows = Record<keyof RetentionMonths | 'handovers' | 'sessions' | 'password_resets', number>

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

const deleteRollIssues = (months: number) => (transaction: Db) =>
  runSql(transaction)`
  delete from roll_issue where id in (
    select id from roll_issue where requested_at < now() - make_interval(months => ${months})
    order by requested_at limit ${rowsPerTransaction}
  )`

/** Closed hand-overs are stored as long as roll issues, because both show what the pass desk did for a resident. */
const deleteClosedHandovers = (months: number) => (transaction: Db) =>
  runSql(transaction)`
  delete from objection_handover where id in (
    select id from objection_handover where closed_at < now() - make_interval(months => ${months})
    limit ${rowsPerTransaction}
  )`

/** Sessions are stored as long as the security log, because both show when an employee logged in and out. */
const deleteSessions = (months: number) => (transaction: Db) =>
  runSql(transaction)`
  delete from session where id in (
    select id from session where least(ended_at, expires_at) < now() - make_interval(months => ${months})
    limit ${rowsPerTransaction}
  )`

const deletePasswordResets = (transaction: Db) => runSql(transaction)`
  delete from password_reset where token_hash in (
    select token_hash from password_reset where expires_at < now() limit ${rowsPerTransaction}
  )`

/** Deletes the rows whose retention period is over, in short transactions, so that they do not delay calls. */
export async function retireOldRows(db: Db, months: RetentionMonths): Promise<RetiredRows> {
  const retired = {
    roll_requests: await deleteInParts(db, deleteRollIssues(months.roll_requests)),
    handovers: await deleteInParts(db, deleteClosedHandovers(months.roll_requests)),
    processing: await deleteInParts(db, retireLog('processing', months.processing)),
    audit: await deleteInParts(db, retireLog('audit', months.audit)),
    security: await deleteInParts(db, retireLog('security', months.security)),
    sessions: await deleteInParts(db, deleteSessions(months.security)),
    password_resets: await deleteInParts(db, deletePasswordResets),
  }
  await runSql(db)`update session set opened_places = '[]' where expires_at < now() and opened_places <> '[]'`
  // These rows serve the undo, which is possible for some minutes.
  await runSql(db)`delete from pass_change where changed_at < now() - interval '1 day'`
  // The node that sends mails deletes a mail when its link expires. An installation can have no such node.
  await runSql(db)`delete from mail where created_at + make_interval(mins => link_minutes) < now() - interval '1 day'`
  await runSql(db)`delete from organisation_login where expires_at < now()`
  // A logout token is too old to be accepted long before that time.
  await runSql(db)`delete from used_logout_token where used_at < now() - interval '1 day'`
  await runSql(db)`delete from audit_review where month < now() - make_interval(months => ${months.audit + 1})`
  return retired
}
