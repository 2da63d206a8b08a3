import type { Clearance } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const mostRecent = 50

// The years are those of Dutch time: a night round at New Year belongs to the year on the clock there. Each is a partition:
// a year is read from its own, the most recent ones from the newest partitions until there are enough.
async function findClearances(db: Db, whose: RawBuilder<unknown>, year: number | undefined) {
  const period =
    year === undefined
      ? sql`true`
      : sql`cleared_at >= dutch_new_year(${year}::int) and cleared_at < dutch_new_year(${year}::int + 1)`
  const { rows: data } = await sql<Clearance>`
    select id, dutch_time(cleared_at) as cleared_at, waste_type, category, container_id as equipment_id, volume_litres,
      weight_kg, amount_cents
    from clearance
    where ${whose} and ${period}
    order by clearance.cleared_at desc, id desc
    ${year === undefined ? sql`limit ${mostRecent}` : sql``}`.execute(db)
  const years = await sql<{ year: number }>`
    select year from clearance_year
    cross join lateral (
      select from clearance where ${whose} and cleared_at >= begins_at and cleared_at < ends_at limit 1
    ) as any_of_them
    order by year desc`.execute(db)
  const batch = await sql<{ updated_until: string | null }>`
    select max(updated_until) as updated_until from clearance_batch`.execute(db)
  return {
    data,
    meta: { years: years.rows.map((row) => row.year), updated_until: batch.rows[0]?.updated_until ?? null },
  }
}

/** An address's clearances, the newest first: those of a year in Dutch time, or without one the most recent. */
export const findAddressClearances = (db: Db, address_id: number, year: number | undefined) =>
  findClearances(db, sql`address_id = ${address_id}`, year)

/** When the containers of a collection system were emptied, the newest first; its users' openings are not shown. */
export const findCollectionSystemClearances = (db: Db, collection_system_id: number, year: number | undefined) =>
  findClearances(
    db,
    sql`address_id is null and container_id = any (array(
      select container.id from container where collection_system_id = ${collection_system_id}))`,
    year,
  )
