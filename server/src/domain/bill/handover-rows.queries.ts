import type { Handover, ListedHandover } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import { occupancyOn } from '../occupancy/occupancy.queries.ts'
import type { LinkedAddressColumns } from '../places/linked-address.ts'

/** The columns of a Handover, as this employee sees it. */
export const handoverColumns = (employee_id: number) => sql`
  handover.id, year, note, author.name as handed_over_by, author.id = ${employee_id} as is_own, dutch_time(handed_over_at) as handed_over_at,
  outcome, answer, closer.name as closed_by, dutch_time(closed_at) as closed_at`

/** The tables of a Handover. */
export const handovers = sql`
  objection_handover handover
  join employee author on author.id = handed_over_by
  left join employee closer on closer.id = closed_by`

/** The id of the household that was liable on the day of a hand-over. */
export const occupancyOfHandover = occupancyOn(sql`resident.address_id`, sql`handed_over_at`)

type StoredListedHandover = Handover &
  LinkedAddressColumns & {
    address_id: number
    occupancy_id: number | null
    municipality: ListedHandover['municipality']
  }

/**
 * Returns the open hand-overs with their addresses and households, the oldest first. `withOwn` includes those of this
 * employee.
 */
export const findOpenHandovers = (
  db: Db,
  limit: number,
  employee_id: number,
  withOwn = true,
) => allRows<StoredListedHandover>(db)`
  select ${handoverColumns(employee_id)}, resident.address_id, ${occupancyOfHandover} as occupancy_id, alias, street.name as street,
    street.city, house_number, house_number_extension, postal_code,
    json_build_object('id', municipality.id, 'name', municipality.name) as municipality
  from ${handovers}
    join resident on resident.id = resident_id
    join address on address.id = resident.address_id
    join street on street.id = street_id
    join municipality on municipality.id = street.municipality_id
  where outcome is null and (${withOwn} or handed_over_by <> ${employee_id})
  order by handover.handed_over_at, handover.id limit ${limit}`
