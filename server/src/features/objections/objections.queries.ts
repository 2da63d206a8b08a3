import type { ListedObjection, Objection, ObjectionState, Purpose } from '@rd4-loket/contract'
import { coversDay, hiddenPeriods } from '../../domain/occupancy/occupancy.queries.ts'
import type { LinkedAddressColumns } from '../../domain/places/linked-address.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'

const clearanceDay = sql`(clearance.cleared_at at time zone 'Europe/Amsterdam')::date`

const occupancyOfClearance = sql`(
  select occupancy.id from occupancy
  where occupancy.address_id = clearance.address_id and ${coversDay(clearanceDay)})`

/**
 * Returns the household of a clearance; undefined for an unknown clearance, for the emptying of a shared container, and
 * for a clearance that the purpose hides.
 */
export const findDisputable = (db: Db, clearance_id: number, purpose: Purpose) =>
  firstRow<{ address_id: number; occupancy_id: number | null }>(db)`
    select address_id, ${occupancyOfClearance} as occupancy_id from clearance
    where id = ${clearance_id} and address_id is not null
      and not cleared_at <@ ${hiddenPeriods(sql`clearance.address_id`, purpose)}`

/** Inserts an objection and returns its id; undefined when the clearance has an open or an upheld objection. */
export const insertObjection = (
  db: Db,
  {
    clearance_id,
    reason,
    note,
    employee_id,
  }: Pick<Objection, 'clearance_id' | 'reason' | 'note'> & { employee_id: number },
) => firstValue<number | undefined>(db)`
  insert into clearance_objection (clearance_id, cleared_at, address_id, reason, note, filed_by)
  select id, cleared_at, address_id, ${reason}, ${note}, ${employee_id} from clearance where id = ${clearance_id}
  on conflict (clearance_id) where state <> 'rejected' do nothing
  returning id`

/** Returns the id of the open or upheld objection against a clearance. */
export const findLiveObjectionId = (db: Db, clearance_id: number) =>
  firstValue<number | undefined>(db)`
    select id from clearance_objection where clearance_id = ${clearance_id} and state <> 'rejected'`

export type StoredObjection = Omit<Objection, 'is_own'> & {
  filed_by_id: number
  address_id: number
  occupancy_id: number | null
}

/**
 * The columns of a StoredObjection. The amount is the supplier's amount, else the tariff of the clearance's Dutch day,
 * else 0. The amount is also 0 when nobody was liable on that day, because the clearance is then on no bill.
 */
const objectionColumns = sql`
  objection.id, objection.clearance_id, objection.reason, objection.note, objection.state,
  objection.filed_by as filed_by_id, filer.name as filed_by, dutch_time(filed_at) as filed_at,
  decider.name as decided_by, dutch_time(decided_at) as decided_at,
  address.id as address_id, ${occupancyOfClearance} as occupancy_id,
  case
    when exists (select from occupancy where occupancy.address_id = address.id) and ${occupancyOfClearance} is null then 0
    else coalesce(clearance.amount_cents, (
      select tariff.amount_cents from tariff
      where tariff.municipality_id = street.municipality_id and charge = 'clearance'
        and (tariff.waste_type, tariff.kind, tariff.volume_litres)
          = (clearance.waste_type, container.kind, clearance.volume_litres)
        and ${clearanceDay} between valid_from and valid_to
    ), 0)
  end as amount_cents`

const objections = sql`
  clearance_objection objection
  join clearance on clearance.id = objection.clearance_id and clearance.cleared_at = objection.cleared_at
  join address on address.id = objection.address_id
  join street on street.id = street_id
  join employee filer on filer.id = objection.filed_by
  left join employee decider on decider.id = decided_by
  left join container on container.id = clearance.container_id`

export const findObjection = (db: Db, id: number) =>
  firstRow<StoredObjection>(db)`select ${objectionColumns} from ${objections} where objection.id = ${id}`

/** Decides an objection if it is open. Waits for a parallel decision first, so only one of two decisions has effect. */
export const decideIfOpen = (
  db: Db,
  { id, state, employee_id }: { id: number; state: Exclude<ObjectionState, 'open'>; employee_id: number },
) => runSql(db)`
  update clearance_objection set state = ${state}, decided_by = ${employee_id}, decided_at = now()
  where id = ${id} and state = 'open'`

export type StoredListedObjection = StoredObjection &
  LinkedAddressColumns &
  Omit<ListedObjection, keyof Objection | 'address'>

/** Returns the open objections, the oldest first. */
export const findOpenObjections = (db: Db, limit: number) => allRows<StoredListedObjection>(db)`
  select ${objectionColumns}, dutch_time(clearance.cleared_at) as cleared_at, dutch_year(clearance.cleared_at) as year,
    clearance.waste_type, alias, street.name as street, street.city, house_number, house_number_extension, postal_code
  from ${objections} where state = 'open' order by objection.filed_at, objection.id limit ${limit}`

/** Returns the number of open objections. */
export const countOpenObjections = (db: Db) =>
  firstValue<number>(db)`select count(*)::int from clearance_objection where state = 'open'`
