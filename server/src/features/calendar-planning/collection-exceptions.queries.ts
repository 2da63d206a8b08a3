import type { CalendarCategory, CollectionException } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday, dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { countUnder, findDivision } from './collection-areas.queries.ts'

/** How many addresses of a municipality lie in these areas; without those that the register no longer has. */
export async function countAddresses(db: Db, municipality_id: number, area_ids: number[]): Promise<number> {
  const division = await findDivision(db, municipality_id)
  const counted = await countUnder(db, municipality_id, division, division)
  return counted
    .filter(({ one_id }) => one_id !== null && area_ids.includes(one_id))
    .reduce((sum, { addresses }) => sum + addresses, 0)
}

type Exception = { category: CalendarCategory; day: string; moved_to: string | null; reason: string }

/** Keeps an exception in these areas, in place of an earlier one; calendars elsewhere hear of it by its revision. */
export const keepException = (db: Db, area_ids: number[], { category, day, moved_to, reason }: Exception) =>
  db
    .insertInto('collection_exception')
    .values(
      area_ids.map((collection_area_id) => ({
        collection_area_id,
        category,
        day,
        state: moved_to === null ? ('cancelled' as const) : ('moved' as const),
        moved_to,
        reason,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['collection_area_id', 'category', 'day']).doUpdateSet((row) => ({
        state: row.ref('excluded.state'),
        moved_to: row.ref('excluded.moved_to'),
        reason: row.ref('excluded.reason'),
        revision: sql<number>`collection_exception.revision + 1`,
      })),
    )
    .execute()

/** Takes an exception back in these areas of a municipality; it stays, so that its revision can go on. False where there was none. */
export async function withdraw(
  db: Db,
  municipality_id: number,
  area_ids: number[],
  category: CalendarCategory,
  day: string,
) {
  const { numAffectedRows = 0n } = await sql`
    update collection_exception set state = 'withdrawn', moved_to = null, revision = revision + 1
    from collection_area area
    where area.id = collection_area_id and area.municipality_id = ${municipality_id} and area.id = any (${area_ids}::int[])
      and category = ${category} and day = ${day} and state <> 'withdrawn'`.execute(db)
  return numAffectedRows > 0n
}

/** The exceptions of a municipality from today on, each with the areas in which it is the same. */
export async function findExceptions(db: Db, municipality_id: number) {
  const { rows } = await sql<Omit<CollectionException, 'changed'>>`
    select category, day, moved_to, reason,
      json_agg(json_build_object('id', area.id, 'name', area.name) order by area.name, area.id) as areas
    from collection_exception join collection_area area on area.id = collection_area_id
    where area.municipality_id = ${municipality_id} and state <> 'withdrawn'
      and greatest(day, moved_to) >= ${dutchToday}
    group by category, day, moved_to, reason order by day, category, moved_to`.execute(db)
  return rows
}

/** When this year's and next year's collections of a municipality are told. */
export async function findCollectionYears(db: Db, municipality_id: number) {
  const { rows } = await sql<{ year: number; published_on: string | null }>`
    select years.year, published_on
    from (select ${dutchYear} + next as year from generate_series(0, 1) next) years
      left join collection_year on collection_year.year = years.year and municipality_id = ${municipality_id}
    order by years.year`.execute(db)
  return rows
}

/** Keeps from which day on a municipality's collections of a year are told. */
export const keepPublication = (db: Db, municipality_id: number, year: number, published_on: string) =>
  db
    .insertInto('collection_year')
    .values({ municipality_id, year, published_on })
    .onConflict((conflict) => conflict.columns(['municipality_id', 'year']).doUpdateSet({ published_on }))
    .execute()
