import type { Clearance } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { firstRow, runSql } from '../../platform/database/statements.queries.ts'

const maxWithoutYear = 50

/**
 * Returns clearances, the newest first, by one statement; undefined when table `owner` has no row with this alias.
 * A year is a year in Dutch time. Its clearances are read from one partition of the table.
 * Without a year, returns the newest 50. PostgreSQL then reads the newest partitions until it has enough rows.
 */
async function findClearances(
  db: Db,
  owner: 'address' | 'collection_system',
  alias: string,
  { belongs, year }: { belongs: RawBuilder<unknown>; year: number | undefined },
) {
  const inYear =
    year === undefined
      ? sql`true`
      : sql`cleared_at >= dutch_new_year(${year}::int) and cleared_at < dutch_new_year(${year}::int + 1)`
  const row = await firstRow<{ data: Clearance[]; years: number[]; updated_until: string | null }>(db)`
    select
      coalesce((
        select json_agg(newest)
        from (
          select id, dutch_time(cleared_at) as cleared_at, waste_type, category, container_id as equipment_id, volume_litres,
            weight_kg, amount_cents
          from clearance
          where ${belongs} and ${inYear}
          order by clearance.cleared_at desc, id desc
          limit ${year === undefined ? maxWithoutYear : null}::int
        ) newest
      ), '[]') as data,
      array(
        select year from clearance_year
        cross join lateral (
          select from clearance where ${belongs} and cleared_at >= begins_at and cleared_at < ends_at limit 1
        ) any_clearance
        order by year desc
      ) as years,
      (select max(updated_until) from clearance_batch) as updated_until
    from ${sql.table(owner)} where alias = ${alias}`
  if (!row) return undefined
  const { data, ...meta } = row
  return { data, meta }
}

/** Returns the clearances of an address in a year; without a year the newest 50. */
export const findAddressClearances = (db: Db, alias: string, year: number | undefined) =>
  findClearances(db, 'address', alias, { belongs: sql`clearance.address_id = address.id`, year })

/** Returns when the containers of a collection system were emptied. Openings by residents are not included. */
export const findCollectionSystemClearances = (db: Db, alias: string, year: number | undefined) =>
  findClearances(db, 'collection_system', alias, {
    belongs: sql`clearance.address_id is null and clearance.container_id = any (array(
      select container.id from container where collection_system_id = collection_system.id))`,
    year,
  })

/** Creates the missing partitions for the clearances of these years. Each year in Dutch time has a partition. */
export const addClearanceYears = (db: Db, years: number[]) =>
  runSql(db)`select add_clearance_year(year) from unnest(${years}::int[]) as year`
