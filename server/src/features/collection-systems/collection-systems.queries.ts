import type { CollectionSystem, LocationCriteria, WasteStream } from '@rd4-loket/contract'
import {
  addressColumns,
  asAddress,
  type ListedAddressRow,
  type StoredAddressRow,
} from '../../domain/places/location.queries.ts'
import {
  type LocationSource,
  matchesCriteria,
  type StreetPosition,
} from '../../domain/street-search/location-search.queries.ts'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue } from '../../platform/database/statements.queries.ts'

/** The criteria of a search for collection systems. */
export type SystemSearch = LocationCriteria & {
  waste_type?: WasteStream | undefined
  collection_system?: number | undefined
}
export type CollectionSystemRow = ListedAddressRow & {
  name: string
  kind_id: number
  kind_name: string
  waste_types: WasteStream[]
  connected_addresses: number
}

export const asCollectionSystem = (row: CollectionSystemRow): CollectionSystem => ({
  ...asAddress(row),
  name: row.name,
  system: { id: row.kind_id, name: row.kind_name },
  waste_types: row.waste_types,
  connected_addresses: row.connected_addresses,
})

const streamsOf = (id: Sql) => sql`
  array(
    select distinct waste_type from container
    where collection_system_id = ${id} and removed_on is null order by waste_type
  )`

const systemColumns = (id: Sql) => sql`
  ${streamsOf(id)} as waste_types,
  (select count(*) from collection_system_access where collection_system_id = ${id}) as connected_addresses`

/** Returns the SQL parts of a search for the collection systems that match the criteria. */
export function systemSource(criteria: SystemSearch): LocationSource {
  const { object_code, waste_type, collection_system, postal_code, municipality_id, street } = criteria
  const hasFewSystems = (municipality_id ?? object_code ?? postal_code) !== undefined
  const condition = allOf(
    matchesCriteria(criteria),
    collection_system !== undefined && sql`kind_id = ${collection_system}`,
    waste_type !== undefined &&
      sql`exists (
        select from container
        where collection_system_id = place.id and waste_type = ${waste_type} and removed_on is null
        offset 0)`,
  )
  const inMunicipality =
    municipality_id !== undefined &&
    sql`place.street_id = any (array(select id from street where municipality_id = ${municipality_id}))`
  return {
    from: sql`collection_system place join address on address.id = address_id`,
    columns: sql`place.name, kind_id`,
    pageColumns: sql`
      found.name, kind_id, (select name from collection_system_kind where id = kind_id) as kind_name, ${systemColumns(sql`found.id`)}`,
    condition,
    // Far more streets match the other criteria than the few streets that have a collection system.
    fewRowsCondition: hasFewSystems ? allOf(condition, inMunicipality) : undefined,
    // A search by name in the whole country scans the streets with that name instead.
    listedStreets: hasFewSystems || street !== undefined ? undefined : (position) => listedStreets(criteria, position),
  }
}

/**
 * Returns a query for the streets of the country, in list order, in which a system matches the criteria. It reads a
 * range of an index, starting at `position`. `offset 0` prevents the planner from merging the subqueries.
 */
function listedStreets(
  { waste_type, collection_system, house_number, house_number_extension }: SystemSearch,
  position: StreetPosition | undefined,
) {
  const condition = allOf(
    sql`waste_type = ${waste_type ?? ''} and kind_id = ${collection_system ?? 0}`,
    house_number !== undefined && sql`house_number = ${house_number}`,
    house_number_extension !== undefined && sql`extension_key = ${house_number_extension}`,
    position && sql`(street_key, city, street_id) >= (${sql.join(position.slice(1))})`,
  )
  return sql`
    select street.*, street.key as part
    from (
      select distinct street_key, city, street_id from collection_system_listing
      where ${condition} order by street_key, city, street_id offset 0
    ) listed
    cross join lateral (select * from street where street.id = listed.street_id offset 0) street`
}

/** Returns the collection system with this alias; undefined if there is none. */
export async function findCollectionSystem(db: Db, alias: string): Promise<CollectionSystem | undefined> {
  const row = await firstRow<CollectionSystemRow>(db)`
    select ${addressColumns('collection_system')}, collection_system.name, kind_id, kind.name as kind_name,
      ${systemColumns(sql`collection_system.id`)}
    from collection_system
    join collection_system_kind kind on kind.id = kind_id
    join address on address.id = collection_system.address_id
    join street on street.id = address.street_id
    join municipality on municipality.id = municipality_id
    where collection_system.alias = ${alias}`
  return row && asCollectionSystem(row)
}

/** Returns the coordinates and the current waste streams of a collection system; undefined if there is none. */
export function findSystemSite(db: Db, alias: string) {
  return firstRow<{ id: number; lon: number; lat: number; waste_types: WasteStream[] }>(db)`
    select id, lon, lat, ${streamsOf(sql`collection_system.id`)} as waste_types
    from collection_system where alias = ${alias}`
}

export const findCollectionSystemId = (db: Db, alias: string) =>
  firstValue<number | undefined>(db)`select id from collection_system where alias = ${alias}`

const addressOrder = sql`street.key, street.id, house_number, extension_key, address.id`

/** The position of an address in the list of connected addresses. */
export type AddressPosition = [street_key: string, street_id: number, number: number, extension_key: string, id: number]

/** Returns the addresses that may use a collection system, sorted as `addressOrder`. Begins after a position. */
export const findConnectedAddresses = (
  db: Db,
  collection_system_id: number,
  { after, limit }: { after: AddressPosition | undefined; limit: number },
) => allRows<StoredAddressRow>(db)`
  select ${addressColumns('address')}
  from collection_system_access
  join address on address.id = address_id
  join street on street.id = address.street_id
  join municipality on municipality.id = municipality_id
  where collection_system_id = ${collection_system_id}
    and ${after ? sql`(${addressOrder}) > (${sql.join(after)})` : sql`true`}
  order by ${addressOrder} limit ${limit}`
