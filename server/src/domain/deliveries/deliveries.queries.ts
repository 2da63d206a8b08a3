import type { LoadedKind, WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, jsonList, runSql } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'

/** The kinds of data that a supplier delivers by stream: what was emptied, and what was not. */
export type StreamKind = 'clearances' | 'non_clearances'

/**
 * A stream of clearances that one delivery has for a municipality, and the day of its earliest clearance. `batch_id` is
 * null for an unchanged clearance.
 */
export type DeliveredStream = {
  municipality_id: number
  waste_type: WasteStream
  batch_id: number | null
  since: string
}

/** Returns the SQL of the streams of which a municipality has data, each with its first and last day, as JSON. */
export const deliveredStreams = (municipality_id: Sql, kind: StreamKind = 'clearances') =>
  jsonList(sql`
    select waste_type, since, day as until
    from delivered_until
    where delivered_until.municipality_id = ${municipality_id} and kind = ${kind}
    order by waste_type`)

/** Returns the SQL of the last day of which a municipality has clearances of any stream; null when it has none. */
export const deliveredUntil = (municipality_id: Sql) => sql`(
  select max(day) from delivered_until
  where delivered_until.municipality_id = ${municipality_id} and kind = 'clearances')`

const placedColumns = { int: ['address_id', 'container_id', 'batch_id'], text: ['waste_type', 'day'] } as const

/** Returns the municipalities and streams of clearances, or of non-clearances. A shared container counts at its address. */
export const findDeliveredStreams = (
  db: Db,
  clearances: {
    address_id: number | null
    container_id: number | null
    batch_id: number | null
    waste_type: WasteStream
    day: string
  }[],
) =>
  // `offset 0` forces one index lookup per row. Without it, the planner may read a whole table.
  allRows<DeliveredStream>(db)`
    select municipality_id, file.waste_type, file.batch_id, min(file.day) as since
    from ${tableOf('file', clearances, placedColumns)}
    cross join lateral (
      select municipality_id from street
      where id = (
        select street_id from address
        where id = coalesce(file.address_id, (
          select collection_system.address_id
          from container join collection_system on collection_system.id = collection_system_id
          where container.id = file.container_id))
      ) offset 0
    ) place
    group by 1, 2, 3`

/**
 * Stores since when these streams have data of a kind, and that they are complete up to a day. Without a day: up to the
 * last day of the delivery of each stream, unless that delivery was stopped. The period never becomes shorter.
 */
export const saveDeliveredStreams = (
  db: Db,
  streams: DeliveredStream[],
  until?: string,
  kind: StreamKind = 'clearances',
) =>
  runSql(db)`
    insert into delivered_until (kind, municipality_id, waste_type, since, day)
    select ${kind}, municipality_id, waste_type, min(since)::date,
      max(coalesce(${until ?? null}::date, updated_until))
    from ${tableOf('file', streams, { int: ['municipality_id', 'batch_id'], text: ['waste_type', 'since'] })}
      left join clearance_batch on clearance_batch.id = file.batch_id
    where coalesce(${until ?? null}::date, updated_until) is not null
    group by municipality_id, waste_type
    on conflict (municipality_id, kind, waste_type) do update
      set since = least(delivered_until.since, excluded.since), day = greatest(delivered_until.day, excluded.day)
      where delivered_until.day < excluded.day or least(delivered_until.since, excluded.since) is distinct from
        delivered_until.since`

/**
 * Stores that municipalities have data of a kind, as of today. Does not lock a row that already states this, so
 * parallel changes in a municipality do not wait for each other.
 */
export const saveDelivery = (db: Db, kind: LoadedKind, municipality_ids: number[]) =>
  runSql(db)`
    insert into delivered_until (kind, municipality_id, day)
    select ${kind}, id, ${dutchToday} from (select distinct unnest(${municipality_ids}::int[]) as id) delivered
    where not exists (
      select from delivered_until stored
      where stored.kind = ${kind} and stored.municipality_id = id and stored.day >= ${dutchToday})
    on conflict (municipality_id, kind, waste_type) do update set day = excluded.day
      where delivered_until.day < excluded.day`

/** Stores that the municipalities of these addresses have data of a kind, as of today. */
export const saveDeliveryAt = (db: Db, kind: LoadedKind, address_ids: number[]) =>
  runSql(db)`
    insert into delivered_until (kind, municipality_id, day)
    select distinct ${kind}, municipality_id, ${dutchToday}
    from unnest(${address_ids}::int[]) as delivered (address_id)
    cross join lateral (
      select municipality_id from street
      where id = (select street_id from address where address.id = delivered.address_id) offset 0
    ) place
    on conflict (municipality_id, kind, waste_type) do update set day = excluded.day
      where delivered_until.day < excluded.day`

/** Returns the SQL of the name of a municipality and the kinds of data that it ever got, as JSON. */
export const namedLoadedKinds = (municipality_id: Sql) => sql`(
  select json_build_object('name', name, 'loaded', array(
    select kind from delivered_until where delivered_until.municipality_id = municipality.id and waste_type is null))
  from municipality where municipality.id = ${municipality_id})`

/** Returns the kinds of data that each municipality ever got, by its id. */
export async function findLoadedKinds(db: Db): Promise<Map<number, LoadedKind[]>> {
  const rows = await allRows<{ municipality_id: number; kinds: LoadedKind[] }>(db)`
    select municipality_id, array_agg(kind order by kind) as kinds
    from delivered_until where waste_type is null group by municipality_id`
  return new Map(rows.map(({ municipality_id, kinds }) => [municipality_id, kinds]))
}
