import type { Db } from '../../platform/database/db.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'

/** The status of a round: its area, stream and day, and the moments in seconds since 1970. Null: not known. */
export type RouteDay = {
  collection_area_id: number
  waste_type: string
  day: string
  started_at: number | null
  finished_at: number | null
}

const columns = {
  int: ['collection_area_id'],
  text: ['waste_type'],
  date: ['day'],
  bigint: ['started_at', 'finished_at'],
} as const

/** Returns the areas of these municipalities. */
export const findAreasOf = (db: Db, municipality_ids: number[]) =>
  allRows<{ id: number; municipality_id: number; name: string }>(db)`
    select id, municipality_id, name from collection_area
    where municipality_id = any (${municipality_ids}::int[]) and not of_one_address`

/** Stores the status of rounds, and replaces earlier ones. Returns for each stored change whether it is a new row. */
export const writeRouteDays = (db: Db, rows: RouteDay[]) => allRows<{ is_new: boolean }>(db)`
  insert into route_day (collection_area_id, waste_type, day, started_at, finished_at)
  select collection_area_id, waste_type, day, to_timestamp(started_at), to_timestamp(finished_at)
  from ${tableOf('file', rows, columns)}
  on conflict (collection_area_id, waste_type, day) do update
    set started_at = excluded.started_at, finished_at = excluded.finished_at
    where (route_day.started_at, route_day.finished_at) is distinct from (excluded.started_at, excluded.finished_at)
  returning xmax = 0 as is_new`
