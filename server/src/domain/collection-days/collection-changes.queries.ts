import type { LastChange } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import type { Actor } from '../../platform/http/api.ts'
import { appendAuditEvent, type LogEvent } from '../access-log/audit-log.queries.ts'

/** The changed part of the collection settings, as the audit log identifies it. The key is unique within its kind. */
type ChangedObject =
  | { kind: 'collection_area' | 'collection_rules' | 'collection_change'; key: number }
  | { kind: 'collection_hours' | 'collection_year' | 'pickup_capacity'; key: string }

/** Adds a change of the collection settings to the audit log. Call it last in the transaction of the change. */
export const recordPlanningChange = (
  transaction: Db,
  actor: Actor,
  object: ChangedObject,
  change?: LogEvent<'change_collection_rules'>['change'],
) =>
  appendAuditEvent(transaction, actor, {
    action: 'change_collection_rules',
    result: 'done',
    object,
    ...(change && { change }),
  })

/** Returns the items with `changed`: the last change of the item, or null when the item was never changed. */
export async function addLastChanges<Item extends object>(
  db: Db,
  kinds: ChangedObject['kind'][],
  items: Item[],
  keyOf: (item: Item) => ChangedObject['key'],
): Promise<(Item & { changed: LastChange | null })[]> {
  const keys = items.map((item) => `${keyOf(item)}`)
  const rows = await allRows<LastChange & { key: string }>(db)`
    select distinct on (object_key) object_key as key, employee.name as by, dutch_time(happened_at) as at
    from audit_event left join employee on employee.audit_key = employee_key
    where log = 'audit' and action = 'change_collection_rules'
      and object_kind = any (${kinds}) and object_key = any (${keys})
    order by object_key, happened_at desc, position desc`
  const changes = new Map(rows.map(({ key, by, at }): [string, LastChange] => [key, { by, at }]))
  return items.map((item) => ({ ...item, changed: changes.get(`${keyOf(item)}`) ?? null }))
}
