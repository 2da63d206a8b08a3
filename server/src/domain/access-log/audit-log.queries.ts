import type { AuditAction, AuditResult, LogFault, LoggedValues, Purpose, SecurityAction } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import type { Actor } from '../../platform/http/api.ts'

/** Returns the actor of a command, for the logs. There is no employee, because nobody logs in to the command line. */
export const commandLineActor = (origin = 'command line'): Actor => ({
  id: crypto.randomUUID(),
  ip: origin,
  employee: null,
})

/** The kinds of rows, lists and calls that an event can be about, except an address. */
type ObjectKind =
  | 'allowance'
  | 'allowance_rule'
  | 'backup'
  | 'bill_rule'
  | 'call'
  | 'card'
  | 'charge_rule'
  | 'collection_area'
  | 'collection_change'
  | 'collection_hours'
  | 'collection_rules'
  | 'collection_year'
  | 'correction'
  | 'employee'
  | 'employee_month'
  | 'letter_sender'
  | 'list'
  | 'malfunction_mail'
  | 'notice'
  | 'office_hours'
  | 'organisation'
  | 'pass'
  | 'pass_form'
  | 'pickup_capacity'
  | 'roll_words'
  | 'tariff'

/** An action of a user, done or rejected, for which the user is accountable. */
export type LogEvent<Action> = {
  action: Action
  result: AuditResult
  /**
   * The kind and the key of the row that was shown or changed. The key is never a name, an e-mail address or a pass
   * number. The key of an address is the opaque alias, by which the log screen links to the address.
   */
  object?: { kind: ObjectKind; key: string | number } | { address_id: number } | undefined
  /** The number of rows or people that were shown or changed. */
  result_count?: number | undefined
  purpose?: Purpose | undefined
  /** The values of a setting or right before and after a change. Undefined: the setting or right did not exist. */
  change?: { before: LoggedValues | undefined; after: LoggedValues | undefined }
}

type AnyEvent = LogEvent<AuditAction | SecurityAction>

const objectColumns = (object: AnyEvent['object']) => {
  if (!object) return sql`null, null`
  if ('address_id' in object) return sql`'address', (select alias from address where id = ${object.address_id})`
  return sql`${object.kind}, ${String(object.key)}`
}

/** Returns both values of a change as JSON, without the properties that did not change. */
function changeColumns(change: AnyEvent['change']) {
  if (!change) return sql`null, null`
  const { before = {}, after = {} } = change
  const differing = (values: LoggedValues) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name])),
    )
  return sql`${JSON.stringify(differing(before))}::jsonb, ${JSON.stringify(differing(after))}::jsonb`
}

/** The statement that adds an event to a log. It locks the log until the transaction ends. */
export const insertEvent = (
  log: 'audit' | 'security',
  { id: trace_id, ip: origin, employee }: Actor,
  { action, result, object, result_count, purpose, change }: AnyEvent,
) => sql`
  insert into audit_event
    (log, trace_id, employee_key, action, object_kind, object_key, result, result_count, purpose, old_values, new_values,
      origin)
  values (${log}, ${trace_id}, (select audit_key from employee where id = ${employee?.id ?? null}), ${action},
    ${objectColumns(object)}, ${result}, ${result_count ?? null}, ${purpose ?? null}, ${changeColumns(change)}, ${origin})`

/** Adds an event to the audit log. Call it last in its transaction. */
export async function appendAuditEvent(transaction: Db, actor: Actor, event: LogEvent<AuditAction>) {
  await runSql(transaction)`${insertEvent('audit', actor, event)}`
}

/** Adds an event to the security log. Call it last in its transaction. */
export async function appendSecurityEvent(transaction: Db, actor: Actor, event: LogEvent<SecurityAction>) {
  await runSql(transaction)`${insertEvent('security', actor, event)}`
}

/**
 * Returns the rights of an employee as the log stores them, and locks them until the transaction ends. Call it before
 * the change.
 */
export const lockRights = (transaction: Db, employee_id: number) =>
  firstRow<LoggedRights>(transaction)`
    select roles, blocked_at is not null as blocked,
      coalesce((select municipality.name from municipality where municipality.id = municipality_id), 'Alle gemeenten')
        as municipality
    from employee where id = ${employee_id} for update`
type LoggedRights = { roles: string[]; blocked: boolean; municipality: string }

/**
 * Adds a change of an employee's rights or login method, or an invitation, to the security log. The event has the
 * rights before and after the change. Call it last in its transaction.
 */
export async function recordEmployeeChange(
  transaction: Db,
  actor: Actor,
  employee_id: number,
  before: LoggedRights | undefined,
  action: 'change_employee' | 'invite_employee' = 'change_employee',
) {
  const key = await firstValue<string | undefined>(transaction)`
    select audit_key from employee where id = ${employee_id}`
  if (!key) throw new Error(`Employee ${employee_id} does not exist`)
  const object = { kind: 'employee', key } as const
  const change = { before, after: await lockRights(transaction, employee_id) }
  await appendSecurityEvent(transaction, actor, { action, result: 'done', object, change })
}

/** The logs that are hash chains. */
const logNames = ['audit', 'security', 'processing'] as const
export type LogName = (typeof logNames)[number]

const rowsPerCheck = 20_000

/** Returns the length of a log, and the position of its first changed or missing row, or null when it is intact. */
async function findBrokenLink(db: Db, log: LogName): Promise<{ length: number; broken_at: number | null }> {
  const row = await firstRow<{ kept_from: number; length: number }>(db)`
    select kept_from, length from log_chain where log = ${log}`
  const { kept_from, length } = row ?? { kept_from: 1, length: 0 }
  for (let first = kept_from; first <= length; first += rowsPerCheck) {
    const broken_at = await firstValue<number | null>(db)`
      select broken_link(${log}, ${first}::bigint, ${Math.min(first + rowsPerCheck - 1, length)}::bigint)`
    if (broken_at) return { length, broken_at }
  }
  return { length, broken_at: null }
}

/**
 * The outcome of the check of a log. `hash`: the hash of its last checked row, in hexadecimal. `fault`: null when the
 * log is intact. `broken_at`: the first row that can be missing or changed, or null.
 */
export type CheckedLog = {
  log: LogName
  length: number
  hash: string
  fault: LogFault | null
  broken_at: number | null
}

/** Checks every log from its first row to its last, compares it with its earlier checks, and stores the outcomes. */
export async function checkLogs(db: Db): Promise<CheckedLog[]> {
  const checked: CheckedLog[] = []
  for (const log of logNames) {
    const { length, broken_at } = await findBrokenLink(db, log)
    const outcome = await firstRow<Omit<CheckedLog, 'log'>>(db)`
      select length, coalesce(encode(hash, 'hex'), '') as hash, fault, broken_at
      from record_log_check(${log}, ${length}::bigint, ${broken_at}::bigint)`
    if (!outcome) throw new Error(`The check of the log ${log} was not stored`)
    checked.push({ log, ...outcome })
  }
  return checked
}

/** The hash of a log at a length, as it was noted outside the database. */
export type LogAnchor = { hash: string; length: number }

/** Returns the logs that have this hash at this length, and the length of the longest log. */
export const findAnchor = (db: Db, { hash, length }: LogAnchor) =>
  firstRow<{ logs: LogName[]; longest: number }>(db)`
    select coalesce(array_agg(log) filter (where encode(log_hash(log, ${length}::bigint), 'hex') = ${hash}), '{}') as logs,
      max(length) as longest
    from log_chain` as Promise<{ logs: LogName[]; longest: number }>
