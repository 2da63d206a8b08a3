import type { CalendarCategory, CalendarMeta, CollectionRule, Purpose } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { type DayRange, dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, jsonList } from '../../platform/database/statements.queries.ts'
import { hiddenPeriods } from '../occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../places/in-municipality.queries.ts'
import { addressColumns, asAddress, type StoredAddressRow } from '../places/location.queries.ts'

/** A part of a municipality with the same collection days. */
export type MunicipalArea = { id: number; municipality_id: number; name: string }

/** A planned day that was moved or cancelled. A withdrawn exception only raises the revision of the day. */
export type AreaException = {
  category: CalendarCategory
  day: string
  state: 'moved' | 'cancelled' | 'withdrawn'
  moved_to: string | null
  reason: string
  revision: number
  changed_at: string
}

/** The data from which the collection days of an area are computed. */
export type CollectionPlan = {
  rules: CollectionRule[]
  exceptions: AreaException[]
  /** The years whose collection days are public. */
  published: number[]
}

/** Maximum number of days by which holidays and the weekends beside them postpone a collection. */
export const maxHolidayShift_days = 7

/** The published years of a municipality, as an array. */
export const publishedYears = (municipality_id: Sql) => sql`array(
  select year from collection_year
  where collection_year.municipality_id = ${municipality_id} and published_on <= ${dutchToday} order by year)`

/** The columns of a CollectionPlan for the row `area`. Reads only the exceptions that affect the period. */
export const planColumns = ({ from, to }: DayRange) => sql`
  ${jsonList(sql`
    select category, every_weeks, days, valid_from, valid_to
    from collection_rule where collection_area_id = area.id order by id`)} as rules,
  ${jsonList(sql`
    select category, day, state, moved_to, reason, revision, changed_at
    from collection_exception where collection_area_id = area.id
      and (day between ${from}::date - ${maxHolidayShift_days}::int and ${to} or moved_to between ${from} and ${to})`)}
    as exceptions,
  ${publishedYears(sql`area.municipality_id`)} as published`

const selectUnpublishedYears = (municipality_id: Sql, { from, to }: DayRange) => sql<
  CalendarMeta['unpublished'][number]
>`
  select calendar.year, published_on
  from generate_series(extract(year from ${from}::date)::int, extract(year from ${to}::date)::int) as calendar (year)
    left join collection_year
      on collection_year.year = calendar.year and collection_year.municipality_id = ${municipality_id}
  where published_on is null or published_on > ${dutchToday} order by calendar.year`

/** The streams for which the row `address` has a shared container and no container of its own, as a BroughtStream[]. */
export const broughtByAddress = (streams: CalendarCategory[]) =>
  jsonList(sql`
  select distinct on (shared.waste_type) shared.waste_type as category,
    json_build_object('alias', site.alias, 'name', site.name,
      'system', json_build_object('id', kind.id, 'name', kind.name)) as collection_system
  from collection_system_access
    join collection_system site on site.id = collection_system_access.collection_system_id
    join collection_system_kind kind on kind.id = site.kind_id
    join container shared on shared.collection_system_id = site.id and shared.removed_on is null
  where collection_system_access.address_id = address.id and shared.waste_type = any (${streams})
    and not exists (
      select from container own
      where own.address_id = address.id and own.waste_type = shared.waste_type and own.removed_on is null)
  order by shared.waste_type, site.name, site.id`)

/**
 * The area whose ranges contain the columns `postal_code` and `house_number`. When ranges are nested, the narrowest
 * range applies: it begins last, ends first, or contains one side of the street (`odd` and `even` sort after `all`).
 */
export const areaOfRange = (ranges: Sql) => sql`(
  select collection_area_id from ${ranges}
  where first_postal_code <= postal_code and last_postal_code >= postal_code
    and (house_numbers = 'all' or (house_numbers = 'odd') = (house_number % 2 = 1))
  order by first_postal_code desc, last_postal_code, house_numbers desc limit 1)`

const rangesOfMunicipality = sql`(
  select * from collection_area_range area_range where area_range.municipality_id = street.municipality_id) ranges`

/** The area of the row `address`: the area to which it is assigned, or else the area of its postal code. */
export const areaOfAddress = sql`coalesce(
  (select collection_area_id from collection_area_address where address_id = address.id),
  ${areaOfRange(rangesOfMunicipality)})`

const addressWithArea = sql`
  address join street on street.id = street_id join municipality on municipality.id = street.municipality_id
    left join collection_area area on area.id = ${areaOfAddress}`

type AreaOfRow = { municipality_id: number; area_id: number | null; area_name: string }

const asArea = ({ area_id: id, municipality_id, area_name: name }: AreaOfRow): MunicipalArea | null =>
  id === null ? null : { id, municipality_id, name }

