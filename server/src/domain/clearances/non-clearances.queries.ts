import type { DeliveredClearances, NonClearance, Purpose, StartHours } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstRow, jsonList } from '../../platform/database/statements.queries.ts'
import { deliveredStreams } from '../deliveries/deliveries.queries.ts'
import { hiddenPeriods, shownOccupancies } from '../occupancy/occupancy.queries.ts'

const maxWithoutYear = 50

/**
 * Returns the SQL of the non-clearances that `belongs` selects, the newest first, as JSON: of a year in Dutch time, or
 * without a year the newest 50. A row in quarantine belongs nowhere.
 */
export const nonClearances = (belongs: Sql, year: number | undefined) =>
  jsonList(sql`
    select id, dutch_time(happened_at) as happened_at, waste_type, container_id as equipment_id, reason
    from non_clearance
    where ${belongs} and ${
      year === undefined
        ? sql`true`
        : sql`happened_at >= dutch_new_year(${year}::int) and happened_at < dutch_new_year(${year}::int + 1)`
    }
    order by non_clearance.happened_at desc, id desc
    limit ${year === undefined ? maxWithoutYear : null}::int`)

/** Returns the SQL of the hours that a municipality has set, as StartHours; null if it has set none. */
export const startHours = (municipality_id: Sql) => sql`(
  select json_build_object('container', settings -> 'collection_start', 'bag', settings -> 'collection_start_bags')
  from collection_hours where collection_hours.municipality_id = ${municipality_id})`

type FoundNonClearances = {
  address_id: number
  occupancy_ids: number[]
  data: NonClearance[]
  delivered: DeliveredClearances
  start: StartHours | null
}

/**
 * Returns what was not emptied at an address, for the households that the purpose shows, of which streams reasons were
 * delivered, and the hours of the municipality. Undefined for an unknown alias.
 */
export async function findAddressNonClearances(
  db: Db,
  alias: string,
  { year, purpose }: { year: number | undefined; purpose: Purpose },
) {
  const row = await firstRow<FoundNonClearances>(db)`
    with owner as materialized (
      select address.id, ${shownOccupancies(sql`address.id`, purpose, year)} as occupancy_ids,
        ${hiddenPeriods(sql`address.id`, purpose)} as hidden, municipality_id
      from address join street on street.id = street_id where alias = ${alias}
    )
    select owner.id as address_id, occupancy_ids,
      ${nonClearances(sql`non_clearance.address_id = owner.id and not non_clearance.happened_at <@ owner.hidden`, year)}
        as data,
      json_build_object(
        'municipality', (select name from municipality where municipality.id = owner.municipality_id),
        'streams', ${deliveredStreams(sql`owner.municipality_id`, 'non_clearances')}) as delivered,
      ${startHours(sql`owner.municipality_id`)} as start
    from owner`
  if (!row) return undefined
  const { data, delivered, start, ...owner } = row
  return { owner, data, meta: { delivered, start } }
}
