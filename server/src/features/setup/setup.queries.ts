import type { EquipmentKind, QuarantineCause, RollWords, WasteStream } from '@rd4-loket/contract'
import { findMissingFacts, type MissingFact } from '../../domain/missing-data/missing-data.queries.ts'
import { isUndecided } from '../../domain/quarantine/quarantine-lines.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday, dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstRow, jsonList } from '../../platform/database/statements.queries.ts'

/** A price in a period: what it is for, and its last day. */
export type PricePeriod = {
  charge: 'clearance' | 'weight' | 'fixed' | 'rental' | 'delivery'
  waste_type: WasteStream | null
  kind: EquipmentKind | null
  volume_litres: number | null
  household_size: string | null
  scheme: string | null
  amount_cents: number
  valid_from: string
  valid_to: string
}

/** What the database has of a municipality. Days are texts such as `2026-11-22`; null: there is none. */
export type SetupFacts = {
  today: string
  addresses: number
  addresses_on: string | null
  coded: number
  without_code: number
  collection_systems: number
  containers: number
  containers_on: string | null
  container_kinds: { waste_type: WasteStream; kind: EquipmentKind; volume_litres: number }[]
  prices: PricePeriod[]
  has_bill_rule: boolean
  households: number
  areas: number
  /** Of this year and next year. */
  calendar_years: { year: number; rules: number; is_published: boolean }[]
  clearances_until: string | null
  /** The usual number of days between two deliveries of clearances; null with fewer than four deliveries. */
  delivery_days: number | null
  /** The clearances in quarantine for each cause, the most first. */
  quarantined: { cause: QuarantineCause; count: number }[]
  /** The last day of which the reasons of non-clearances are complete. */
  reasons_until: string | null
  /** The non-clearances in quarantine. */
  unexplained: number
  assessments: number
  assessed_on: string | null
  passes: number
  passes_on: string | null
  has_pass_form: boolean
  /** Of this year and next year; null: nobody chose a number. */
  allowances: { year: number; rolls: number | null }[]
  roll_words: RollWords
  has_letter_sender: boolean
  /** What deliveries lack. */
  missing: MissingFact[]
  employees: number
}

/** Deliveries from which the usual number of days between two deliveries follows. */
const countedDeliveries = 13

const deliveredOn = (municipality_id: number, kind: 'containers' | 'passes') => sql`(
  select day from delivered_until where delivered_until.municipality_id = ${municipality_id} and kind = ${kind})`

/**
 * The numbers of waiting rows of a municipality, and of no known municipality, by cause. `rows`: the cause and the
 * postal code of each row.
 */
const waitingIn = (municipality_id: number, rows: Sql) => sql`
  select cause, sum(count)::int as count
  from (select cause, postal_code, count(*) from (${rows}) waiting (cause, postal_code) group by 1, 2) waiting
  where waiting.postal_code is null
    or not exists (select from address where address.postal_code = waiting.postal_code)
    or exists (
      select from address join street on street.id = street_id
      where address.postal_code = waiting.postal_code and municipality_id = ${municipality_id})
  group by 1 order by 2 desc, 1`

