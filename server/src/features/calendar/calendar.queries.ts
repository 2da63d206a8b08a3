import { type Address, type BroughtStream, CalendarCategory } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../shared/database.ts'
import { type AddressRow, addressColumns, asAddress } from '../../shared/location.queries.ts'
import type { CollectionException, CollectionPlan, CollectionRule } from './collection-days.ts'

/** A part of a municipality where the lorries drive on the same days. */
export type Area = { id: number; municipality_id: number; name: string }

const areaColumns = sql`area.id, area.municipality_id, area.name`

/**
 * The area that ranges give to a `postal_code` and `house_number`. Ranges lie beside or inside each other: the narrowest of
 * them begins last, ends first, or has one side of the street only.
 */
export const areaOfRange = (ranges: RawBuilder<unknown>) => sql`(
  select collection_area_id from ${ranges}
  where first_postal_code <= postal_code and last_postal_code >= postal_code
    and (house_numbers = 'all' or (house_numbers = 'odd') = (house_number % 2 = 1))
  order by first_postal_code desc, last_postal_code, house_numbers = 'all' limit 1)`

const rangesOfMunicipality = sql`(
  select * from collection_area_postal_codes codes where codes.municipality_id = street.municipality_id) ranges`

/** The area of an `address` on a `street`: its own, or that of its postal code. */
export const areaOfAddress = sql`coalesce(
  (select collection_area_id from collection_area_address where address_id = address.id),
  ${areaOfRange(rangesOfMunicipality)})`

/** An address with its area (null where there is none); undefined when there is no such address. */
export async function findAddressAndArea(db: Db, alias: string) {
  const { rows } = await sql<AddressRow & { area_id: number | null; area_name: string | null }>`
    select ${addressColumns('address')}, area.id as area_id, area.name as area_name
    from address join street on street.id = street_id join municipality on municipality.id = street.municipality_id
      left join collection_area area on area.id = ${areaOfAddress}
    where alias = ${alias}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id, municipality_id, area_id, area_name } = row
  const area: Area | null = area_id === null ? null : { id: area_id, municipality_id, name: area_name ?? '' }
  const address: Address = asAddress(row)
  return { id, address, area }
}

/** The areas that a municipality, or each of them, is divided into, by name; without those of a single address. */
export async function findAreas(db: Db, municipality_id: number | null): Promise<Area[]> {
  const { rows } = await sql<Area>`
    select ${areaColumns} from collection_area area
    where (${municipality_id}::int is null or area.municipality_id = ${municipality_id})
      and not area.of_one_address
    order by area.name collate "und-x-icu", area.id`.execute(db)
  return rows
}

type OfArea = { collection_area_id: number }

/** The rules of areas, each with whose it is. */
export async function findRules(db: Db, area_ids: number[]): Promise<(CollectionRule & OfArea)[]> {
  const { rows } = await sql<CollectionRule & OfArea>`
    select collection_area_id, category, every_weeks, days::text[] as days, valid_from, valid_to
    from collection_rule where collection_area_id = any (${area_ids}::int[]) order by id`.execute(db)
  return rows
}

/** What decides on the days of these areas in a period: the plan of each, by the area's id. */
export async function findPlans(db: Db, areas: Area[], from: string, to: string): Promise<Map<number, CollectionPlan>> {
  const ids = areas.map(({ id }) => id)
  const rules = await findRules(db, ids)
  const { rows: exceptions } = await sql<CollectionException & OfArea>`
    select collection_area_id, category, day, state, moved_to, reason, revision
    from collection_exception where collection_area_id = any (${ids}::int[])
      and (day between ${from} and ${to} or moved_to between ${from} and ${to})`.execute(db)
  const { rows: years } = await sql<{ municipality_id: number; year: number }>`
    select municipality_id, year from collection_year
    where municipality_id = any (${areas.map((area) => area.municipality_id)}::int[])
      and published_on <= (now() at time zone 'Europe/Amsterdam')::date`.execute(db)
  const rulesOf = Map.groupBy(rules, ({ collection_area_id }) => collection_area_id)
  const exceptionsOf = Map.groupBy(exceptions, ({ collection_area_id }) => collection_area_id)
  const yearsOf = Map.groupBy(years, ({ municipality_id }) => municipality_id)
  return new Map(
    areas.map(({ id, municipality_id }) => [
      id,
      {
        rules: rulesOf.get(id) ?? [],
        exceptions: exceptionsOf.get(id) ?? [],
        published: new Set(yearsOf.get(municipality_id)?.map(({ year }) => year)),
      },
    ]),
  )
}

/** The years of a period that a municipality has not published, and when it will, where that is known. */
export async function findUnpublished(db: Db, municipality_id: number, from: string, to: string) {
  const { rows } = await sql<{ year: number; published_on: string | null }>`
    select year, published_on from generate_series(extract(year from ${from}::date)::int, extract(year from ${to}::date)::int) as year
      left join (select * from collection_year where municipality_id = ${municipality_id}) known using (year)
    where published_on is null or published_on > (now() at time zone 'Europe/Amsterdam')::date
    order by year`.execute(db)
  return rows
}

/** The streams that an address brings to a shared container, as it has no container of its own for them. */
export async function findBroughtStreams(db: Db, address_id: number): Promise<BroughtStream[]> {
  const { rows } = await sql<{
    category: CalendarCategory
    alias: string
    name: string
    kind_id: number
    kind_name: string
  }>`
    select distinct on (shared.waste_type) shared.waste_type as category, site.alias, site.name, kind.id as kind_id, kind.name as kind_name
    from collection_system_access
      join collection_system site on site.id = collection_system_access.collection_system_id
      join collection_system_kind kind on kind.id = site.kind_id
      join container shared on shared.collection_system_id = site.id and shared.removed_on is null
    where collection_system_access.address_id = ${address_id} and shared.waste_type = any (${CalendarCategory.options})
      and not exists (
        select from container own
        where own.address_id = ${address_id} and own.waste_type = shared.waste_type and own.removed_on is null)
    order by shared.waste_type, site.name, site.id`.execute(db)
  return rows.map(({ category, alias, name, kind_id, kind_name }) => ({
    category,
    collection_system: { alias, name, system: { id: kind_id, name: kind_name } },
  }))
}
