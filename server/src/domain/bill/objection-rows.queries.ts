import type { DisputedClearance, ListedObjection } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import { occupancyOn } from '../occupancy/occupancy.queries.ts'
import type { LinkedAddressColumns } from '../places/linked-address.ts'
import { hasRules } from './charge-rules.queries.ts'

/** The Dutch day of the row `clearance`. */
export const clearanceDay = sql`(clearance.cleared_at at time zone 'Europe/Amsterdam')::date`

/** The id of the household that was liable on the day of a clearance. */
export const occupancyOfClearance = occupancyOn(sql`clearance.address_id`, sql`clearance.cleared_at`)

/** What the row `clearance` costs: the supplier's amount, else the tariff of its Dutch day, else 0. */
export const clearanceCents = sql`coalesce(clearance.amount_cents, (
  select tariff.amount_cents from tariff
  where tariff.municipality_id = street.municipality_id and charge = 'clearance'
    and (tariff.waste_type, tariff.kind, tariff.volume_litres)
      = (clearance.waste_type, container.kind, clearance.volume_litres)
    and ${clearanceDay} between valid_from and valid_to
), 0)`

/** An objection as stored, with its household. */
export type StoredObjection = Omit<DisputedClearance, 'is_own'> & {
  filed_by_id: number
  decided_by_id: number | null
  address_id: number
  occupancy_id: number | null
}

/**
 * The columns of a StoredObjection. The amount is the supplier's amount, else the tariff of the clearance's Dutch day,
 * else 0. The amount is also 0 when nobody was liable on that day, because the clearance is then on no bill. It is null
 * where rules of the municipality can make the credit another amount.
 */
export const objectionColumns = sql`
  objection.id, objection.clearance_id, objection.handover_id, objection.reason, objection.note, objection.state,
  objection.filed_by as filed_by_id, objection.decided_by as decided_by_id, filer.name as filed_by, dutch_time(filed_at) as filed_at,
  decider.name as decided_by, dutch_time(decided_at) as decided_at,
  decision_reason,
  address.id as address_id, ${occupancyOfClearance} as occupancy_id,
  case
    when exists (select from occupancy where occupancy.address_id = address.id) and ${occupancyOfClearance} is null then 0
    when not ${hasRules(sql`street.municipality_id`)} then ${clearanceCents}
  end as amount_cents`

/** The tables of a StoredObjection. */
export const objections = sql`
  clearance_objection objection
  join clearance on clearance.id = objection.clearance_id and clearance.cleared_at = objection.cleared_at
  join address on address.id = objection.address_id
  join street on street.id = street_id
  join employee filer on filer.id = objection.filed_by
  left join employee decider on decider.id = decided_by
  left join container on container.id = clearance.container_id`

export type StoredListedObjection = StoredObjection &
  LinkedAddressColumns &
  Omit<ListedObjection, keyof DisputedClearance | 'address'>

/** Returns the open objections, the oldest first. `except` omits those that this employee filed. */
export const findOpenObjections = (
  db: Db,
  limit: number,
  except: number | null = null,
) => allRows<StoredListedObjection>(db)`
  select ${objectionColumns}, dutch_time(clearance.cleared_at) as cleared_at, dutch_year(clearance.cleared_at) as year,
    clearance.waste_type, alias, street.name as street, street.city, house_number, house_number_extension, postal_code
  from ${objections}
  where state = 'open' and (${except}::int is null or objection.filed_by <> ${except}::int)
  order by objection.filed_at, objection.id limit ${limit}`