/**
 * Returns an address with its area, or with null if it has no area. Returns undefined for an address that the caller
 * may not see.
 */
export async function findAddressAndArea(db: Db, viewer: Viewer, alias: string) {
  const row = await firstRow<StoredAddressRow & AreaOfRow>(db)`
    select ${addressColumns('address')}, area.id as area_id, area.name as area_name
    from ${addressWithArea} where alias = ${alias} and ${inMunicipality(viewer)}`
  if (!row) return undefined
  return { id: row.id, address: asAddress(row), area: asArea(row) }
}

/** Returns the plan of the area of an address in a period; undefined for an address without an area. */
export const findAddressPlan = (db: Db, address_id: number, period: DayRange) => firstRow<CollectionPlan>(db)`
  select ${planColumns(period)} from ${addressWithArea} where address.id = ${address_id} and area.id is not null`

/**
 * The days of the pick-up appointments of the row `address` in a period, as an array. Leaves out past appointments of
 * a household that the purpose hides.
 */
const pickupDaysOfAddress = ({ from, to }: DayRange, purpose: Purpose) => sql`array(
    select day::text from pickup_appointment
    where address_id = address.id and day between ${from} and ${to} and cancelled_at is null
      and (day >= ${dutchToday}
        or not day::timestamp at time zone 'Europe/Amsterdam' <@ ${hiddenPeriods(sql`address.id`, purpose)})
    order by day)`

/**
 * Returns the data for the calendar of an address in a period. Returns undefined for an address that the caller may not
 * see. `purpose` selects the pick-up appointments that are shown; null leaves out all appointments.
 */
export async function findAddressCalendar(
  db: Db,
  viewer: Viewer,
  alias: string,
  period: DayRange,
  { streams, purpose }: { streams: CalendarCategory[]; purpose: Purpose | null },
) {
  const row = await firstRow<
    StoredAddressRow &
      AreaOfRow &
      CollectionPlan &
      Pick<CalendarMeta, 'areas' | 'brought' | 'unpublished'> & {
        rules_revision: number | null
        pickup_days: string[]
        rules_changed_at: Date | null
      }
  >(db)`
    select ${addressColumns('address')}, area.id as area_id, area.name as area_name, rules_revision,
      area.changed_at as rules_changed_at, ${planColumns(period)}, ${broughtByAddress(streams)} as brought,
      ${jsonList(selectUnpublishedYears(sql`street.municipality_id`, period))} as unpublished,
      ${jsonList(sql`
        select neighbour.id, neighbour.name from collection_area neighbour
        where neighbour.municipality_id = street.municipality_id and not neighbour.of_one_address
        order by neighbour.name collate "und-x-icu", neighbour.id`)} as areas,
      ${purpose ? pickupDaysOfAddress(period, purpose) : sql`array[]::text[]`} as pickup_days
    from ${addressWithArea} where alias = ${alias} and ${inMunicipality(viewer)}`
  if (!row) return undefined
  const { id, rules, exceptions, published, brought, unpublished, areas, pickup_days } = row
  return {
    id,
    address: asAddress(row),
    area: asArea(row),
    rules_revision: row.rules_revision ?? 0,
    rules_changed_at: row.rules_changed_at,
    plan: { rules, exceptions, published },
    brought,
    unpublished,
    areas,
    pickup_days,
  }
}

/** Returns the areas of municipalities, sorted by name. Leaves out areas that serve only one address. */
export const findAreas = (db: Db, ...municipality_ids: number[]) => allRows<MunicipalArea>(db)`
  select id, municipality_id, name from collection_area
  where municipality_id = any (${municipality_ids}::int[]) and not of_one_address
  order by name collate "und-x-icu"`

const idsOf = (areas: { id: number }[]) => areas.map(({ id }) => id)

/** Returns the rules of several areas. */
export function findRules(db: Db, areas: { id: number }[]) {
  return allRows<CollectionRule & { collection_area_id: number }>(db)`
    select collection_area_id, category, every_weeks, days::text[] as days, valid_from, valid_to
    from collection_rule where collection_area_id = any (${idsOf(areas)}::int[]) order by id`
}

/** Returns the plans of several areas in a period, as a map by area id. */
export async function findPlans(db: Db, areas: { id: number }[], period: DayRange) {
  const rows = await allRows<CollectionPlan & { id: number }>(db)`
    select area.id, ${planColumns(period)} from collection_area area where id = any (${idsOf(areas)}::int[])`
  return new Map(rows.map(({ id, ...plan }): [number, CollectionPlan] => [id, plan]))
}

/** Returns the unpublished years of a period. `published_on`: the planned publication day, or null. */
export async function findUnpublishedYears(db: Db, municipality_id: number, period: DayRange) {
  const { rows } = await selectUnpublishedYears(sql`${municipality_id}`, period).execute(db)
  return rows
}
