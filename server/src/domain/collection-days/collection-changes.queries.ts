import type { LastChange } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { appendAuditEvent } from '../access-log/audit-log.queries.ts'

/** Something of the collections that is changed as a whole, with what names it within its kind. */
export type Changeable =
  | { kind: 'collection_area' | 'collection_rules'; key: number }
  | { kind: 'collection_exception' | 'collection_year' | 'pickup_capacity'; key: string }

/** A single day of a stream, as the log names it. */
export const exceptionKey = (municipality_id: number, { category, day }: { category: string; day: string }) =>
  `${municipality_id} ${category} ${day}`

/** A year of a municipality, as the log names it. */
export const yearKey = (municipality_id: number, year: number) => `${municipality_id} ${year}`

/** Records who changed something of the collections; to be called last in the transaction of the change. */
export const recordChange = (transaction: Db, actor: Actor, object: Changeable) =>
  appendAuditEvent(transaction, actor, { action: 'change_collection_rules', result: 'done', object })

/** Who changed each of these last, by its key; what nobody changed is not there. */
export async function findLastChanges(db: Db, kinds: Changeable['kind'][], keys: (string | number)[]) {
  const { rows } = await sql<LastChange & { key: string }>`
    select distinct on (object_key) object_key as key, employee.name as by, dutch_time(happened_at) as at
    from audit_event left join employee on employee.audit_key = employee_key
    where log = 'audit' and action = 'change_collection_rules' and object_kind = any (${kinds}) and object_key = any (${keys.map(String)})
    order by object_key, happened_at desc, position desc`.execute(db)
  return new Map(rows.map(({ key, by, at }): [string, LastChange] => [key, { by, at }]))
}
