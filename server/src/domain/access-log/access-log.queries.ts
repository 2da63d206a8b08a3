import type { AuditAction, Purpose } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allValues, firstRow, runSql } from '../../platform/database/statements.queries.ts'
import type { Actor } from '../../platform/http/api.ts'
import { insertEvent, type LogEvent } from './audit-log.queries.ts'

// The class id of the advisory lock: an arbitrary number that no other lock uses.
const accessOfEmployee = 4_711_018

/**
 * Locks the pass lookups of an employee until the transaction ends. Simultaneous transactions of the employee
 * therefore count each other's lookups.
 */
export const lockAccess = (transaction: Db, employee_id: number) =>
  runSql(transaction)`select pg_advisory_xact_lock(${accessOfEmployee}, ${employee_id})`

/**
 * Returns the seconds until an employee may look up another pass, or undefined if that is allowed now.
 * `limit` is the maximum per minute. Some calls count only when they are rejected, because the rejection shows whether
 * the pass exists: roll issues, changes of a pass, lists of the systems of
 * a pass, and handed-over objections.
 */
export async function secondsToWait(db: Db, employee_id: number, limit: number): Promise<number | undefined> {
  const row = await firstRow<{ seconds: number }>(db)`
    select ceil(extract(epoch from happened_at + interval '1 minute' - clock_timestamp()))::int as seconds
    from audit_event
    where employee_key = (select audit_key from employee where id = ${employee_id})
      and happened_at > clock_timestamp() - interval '1 minute'
      and (action in ('find_resident', 'open_contact', 'show_resident_name', 'show_resident_bill') or (
        action in ('request_rolls', 'issue_pass', 'block_pass', 'replace_pass', 'activate_pass', 'show_pass_systems',
          'show_pass_handovers', 'hand_over_objection', 'make_objection_form') and result <> 'done'))
    order by happened_at desc offset ${limit - 1} limit 1`
  return row && Math.max(row.seconds, 1)
}

/**
 * Whether a row of `audit_review` covers its month. A review from before the end of the month no longer covers the
 * month after that end.
 */
export const coversMonth = sql`(
  now() < (audit_review.month + interval '1 month') at time zone 'Europe/Amsterdam'
  or reviewed_at >= (audit_review.month + interval '1 month') at time zone 'Europe/Amsterdam')`

export const setSavepoint = (transaction: Db) => runSql(transaction)`savepoint access`

export const undoToSavepoint = (transaction: Db) => runSql(transaction)`rollback to savepoint access`

/** Returns the key for the hashes of pass numbers. It is used when the setting SUBJECT_SECRET is absent. */
export async function findSubjectKey(db: Db): Promise<Buffer> {
  const row = await firstRow<{ key: Buffer }>(db)`select key from subject_key`
  if (!row) throw new Error('subject_key has no row')
  return row.key
}

/** Returns the contact of an employee that a call states; undefined for an unknown contact, and for one of a colleague. */
export const findContactOfCall = (db: Db, employee_id: number, public_id: string) =>
  firstRow<{ address_id: number | null; is_closed: boolean }>(db)`
    select address_id, slot is null as is_closed from contact
    where public_id = ${public_id}::uuid and employee_id = ${employee_id}`

/** Returns the addresses of passes. */
export const findAddressesOfPasses = async (db: Db, numbers: string[]) =>
  numbers.length === 0
    ? []
    : allValues<number>(db)`select distinct address_id from environmental_pass where number = any (${numbers}::text[])`

// The register of processing activities is maintained outside the portal. It identifies an activity by a URI.
const activities = 'urn:rd4-loket:verwerking:'

/** Returns the purpose that a `processing_activity_id` of the processing log contains. */
export const purposeOfActivity = (processing_activity_id: string) =>
  processing_activity_id.slice(activities.length) as Purpose

/** Maps the key of each subject in the logs to its type: the hash of a pass number, or the hash of a household. */
export type Subjects = Map<string, 'environmental_pass_hmac_sha256' | 'household_hmac_sha256'>

/** The columns of a processing-log row that do not depend on its subject. */
type ProcessingFacts = { action: AuditAction; purpose: Purpose; start_time: Date; version: string }

/**
 * Adds an access to the audit log, and a row for each subject to the processing log. One statement locks both logs
 * until the transaction ends, so call it last. PostgreSQL runs the insert in the `with` part after the main insert, so
 * all accesses lock the logs in the same order.
 */
export const appendAccess = (
  transaction: Db,
  actor: Actor,
  {
    event,
    subjects,
    processing: { action, purpose, start_time, version },
  }: { event: LogEvent<AuditAction>; subjects: Subjects; processing: ProcessingFacts },
) => runSql(transaction)`
  with event as (${insertEvent('audit', actor, { ...event, result_count: subjects.size, purpose })})
  ${insertProcessing(actor.id, subjects, { action, purpose, start_time, version })}`

const insertProcessing = (
  trace_id: string,
  subjects: Subjects,
  { action, purpose, start_time, version }: ProcessingFacts,
) => sql`
  insert into processing_record (trace_id, span_id, status_code, name, start_time, end_time, resource_name,
    resource_version, processing_activity_id, data_subject_id, data_subject_id_type)
  select ${trace_id}, ${trace_id.replaceAll('-', '').slice(-16)}, 1, ${action}, ${start_time}::timestamptz,
    ${new Date()}::timestamptz, 'rd4-loket', ${version}, ${activities + purpose}, key, type
  from unnest(${[...subjects.keys()]}::text[], ${[...subjects.values()]}::text[]) as subject (key, type)`

/**
 * Adds the households of a part of a longer task to the processing log. The audit log has the task as one event with
 * the same trace id. Call it last in its transaction.
 */
export const appendProcessing = (transaction: Db, trace_id: string, keys: string[], facts: ProcessingFacts) =>
  runSql(transaction)`
    ${insertProcessing(trace_id, new Map(keys.map((key) => [key, 'household_hmac_sha256'])), facts)}`
