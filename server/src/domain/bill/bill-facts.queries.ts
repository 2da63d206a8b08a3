import type {
  Address,
  Charge,
  ChargeRule,
  Clearance,
  DeliveredClearances,
  EquipmentKind,
  HouseholdScheme,
  NonClearanceReason,
  Objection,
  WasteStream,
} from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday, dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstRow, jsonList } from '../../platform/database/statements.queries.ts'
import type { CollectionPlan } from '../collection-days/collection-days.queries.ts'
import { deliveredStreams, deliveredUntil } from '../deliveries/deliveries.queries.ts'
import { coversDay } from '../occupancy/occupancy.queries.ts'
import { addressColumns, asAddress, type StoredAddressRow } from '../places/location.queries.ts'
import { chargeRuleColumns, schemeColumns } from './charge-rules.queries.ts'

/** A household in a period, both days included. Rows with the same subject are one household. */
export type Occupancy = {
  id: number
  subject_id: string
  first_day: string
  last_day: string | null
  household_size: number | null
}

/** A lift of an address. */
export type Lift = Omit<Clearance, 'category' | 'equipment_id'> & {
  category: NonNullable<Clearance['category']>
  container_id: number | null
  /** The Dutch day on which the delivery with this lift was imported. */
  loaded_on: string
}

/** A container of the address, or a shared container that the address used. */
export type BilledContainer = {
  id: number
  number: string
  /** Whether the container belongs to this address. */
  is_own: boolean
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  chip_number: string | null
  placed_on: string
  removed_on: string | null
}

/**
 * A price in a period, both days included. Only the price of a fixed part has a household size. That price has no
 * stream, kind or volume.
 */
export type BillTariff = {
  id: number
  charge: Exclude<Charge, 'deduction' | 'credit'>
  waste_type: WasteStream | null
  kind: EquipmentKind | null
  volume_litres: number | null
  household_size: 'one' | 'several' | null
  /** The code that a household must have for this fixed part. Absent or null: every household. */
  scheme?: string | null
  /** Of a weight: the amount of a kilogram. */
  amount_cents: number
  valid_from: string
  valid_to: string
}

export type ImposedBill = {
  id: number
  subject_id: string
  number: string
  assessed_on: string
  amount_cents: number
  lines: { description: string; count: number | null; unit_cents: number | null; amount_cents: number }[]
}

/** Everything that the bill of an address for a year is computed from, except its collection days. */
export type StoredBillFacts = {
  address_id: number
  address: Address
  year: number
  /** The years with clearances or an assessment, newest first. */
  years: number[]
  today: string
  rule: { proration: 'twelfths' | 'days' | 'none'; standard_containers: number }
  /** All households of the address, in order of time. */
  occupancies: Occupancy[]
  /**
   * The lifts of the year and of the year before, the newest first. Also those of two years before when a bill of the
   * year before charges them.
   */
  lifts: Lift[]
  /** How often each kind of lift occurred two years before. */
  earlier_lifts: {
    waste_type: WasteStream
    kind: EquipmentKind | null
    volume_litres: number | null
    count: number
  }[]
  /** Whether any address has clearances in the year before. */
  has_year_before: boolean
  containers: BilledContainer[]
  /** The containers of any address that have or had the same chip as one of `containers`. */
  chips: { container_id: number; chip_number: string; placed_on: string; removed_on: string | null }[]
  /** What the crew did not empty in the year, of the containers of the address. No amount or sum reads it. */
  non_clearances: {
    happened_at: string
    container_id: number
    chip_number: string | null
    reason: NonClearanceReason
  }[]
  tariffs: BillTariff[]
  /** The rule rows of the municipality in row order. A stored row also has the columns of other kinds: null. */
  charge_rules?: ChargeRule[]
  /** The scheme rows of the address: possibly facts about health. Absent or empty: none, or not read. */
  schemes?: HouseholdScheme[]
  /** Retention deleted the scheme rows that ended up to this day. Absent or null: none. */
  schemes_deleted_until?: string | null
  /** The years that need codes and of which scheme rows may be deleted. Absent: none. */
  years_of_lost_schemes?: number[]
  /** The newest imposed bill of each subject in the year. */
  assessments: ImposedBill[]
  objections: (Omit<Objection, 'is_own' | 'amount_cents'> & { filed_by_id: number })[]
  norms: {
    waste_type: WasteStream
    volume_litres: number
    household_size: 'one' | 'several' | 'unknown'
    households: number
    lifts: [lower: number, median: number, upper: number]
    cents: [lower: number, median: number, upper: number]
  }[]
  passes: { issued_on: string; blocked_on: string | null }[]
  /** The streams of which the municipality has lifts, each with the last day that was delivered completely. */
  delivered: DeliveredClearances['streams']
  updated_until: string | null
}

