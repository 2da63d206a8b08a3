import type { NonClearanceReason } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, allValues, runSql } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'
import type { DeliveredNonClearance } from './locate-non-clearances.ts'

/** A non-clearance with its place, or with a problem and its fields as JSON. */
export type NonClearanceRow = {
  supplier: string
  supplier_key: string
  source_line: number | null
  address_id: number | null
  container_id: number | null
  waste_type: string | null
  reason: NonClearanceReason | null
  happened_at: number
  problem: string | null
  delivered: string | null
}

const columns = {
  text: ['supplier', 'supplier_key', 'waste_type', 'reason', 'problem', 'delivered'],
  int: ['source_line', 'address_id', 'container_id'],
  bigint: ['happened_at'],
} as const

/** Returns the reasons that a supplier's names have. */
export const findReasons = (db: Db, supplier: string) =>
  allRows<{ name: string; reason: NonClearanceReason }>(db)`
    select name, reason from non_clearance_reason where supplier = ${supplier}`

/** Stores the reasons of a supplier's names. A name that exists gets the new reason. */
export const upsertReasons = (
  db: Db,
  supplier: string,
  reasons: { name: string; reason: NonClearanceReason }[],
) => runSql(db)`
  insert into non_clearance_reason (supplier, name, reason)
  select ${supplier}, name, reason from ${tableOf('option', reasons, { text: ['name', 'reason'] })}
  on conflict (supplier, name) do update set reason = excluded.reason`

/** Returns the stored row of each of these rows, by its supplier key, and whether it has the same content. */
export async function findStoredNonClearances(db: Db, rows: NonClearanceRow[]) {
  const found = await allRows<{ supplier_key: string; id: number; is_equal: boolean }>(db)`
    select file.supplier_key, stored.id,
      (stored.address_id, stored.container_id, stored.waste_type, stored.reason, stored.happened_at, stored.problem,
        stored.delivered)
      is not distinct from
      (file.address_id, file.container_id, file.waste_type, file.reason, to_timestamp(file.happened_at), file.problem,
        file.delivered::jsonb) as is_equal
    from ${tableOf('file', rows, columns)}
    cross join lateral (
      select * from non_clearance
      where non_clearance.supplier = file.supplier and non_clearance.supplier_key = file.supplier_key offset 0
    ) stored`
  return new Map(found.map((row) => [row.supplier_key, row]))
}

/** Inserts rows of a delivery, or replaces the rows with the same keys. Returns their ids. */
export const writeNonClearances = (db: Db, batch_id: number, rows: NonClearanceRow[]) => allValues<number>(db)`
  insert into non_clearance (batch_id, source_line, supplier, supplier_key, address_id, container_id, waste_type, reason,
    happened_at, problem, delivered)
  select ${batch_id}, source_line, supplier, supplier_key, address_id, container_id, waste_type, reason,
    to_timestamp(happened_at), problem, delivered::jsonb
  from ${tableOf('file', rows, columns)}
  on conflict (supplier, supplier_key) do update set batch_id = excluded.batch_id, source_line = excluded.source_line,
    address_id = excluded.address_id, container_id = excluded.container_id, waste_type = excluded.waste_type,
    reason = excluded.reason, happened_at = excluded.happened_at, problem = excluded.problem,
    delivered = excluded.delivered
  returning id`

/** A row in quarantine: its id, its delivery, and the fields of its row in the file. */
export type QuarantinedNonClearance = {
  id: number
  batch_id: number
  supplier: string
  supplier_key: string
  source_line: number | null
  happened_at: number
  day: string
  delivered: Omit<DeliveredNonClearance, 'supplier_key' | 'source_line' | 'happened_at' | 'day'>
}

/** Returns at most `limit` rows in quarantine with an id higher than `after`, in the order of their ids. */
export const findQuarantinedNonClearances = (db: Db, after: number, limit: number) =>
  allRows<QuarantinedNonClearance>(db)`
    select id, batch_id, supplier, supplier_key, source_line, extract(epoch from happened_at)::int8 as happened_at,
      (happened_at at time zone 'Europe/Amsterdam')::date as day, delivered
    from non_clearance where problem is not null and id > ${after} order by id limit ${limit}`

/** The rows in quarantine, each with its reason and the value of the file that the reason is about, counted as one. */
export const quarantinedNonClearances = sql`
  select problem as reason, 1 as count,
    case problem when 'address_unknown' then delivered ->> 'address_code' when 'fraction_unknown' then delivered ->> 'fraction'
      when 'reason_unknown' then delivered ->> 'reason_name' end as value
  from non_clearance where problem is not null`

/**
 * Stores until which day the reasons of municipalities are complete. Returns the ids of the municipalities that have
 * reasons.
 */
export const completeNonClearances = (db: Db, municipality_ids: number[], day: string) => allValues<number>(db)`
  update delivered_until set day = greatest(day, ${day}::date)
  where kind = 'non_clearances' and municipality_id = any (${municipality_ids}::int[])
  returning municipality_id`
