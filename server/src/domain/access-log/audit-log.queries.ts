import {
  type AuditAction,
  type AuditResult,
  type Purpose,
  SecurityAction,
  type SecurityAction as SecurityActionName,
} from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'

/** Something that was done, or tried, and that an administrator may have to answer for. */
export type AuditEvent = {
  action: AuditAction | SecurityActionName
  result: AuditResult
  /** What it was done to: a kind of thing and its key. Never a name, an e-mail address or a pass number. */
  object?: { kind: string; key: string | number } | undefined
  /** The number of rows or people shown or changed; for an allowance, the new number of rolls. */
  result_count?: number | undefined
  purpose?: Purpose | undefined
}

/**
 * Adds an event to the audit log, or to the security log by its action. Call it last in the transaction that does what it
 * tells of: until that ends, others wait to add theirs.
 */
export async function appendAuditEvent(
  transaction: Db,
  { id: trace_id, ip: origin, employee }: Actor,
  { action, result, object, result_count, purpose }: AuditEvent,
) {
  await transaction
    .insertInto('audit_event')
    .values(({ selectFrom }) => ({
      log: SecurityAction.safeParse(action).success ? 'security' : 'audit',
      trace_id,
      employee_key: employee && selectFrom('employee').where('id', '=', employee.id).select('audit_key'),
      action,
      object_kind: object?.kind ?? null,
      object_key: object ? String(object.key) : null,
      result,
      result_count: result_count ?? null,
      purpose: purpose ?? null,
      origin,
    }))
    .execute()
}

/**
 * Adds to the security log that something changed of an employee: who they are, what they may, or how they come in. As with
 * every event, last in its transaction.
 */
export async function recordEmployeeChange(transaction: Db, actor: Actor, employee_id: number) {
  const { audit_key } = await transaction
    .selectFrom('employee')
    .where('id', '=', employee_id)
    .select('audit_key')
    .executeTakeFirstOrThrow()
  const object = { kind: 'employee', key: audit_key }
  await appendAuditEvent(transaction, actor, { action: 'change_employee', result: 'done', object })
}

/** The logs that are chains. */
export const logNames = ['audit', 'security', 'processing'] as const
export type LogName = (typeof logNames)[number]

const checkedAtOnce = 20_000

/** The position at which a log stops being what was written; null where it is whole, from the first row that is kept to the last. */
export async function findBrokenLink(db: Db, log: LogName): Promise<number | null> {
  const { kept_from, length } = await db
    .selectFrom('log_chain')
    .where('log', '=', log)
    .select(['kept_from', 'length'])
    .executeTakeFirstOrThrow()
  for (let first = kept_from; first <= length; first += checkedAtOnce) {
    const { rows } = await sql<{ position: number | null }>`
      select broken_link(${log}, ${first}::bigint, ${first + checkedAtOnce - 1}::bigint) as position`.execute(db)
    if (rows[0]?.position) return rows[0].position
  }
  return null
}
