import type { AuditAction, AuditResult, LoggedValues, Purpose, SecurityAction } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import type { Actor } from '../../platform/http/api.ts'

/** The kinds of rows, lists and calls that an event can be about, except an address. */
type ObjectKind =
  | 'allowance'
  | 'allowance_rule'
  | 'backup'
  | 'bill_rule'
  | 'call'
  | 'collection_area'
  | 'collection_change'
  | 'collection_rules'
  | 'collection_year'
  | 'employee'
  | 'employee_month'
  | 'list'
  | 'notice'
  | 'organisation'
  | 'pass'
  | 'pickup_capacity'
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

/** Returns the position of the first changed or missing row of a log, or null when all stored rows are intact. */
export async function findBrokenLink(db: Db, log: LogName): Promise<number | null> {
  const row = await firstRow<{ kept_from: number; length: number }>(db)`
    select kept_from, length from log_chain where log = ${log}`
  const { kept_from, length } = row ?? { kept_from: 1, length: 0 }
  for (let first = kept_from; first <= length; first += rowsPerCheck) {
    const position = await firstValue<number | null>(db)`
      select broken_link(${log}, ${first}::bigint, ${first + rowsPerCheck - 1}::bigint)`
    if (position) return position
  }
  return null
}

/** A checked log. `hash`: the last hash of its chain. `broken_at`: position of the first broken row, or null. */
type CheckedLog = { log: LogName; length: number; hash: string; broken_at: number | null }

/** Checks every log from its first row to its last, and stores the results. */
export async function checkLogs(db: Db): Promise<CheckedLog[]> {
  const checked: CheckedLog[] = []
  for (const log of logNames) {
    const broken_at = await findBrokenLink(db, log)
    const row = await firstRow<{ length: number; hash: Buffer }>(db)`
      select length, hash from log_chain where log = ${log}`
    const { length, hash } = row ?? { length: 0, hash: Buffer.alloc(0) }
    await runSql(db)`
      insert into log_check (log, length, broken_at) values (${log}, ${length}, ${broken_at})
      on conflict (log) do update set checked_at = now(), length = excluded.length, broken_at = excluded.broken_at`
    checked.push({ log, length, hash: hash.toString('hex'), broken_at })
  }
  return checked
}