/** Everything that a bill is computed from. */
export type BillFacts = StoredBillFacts & {
  /** Null for an address without a collection area. */
  plan: CollectionPlan | null
}

/** An address by its alias or its id. */
export type AddressKey = { alias: string } | { address_id: number }

const keyCondition = (key: AddressKey): Sql =>
  'alias' in key ? sql`address.alias = ${key.alias}` : sql`address.id = ${key.address_id}`

const addressId = sql`(select id from found)`
const year = sql`(select year from chosen)`

/** The condition that a period, possibly without an end, has a day in the years that a bill needs. */
const isValidSince = (first: Sql, last: Sql) => sql`
  ${first} <= make_date(chosen.year, 12, 31) and (${last} is null or ${last} >= make_date(since.year, 1, 1))`

/**
 * Returns the address and the facts of its bill in one statement; undefined for an unknown address. The default year is
 * the last year with an assessment, else the last complete year with lifts, else this year. When somebody lives at the
 * address, only years of that household can be the default. Schemes are read only with `withSchemes`.
 */
export async function findStoredBillFacts(
  db: Db,
  key: AddressKey,
  wantedYear: number | undefined,
  { withSchemes = false } = {},
): Promise<StoredBillFacts | undefined> {
  const row = await firstRow<{ found: StoredAddressRow } & Omit<StoredBillFacts, 'address_id' | 'address'>>(db)`
    with found as materialized (
      select ${addressColumns('address')}
      from address join street on street.id = street_id join municipality on municipality.id = street.municipality_id
      where ${keyCondition(key)}
    ), current_household as materialized (
      select subject_id, min(first_day) as first_day
      from occupancy
      where address_id = ${addressId} and subject_id = (
        select subject_id from occupancy where address_id = ${addressId} and ${coversDay(dutchToday)})
      group by subject_id
    ), known_years as materialized (
      select year, true as has_lifts,
        coalesce(year >= (select extract(year from first_day) from current_household), true) as is_current
      from clearance_year
      cross join lateral (
        select from clearance
        where clearance.address_id = ${addressId} and cleared_at >= begins_at and cleared_at < ends_at limit 1
      ) any_clearance
      union all
      select year, false, coalesce(subject_id = (select subject_id from current_household), true)
      from assessment where address_id = ${addressId}
    ), chosen as materialized (
      select coalesce(${wantedYear ?? null}::int, max(year) filter (where is_current and not has_lifts),
        max(year) filter (where is_current and has_lifts and year < ${dutchYear}), ${dutchYear}) as year
      from known_years
    ), since as materialized (
      select chosen.year - case when exists (
        select from charge_rule
        where municipality_id = (select municipality_id from found) and kind = 'period' and rest_on <> 'own_year'
          and valid_from <= make_date(chosen.year - 1, 1, 1)
          and (valid_to is null or valid_to >= make_date(chosen.year - 2, 1, 1))) then 2 else 1 end as year
      from chosen
    ), recent as materialized (
      select id, cleared_at, batch_id, waste_type, category, container_id, volume_litres, weight_kg, amount_cents,
        cleared_at < dutch_new_year(${year} - 1) as is_earlier
      from clearance
      where address_id = ${addressId}
        and cleared_at >= dutch_new_year(${year} - 2) and cleared_at < dutch_new_year(${year} + 1)
    ), known_container as materialized (
      select id, number, address_id is not distinct from ${addressId} as is_own, waste_type, kind, volume_litres,
        chip_number, placed_on, removed_on
      from container
      where id in (
        select id from container where address_id = ${addressId}
        union
        select container_id from recent)
    )
    select to_json(found) as found, chosen.year, ${dutchToday} as today,
      array(select distinct year from known_years order by year desc) as years,
      coalesce(
        (select json_build_object('proration', proration, 'standard_containers', standard_containers)
          from bill_rule where bill_rule.municipality_id = found.municipality_id),
        '{"proration": "twelfths", "standard_containers": 1}') as rule,
      ${jsonList(sql`
        select id, subject_id, first_day, last_day, household_size
        from occupancy where address_id = found.id order by first_day`)} as occupancies,
      ${jsonList(sql`
        select recent.id, dutch_time(cleared_at) as cleared_at, waste_type, category, container_id, volume_litres, weight_kg,
          amount_cents, (loaded_at at time zone 'Europe/Amsterdam')::date as loaded_on
        from recent join clearance_batch on clearance_batch.id = batch_id
        where cleared_at >= dutch_new_year(since.year)
        order by recent.cleared_at desc, recent.id desc`)} as lifts,
      ${jsonList(sql`
        select recent.waste_type, kind, recent.volume_litres, count(*)::int as count
        from recent left join known_container on known_container.id = container_id
        where is_earlier
        group by 1, 2, 3`)} as earlier_lifts,
      exists (select from clearance_year where clearance_year.year = chosen.year - 1) as has_year_before,
      ${jsonList(sql`select * from known_container order by placed_on, id`)} as containers,
      ${jsonList(sql`
        select id as container_id, chip_number, placed_on, removed_on
        from container where chip_number in (select chip_number from known_container)`)} as chips,
      ${jsonList(sql`
        select dutch_time(happened_at) as happened_at, container_id, chip_number, reason
        from non_clearance join container on container.id = container_id
        where non_clearance.address_id = found.id
          and happened_at >= dutch_new_year(chosen.year) and happened_at < dutch_new_year(chosen.year + 1)
        order by non_clearance.happened_at, non_clearance.id`)} as non_clearances,
      ${jsonList(sql`
        select id, charge, waste_type, kind, volume_litres, household_size, scheme, amount_cents, valid_from, valid_to
        from tariff
        where tariff.municipality_id = found.municipality_id and ${isValidSince(sql`valid_from`, sql`valid_to`)}
        order by valid_from`)} as tariffs,
      ${jsonList(sql`
        select ${chargeRuleColumns} from charge_rule
        where charge_rule.municipality_id = found.municipality_id and ${isValidSince(sql`valid_from`, sql`valid_to`)}
        order by id`)} as charge_rules,
      ${
        withSchemes
          ? jsonList(sql`
              select ${schemeColumns} from household_scheme
              where household_scheme.address_id = found.id and ${isValidSince(sql`first_day`, sql`last_day`)}
              order by id`)
          : sql`'[]'::json`
      } as schemes,
      (select schemes_deleted_until from municipality where municipality.id = found.municipality_id)
        as schemes_deleted_until,
      ${jsonList(sql`
        select distinct on (subject_id) id, subject_id, number, assessed_on, amount_cents,
          ${jsonList(sql`
            select description, count, unit_cents, amount_cents from assessment_line
            where assessment_id = assessment.id order by position`)} as lines
        from assessment where address_id = found.id and assessment.year = chosen.year
        order by subject_id, assessed_on desc, id desc`)} as assessments,
      ${jsonList(sql`
        select objection.id, clearance_id, handover_id, objection.reason, note, objection.state,
          coalesce(decision_reason, correction.reason) as decision_reason, filer.name as filed_by, filed_by as filed_by_id,
          dutch_time(filed_at) as filed_at, decider.name as decided_by,
          dutch_time(coalesce(decided_at, correction.applied_at)) as decided_at
        from clearance_objection objection
          left join correction on correction.id = correction_id and objection.state = 'corrected'
          join employee filer on filer.id = filed_by
          left join employee decider on decider.id = coalesce(decided_by, correction.approved_by)
        where (objection.state <> 'corrected' or correction.state = 'applied') and objection.address_id = found.id
          and cleared_at >= dutch_new_year(since.year) and cleared_at < dutch_new_year(chosen.year + 1)
        order by objection.filed_at, objection.id`)} as objections,
      ${jsonList(sql`
        select waste_type, volume_litres, household_size, households,
          json_build_array(lower_lifts, median_lifts, upper_lifts) as lifts,
          json_build_array(lower_cents, median_cents, upper_cents) as cents
        from clearance_norm
        where clearance_norm.municipality_id = found.municipality_id and clearance_norm.year = chosen.year
        order by waste_type, volume_litres, household_size`)} as norms,
      ${jsonList(sql`
        select issued_on, blocked_on
        from resident join environmental_pass on resident_id = resident.id
        where resident.address_id = found.id`)} as passes,
      ${deliveredStreams(sql`found.municipality_id`)} as delivered,
      ${deliveredUntil(sql`found.municipality_id`)} as updated_until
    from found cross join chosen cross join since`
  if (!row) return undefined
  const { found, ...facts } = row
  return { address_id: found.id, address: asAddress(found), ...facts }
}
