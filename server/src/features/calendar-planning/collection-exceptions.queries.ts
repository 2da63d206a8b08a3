import type { CalendarCategory, CollectionException } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday, dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'

type NewException = { category: CalendarCategory; day: string; moved_to: string | null; reason: string }

/** Inserts or replaces an exception in several areas. A replacement raises the revision. */
export const upsertException = (db: Db, area_ids: number[], { category, day, moved_to, reason }: NewException) =>
  runSql(db)`
    insert into collection_exception (collection_area_id, category, day, state, moved_to, reason)
    select area_id, ${category}, ${day}::date,
      ${moved_to === null ? 'cancelled' : 'moved'}, ${moved_to}::date, ${reason}
    from unnest(${area_ids}::int[]) area_id
    on conflict (collection_area_id, category, day) do update set
      state = excluded.state, moved_to = excluded.moved_to, reason = excluded.reason,
      revision = collection_exception.revision + 1`

/** Withdraws an exception, and returns whether it existed. The row remains, with a higher revision. */
export async function withdrawFromAreas(
  db: Db,
  municipality_id: number,
  area_ids: number[],
  { category, day }: { category: CalendarCategory; day: string },
) {
  const withdrawn = await runSql(db)`
    update collection_exception set state = 'withdrawn', moved_to = null, revision = revision + 1
    from collection_area area
    where area.id = collection_area_id and area.municipality_id = ${municipality_id}
      and area.id = any (${area_ids}::int[]) and category = ${category} and day = ${day}
      and state <> 'withdrawn'`
  return withdrawn > 0
}

/** Returns the exceptions of a municipality from today on. Equal exceptions of several areas are one item. */
export const findExceptions = (db: Db, municipality_id: number) => allRows<Omit<CollectionException, 'changed'>>(db)`
  select category, day, moved_to, reason,
    json_agg(json_build_object('id', area.id, 'name', area.name) order by area.name, area.id) as areas
  from collection_exception join collection_area area on area.id = collection_area_id
  where area.municipality_id = ${municipality_id} and state <> 'withdrawn'
    and greatest(day, moved_to) >= ${dutchToday}
  group by category, day, moved_to, reason order by day, category, moved_to`

/** Returns the publication days of this year and next year. */
export function findCollectionYears(db: Db, municipality_id: number) {
  return allRows<{ year: number; published_on: string | null }>(db)`
    select years.year, published_on
    from (select ${dutchYear} + next as year from generate_series(0, 1) next) years
      left join collection_year on collection_year.year = years.year and municipality_id = ${municipality_id}
    order by years.year`
}

/** Stores the day from which the collection days of a year are public. */
export const upsertPublication = (db: Db, municipality_id: number, year: number, published_on: string) => runSql(db)`
  insert into collection_year (municipality_id, year, published_on)
  values (${municipality_id}, ${year}, ${published_on})
  on conflict (municipality_id, year) do update set published_on = excluded.published_on`
