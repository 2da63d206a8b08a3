import type { AuditAction, Purpose } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { apiVersion } from '../../app/openapi.ts'
import type { Db } from '../../platform/database/database.ts'

// Any number, as long as it stands for this lock alone.
const looksOfEmployee = 4_711_018

/** Makes whoever else looks up passes for this employee wait until the transaction ends, so that their looks can be counted. */
export const lockLooks = (transaction: Db, employee_id: number) =>
  sql`select pg_advisory_xact_lock(${looksOfEmployee}, ${employee_id})`.execute(transaction)

/**
 * How many seconds an employee has to wait before the next pass, because of so many in the last minute; undefined: none.
 * To hand out rolls on a pass is no way to find out about it, unless it is refused.
 */
export async function secondsToWait(db: Db, employee_id: number, limit: number): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from happened_at + interval '1 minute' - clock_timestamp()))::int as seconds
    from audit_event
    where employee_key = (select audit_key from employee where id = ${employee_id})
      and happened_at > clock_timestamp() - interval '1 minute'
      and (action in ('find_resident', 'show_resident_name') or (action = 'request_rolls' and result <> 'done'))
    order by happened_at desc offset ${limit - 1} limit 1`.execute(db)
  return rows[0] && Math.max(rows[0].seconds, 1)
}

/** Marks where a look begins in its transaction. */
export const setSavepoint = (transaction: Db) => sql`savepoint look`.execute(transaction)

/** Undoes all that a look did, and lets its transaction go on. */
export const undoToSavepoint = (transaction: Db) => sql`rollback to savepoint look`.execute(transaction)

/** The key with which pass numbers are hashed where no setting brings another. */
export async function findSubjectKey(db: Db): Promise<Buffer> {
  return (await db.selectFrom('subject_key').select('key').executeTakeFirstOrThrow()).key
}

// The register of processing is another organisation's; an activity is named by a URI.
const activities = 'urn:rd4-loket:verwerking:'

/** For what purpose a row of the processing log was written. */
export const purposeOfActivity = (processing_activity_id: string) =>
  processing_activity_id.slice(activities.length) as Purpose

/** Adds a row to the processing log for each of these people, by the keys under which the logs know them. */
export async function appendProcessing(
  transaction: Db,
  subjects: Iterable<string>,
  {
    trace_id,
    action,
    purpose,
    start_time,
  }: { trace_id: string; action: AuditAction; purpose: Purpose; start_time: Date },
) {
  const span_id = trace_id.replaceAll('-', '').slice(-16)
  const rows = Array.from(subjects, (data_subject_id) => ({
    trace_id,
    span_id,
    status_code: 1,
    name: action,
    start_time,
    end_time: new Date(),
    resource_name: 'rd4-loket',
    resource_version: apiVersion,
    processing_activity_id: activities + purpose,
    data_subject_id,
    data_subject_id_type: 'environmental_pass_hmac_sha256',
  }))
  if (rows.length > 0) await transaction.insertInto('processing_record').values(rows).execute()
}
