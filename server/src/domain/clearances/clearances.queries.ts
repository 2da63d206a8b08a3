import type { Clearance, DeliveredClearances, NonClearance, Purpose, StartHours } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstRow, runSql } from '../../platform/database/statements.queries.ts'
import { deliveredStreams, deliveredUntil } from '../deliveries/deliveries.queries.ts'
import { hiddenPeriods, shownOccupancies } from '../occupancy/occupancy.queries.ts'
import { nonClearances, startHours } from './non-clearances.queries.ts'

const maxWithoutYear = 50

type FoundClearances<Owner> = {
  owner: Owner
  data: Clearance[]
  years: number[]
  updated_until: string | null
  delivered: DeliveredClearances
  non_clearances?: NonClearance[]
  start?: StartHours | null
}

/**
 * Returns clearances, the newest first, by one statement; undefined when the query `owner` returns no row. The query
 * also selects the `municipality_id` of the owner.
 * A year is a year in Dutch time. The clearances of a year are read from one partition of the table.
 * Without a year, returns the newest 50. PostgreSQL then reads the newest partitions until it has enough rows. `more`
 * selects other facts about the owner.
 */
async function findClearances<Owner extends object>(
  db: Db,
  { owner, belongs, year, more = sql`` }: { owner: Sql<Owner>; belongs: Sql; year: number | undefined; more?: Sql },
) {
  const inYear =
    year === undefined
      ? sql`true`
      : sql`cleared_at >= dutch_new_year(${year}::int) and cleared_at < dutch_new_year(${year}::int + 1)`
  const row = await firstRow<FoundClearances<Owner>>(db)`
    with owner as materialized (${owner})
    select to_json(owner) as owner,
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
      ${deliveredUntil(sql`owner.municipality_id`)} as updated_until,
      json_build_object(
        'municipality', (select name from municipality where municipality.id = owner.municipality_id),
        'streams', ${deliveredStreams(sql`owner.municipality_id`)}) as delivered
      ${more}
    from owner`
  if (!row) return undefined
  const { owner: found, data, ...meta } = row
  return { owner: found, data, meta }
}

/**
 * Returns the clearances of an address in a year, and the households that the purpose shows; without a year the newest
 * 50 clearances. Undefined for an unknown alias.
 */
export const findAddressClearances = (
  db: Db,
  alias: string,
  { year, purpose }: { year?: number | undefined; purpose: Purpose },
) =>
  findClearances(db, {
    owner: sql<{ address_id: number; occupancy_ids: number[] }>`
      select id as address_id, ${shownOccupancies(sql`address.id`, purpose, year)} as occupancy_ids,
        ${hiddenPeriods(sql`address.id`, purpose)} as hidden,
        (select municipality_id from street where street.id = street_id) as municipality_id
      from address where alias = ${alias}`,
    belongs: sql`clearance.address_id = owner.address_id and not clearance.cleared_at <@ owner.hidden`,
    year,
  })

/** Returns when the containers of a collection system were emptied, and when not. Without openings by residents. */
export async function findCollectionSystemClearances(db: Db, alias: string, year: number | undefined) {
  const ofSystem = (table: string) => sql`${sql.identifier(table)}.address_id is null
    and ${sql.identifier(table)}.container_id = any (array(
      select container.id from container where collection_system_id = owner.id))`
  const found = await findClearances(db, {
    owner: sql<object>`
      select id, (select municipality_id from street where street.id = street_id) as municipality_id
      from collection_system where alias = ${alias}`,
    belongs: ofSystem('clearance'),
    year,
    more: sql`, ${nonClearances(ofSystem('non_clearance'), year)} as non_clearances,
      ${startHours(sql`owner.municipality_id`)} as start`,
  })
  return found && { data: found.data, meta: found.meta }
}

/** Creates the missing partitions for the clearances of these years. Each year in Dutch time has a partition. */
export const addClearanceYears = (db: Db, years: number[]) =>
  runSql(db)`select add_clearance_year(year) from unnest(${years}::int[]) as year`
