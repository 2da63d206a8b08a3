import type { CollectionSystem, Received, searchCollectionSystems, WasteStream } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../shared/database.ts'
import {
  type AddressRow,
  addressColumns,
  amongAddresses,
  amongStreets,
  asAddress,
  matchesNoStreet,
  pageOfAddresses,
  placeAfter,
  placeInList,
} from '../../shared/location.queries.ts'

type Criteria = Received<typeof searchCollectionSystems>['body']
type CollectionSystemRow = AddressRow & {
  name: string
  kind_id: number
  kind_name: string
  waste_types: WasteStream[]
  connected_addresses: number
}

const place = placeInList('collection_system')

const asCollectionSystem = (row: CollectionSystemRow): CollectionSystem => ({
  ...asAddress(row),
  name: row.name,
  system: { id: row.kind_id, name: row.kind_name },
  waste_types: row.waste_types,
  connected_addresses: row.connected_addresses,
})

const systemsThat = (meet: RawBuilder<unknown>) => sql<CollectionSystemRow>`
  select ${addressColumns('collection_system')}, collection_system.name, kind_id, kind.name as kind_name,
    array(
      select distinct waste_type from container
      where collection_system_id = collection_system.id and removed_on is null order by waste_type
    ) as waste_types,
    (select count(*) from collection_system_access where collection_system_id = collection_system.id) as connected_addresses
  from collection_system
  join collection_system_kind kind on kind.id = kind_id
  join address on address.id = collection_system.address_id
  join street on street.id = street_id
  join municipality on municipality.id = municipality_id
  where ${meet}`

/** One page of the collection systems that meet all criteria, in the order of street, house number and extension. */
export async function findCollectionSystems(db: Db, criteria: Criteria) {
  if (matchesNoStreet(criteria)) return { data: [], meta: { next: null } }
  const { object_code, waste_type, collection_system, limit } = criteria
  const after = placeAfter(criteria.cursor)
  const { rows } = await sql<CollectionSystemRow>`${systemsThat(sql`
    ${amongStreets(criteria, after)} and ${amongAddresses(criteria)}
    and ${object_code === undefined ? sql`true` : sql`collection_system.object_code = ${object_code}`}
    and ${collection_system === undefined ? sql`true` : sql`kind_id = ${collection_system}`}
    and ${
      waste_type === undefined
        ? sql`true`
        : sql`exists (
            select from container
            where collection_system_id = collection_system.id and waste_type = ${waste_type} and removed_on is null)`
    }
    and ${after ? sql`(${place}) > (${sql.join(after)})` : sql`true`}`)}
    order by ${place} limit ${limit + 1}`.execute(db)
  const { rows: shown, meta } = pageOfAddresses(rows, limit)
  return { data: shown.map(asCollectionSystem), meta }
}

/** The collection system of this alias; undefined when there is none. */
export async function findCollectionSystem(db: Db, alias: string): Promise<CollectionSystem | undefined> {
  const { rows } = await systemsThat(sql`collection_system.alias = ${alias}`).execute(db)
  return rows[0] && asCollectionSystem(rows[0])
}

/** The id behind an alias; undefined when there is no such collection system. */
export async function findCollectionSystemId(db: Db, alias: string): Promise<number | undefined> {
  const row = await db.selectFrom('collection_system').where('alias', '=', alias).select('id').executeTakeFirst()
  return row?.id
}

/** One page of the addresses that may use a collection system, in the order of street, house number and extension. */
export async function findConnectedAddresses(db: Db, collection_system_id: number, cursor: string | null | undefined) {
  const limit = 25
  const after = placeAfter(cursor)
  const { rows } = await sql<AddressRow>`
    select ${addressColumns('address')}
    from collection_system_access
    join address on address.id = address_id
    join street on street.id = street_id
    join municipality on municipality.id = municipality_id
    where collection_system_id = ${collection_system_id}
      and ${after ? sql`(${placeInList('address')}) > (${sql.join(after)})` : sql`true`}
    order by ${placeInList('address')} limit ${limit + 1}`.execute(db)
  const { rows: shown, meta } = pageOfAddresses(rows, limit)
  return { data: shown.map(asAddress), meta }
}