/** Returns what the database has of a municipality. */
export async function findSetupFacts(db: Db, municipality_id: number): Promise<SetupFacts> {
  const facts = await firstRow<Omit<SetupFacts, 'missing'>>(db)`
    with place as materialized (
      select address.id, object_code, added_at, retired_on,
        coalesce(is_additional, false) or coalesce(is_under_construction, false) as needs_no_code
      from address join street on street.id = street_id where municipality_id = ${municipality_id}
    ),
    site as materialized (
      select collection_system.id from collection_system join place on place.id = address_id
    ),
    present as materialized (
      select waste_type, container.kind, volume_litres from container join place on place.id = address_id
      where removed_on is null
      union all
      select waste_type, container.kind, volume_litres from container join site on site.id = collection_system_id
      where removed_on is null
    ),
    pass as materialized (
      select status from environmental_pass join place on place.id = address_id
    )
    select ${dutchToday} as today,
      (select count(*)::int from place where retired_on is null) as addresses,
      (select max((added_at at time zone 'Europe/Amsterdam')::date) from place) as addresses_on,
      (select count(*)::int from place where retired_on is null and object_code is not null) as coded,
      (select count(*)::int from place where retired_on is null and object_code is null and not needs_no_code)
        as without_code,
      (select count(*)::int from site) as collection_systems,
      (select count(*)::int from present) as containers,
      ${deliveredOn(municipality_id, 'containers')} as containers_on,
      ${jsonList(sql`select distinct waste_type, kind, volume_litres from present`)} as container_kinds,
      ${jsonList(sql`
        select charge, waste_type, kind, volume_litres, household_size, scheme, amount_cents, valid_from,
          valid_to
        from tariff
        where municipality_id = ${municipality_id} and valid_to >= ${dutchToday}
        order by charge, waste_type desc, kind, volume_litres desc, household_size, scheme, valid_from`)} as prices,
      exists (select from bill_rule where municipality_id = ${municipality_id}) as has_bill_rule,
      (select count(*)::int from occupancy join place on place.id = address_id
        where first_day <= ${dutchToday} and coalesce(last_day, ${dutchToday}) >= ${dutchToday}) as households,
      (select count(*)::int from collection_area where municipality_id = ${municipality_id} and not of_one_address)
        as areas,
      ${jsonList(sql`
        select years.year, (
            select count(*)::int from collection_rule
              join collection_area on collection_area.id = collection_area_id
            where municipality_id = ${municipality_id} and valid_from <= make_date(years.year, 12, 31)
              and (valid_to is null or valid_to >= make_date(years.year, 1, 1))
              and (days is null or exists (select from unnest(days) day where date_part('year', day) = years.year))
          ) as rules,
          exists (select from collection_year
            where municipality_id = ${municipality_id} and collection_year.year = years.year) as is_published
        from generate_series(${dutchYear}, ${dutchYear} + 1) years (year) order by year`)} as calendar_years,
      (select max(day) from delivered_until
        where municipality_id = ${municipality_id} and kind = 'clearances') as clearances_until,
      (select case when count(*) >= 3 then percentile_disc(0.5) within group (order by days) end
        from (
          select day - lag(day) over (order by day) as days
          from (
            select distinct updated_until as day from clearance_batch where updated_until is not null
            order by 1 desc limit ${countedDeliveries}
          ) delivery
        ) distance where days is not null) as delivery_days,
      ${jsonList(
        waitingIn(
          municipality_id,
          sql`
          select cause, postal_code from clearance_quarantine join quarantine_line on quarantine_line.id = line_id
          where clearance_id is null and ${isUndecided}`,
        ),
      )} as quarantined,
      (select max(day) from delivered_until
        where municipality_id = ${municipality_id} and kind = 'non_clearances') as reasons_until,
      (select coalesce(sum(count), 0)::int from (${waitingIn(
        municipality_id,
        sql`select problem, delivered -> 'address' ->> 'postal_code' from non_clearance where problem is not null`,
      )}) unexplained) as unexplained,
      (select count(*)::int from assessment join place on place.id = address_id) as assessments,
      (select max(assessed_on) from assessment join place on place.id = address_id) as assessed_on,
      (select count(*)::int from pass where status = 'active') as passes,
      ${deliveredOn(municipality_id, 'passes')} as passes_on,
      exists (select from pass_form where municipality_id = ${municipality_id}) as has_pass_form,
      ${jsonList(sql`
        select years.year, rolls
        from generate_series(${dutchYear}, ${dutchYear} + 1) years (year)
          left join roll_allowance on roll_allowance.year = years.year and municipality_id = ${municipality_id}
        order by years.year`)} as allowances,
      (select jsonb_build_object('roll_singular', roll_singular, 'roll_plural', roll_plural)
        from municipality where id = ${municipality_id}) as roll_words,
      exists (select from letter_sender where municipality_id = ${municipality_id} and contact <> '')
        as has_letter_sender,
      (select count(*)::int from employee
        where blocked_at is null and 'municipal_employee' = any (roles)
          and (municipality_id = ${municipality_id} or municipality_id is null)) as employees`
  if (!facts) throw new Error('The query of the set-up returned no row')
  const missing = (await findMissingFacts(db, municipality_id)).filter(({ count }) => count > 0)
  return { ...facts, missing }
}
