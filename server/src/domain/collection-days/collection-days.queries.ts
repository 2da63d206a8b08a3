import type { Address, CollectionRule } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type AddressRow, addressColumns, asAddress } from '../places/location.queries.ts'
import { exceptionsOfArea, type Period, rulesOfArea, yearsOf } from './calendar-lists.queries.ts'
import type { CollectionException, CollectionPlan } from './collection-days.ts'
import { type KnownYear, toldYears } from './collection-years.ts'

/** A part of a municipality where the lorries drive on the same days. */
export type Area = { id: number; municipality_id: number; name: string }

const areaColumns = sql`area.id, area.municipality_id, area.name`

/**
 * The area that ranges give to a `postal_code` and `house_number`. Ranges lie beside or inside each other: the narrowest of
 * them begins last, ends first, or has one side of the street only (`odd` and `even` come after `all`).
 */
export const areaOfRange = (ranges: RawBuilder<unknown>) => sql`(
  select collection_area_id from ${ranges}
  where first_postal_code <= postal_code and last_postal_code >= postal_code
    and (house_numbers = 'all' or (house_numbers = 'odd') = (house_number % 2 = 1))
  order by first_postal_code desc, last_postal_code, house_numbers desc limit 1)`

const rangesOfMunicipality = sql`(
  select * from collection_area_range codes where codes.municipality_id = street.municipality_id) ranges`

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
export async function findPlans(db: Db, areas: { id: number }[], period: Period): Promise<Map<number, CollectionPlan>> {
  const { rows } = await sql<{
    id: number
    rules: CollectionRule[]
    exceptions: CollectionException[]
    years: KnownYear[]
  }>`
    select area.id, ${rulesOfArea} as rules, ${exceptionsOfArea(period)} as exceptions, ${yearsOf(sql`area.municipality_id`)} as years
    from collection_area area where id = any (${areas.map(({ id }) => id)}::int[])`.execute(db)
  return new Map(
    rows.map(({ id, rules, exceptions, years }) => [id, { rules, exceptions, published: toldYears(years) }]),
  )
}

/** The years of which a municipality said when they are told. */
export async function findYears(db: Db, municipality_id: number): Promise<KnownYear[]> {
  const { rows } = await sql<{ years: KnownYear[] }>`
    select ${yearsOf(sql`municipality.id`)} as years from municipality where id = ${municipality_id}`.execute(db)
  return rows[0]?.years ?? []
}
