import type { AuditEntry, Received, searchAuditEvents } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { onDays } from '../../platform/database/dutch-time.queries.ts'

type Filter = Omit<Received<typeof searchAuditEvents>['body'], 'cursor' | 'environmental_pass_number'> & {
  /** The key under which the logs know the person; undefined: anybody, and anything. */
  subject: string | undefined
  /** Only what employees of this municipality did; null: of all. */
  municipality_id: number | null
}

/** What fits in a log, the last first; of events before a position where one is given. */
export async function findAuditEvents(
  db: Db,
  { log, from, to, employee_id, action, subject, municipality_id }: Filter,
  { before, most }: { before: number | undefined; most: number },
): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select position, dutch_time(happened_at) as happened_at, employee.name as employee, action, object_kind, object_key,
      result, result_count, purpose, origin, trace_id
    from audit_event left join employee on employee.audit_key = employee_key
    where log = ${log} and ${onDays(sql`happened_at`, { from, to })}
      and (${employee_id ?? null}::int is null or employee.id = ${employee_id ?? null})
      and (${action ?? null}::text is null or action = ${action ?? null})
      and (${subject ?? null}::text is null or object_key = ${subject ?? null})
      and (${municipality_id}::int is null or employee.municipality_id = ${municipality_id})
      and (${before ?? null}::bigint is null or position < ${before ?? null})
    order by position desc limit ${most}`.execute(db)
  return rows
}
