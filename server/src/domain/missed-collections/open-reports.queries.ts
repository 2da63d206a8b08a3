import type { CollectionHours, MissedStreet } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstValue } from '../../platform/database/statements.queries.ts'
import { occupancyOn } from '../occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../places/in-municipality.queries.ts'
import type { LinkedAddressColumns } from '../places/linked-address.ts'

/** The condition that a row of `missed_report` waits for an outcome. */
export const isOpenReport = sql`outcome is null and retracted_at is null`

/** The settings of a municipality, or `initial` if it has set none, as a CollectionHours. */
export const collectionHours = (municipality_id: Sql, initial: CollectionHours) => sql`coalesce(
  (select settings from collection_hours where collection_hours.municipality_id = ${municipality_id}),
  ${JSON.stringify(initial)}::jsonb)`

/** The household at the address of the row `report` on the day of the report. */
export const occupancyOfReport = occupancyOn(sql`report.address_id`, sql`reported_at`)

type OpenReport = Pick<MissedStreet, 'waste_type' | 'day' | 'municipality' | 'addresses'> &
  Pick<MissedStreet['reports'][number], 'id' | 'version' | 'container_number' | 'disputed' | 'reported_by'> &
  LinkedAddressColumns & {
    street_id: number
    address_id: number
    occupancy_id: number | null
    reported_at: Date
    hours: CollectionHours
  }

/**
 * Returns the open reports that the viewer may see, the oldest first. `addresses` counts the addresses of the same
 * street, stream and day with a report that is neither retracted nor unfounded. `initial`: the hours of a municipality
 * that has set none.
 */
export const findOpenReports = (db: Db, viewer: Viewer, initial: CollectionHours) => allRows<OpenReport>(db)`
  with reported as (
    select street_id, waste_type, day, count(distinct address_id)::int as addresses
    from missed_report join address on address.id = address_id
    where retracted_at is null and outcome is distinct from 'unfounded'
      and (waste_type, day) in (select waste_type, day from missed_report where ${isOpenReport})
    group by street_id, waste_type, day
  )
  select report.id, version, report.waste_type, report.day, disputed, reported_at, author.name as reported_by,
    container.number as container_number, reported.addresses, report.address_id,
    ${occupancyOfReport} as occupancy_id, street.id as street_id, alias, street.name as street, street.city,
    house_number, house_number_extension, postal_code,
    json_build_object('id', municipality.id, 'name', municipality.name) as municipality,
    ${collectionHours(sql`municipality.id`, initial)} as hours
  from missed_report report
    join employee author on author.id = employee_id
    join address on address.id = report.address_id
    join street on street.id = address.street_id
    join municipality on municipality.id = street.municipality_id
    join reported on reported.street_id = street.id and reported.waste_type = report.waste_type
      and reported.day = report.day
    left join container on container.id = report.container_id
  where ${isOpenReport} and ${inMunicipality(viewer)} order by reported_at, report.id`

/** Returns how many open reports the viewer may see. */
export const countOpenReports = (db: Db, viewer: Viewer) => firstValue<number>(db)`
  select count(*)::int
  from missed_report join address on address.id = address_id join street on street.id = street_id
  where ${isOpenReport} and ${inMunicipality(viewer)}`
