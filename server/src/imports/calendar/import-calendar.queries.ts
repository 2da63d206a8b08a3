import type { PostalAddress } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { areaOfAddress } from '../../domain/collection-days/collection-days.queries.ts'
import type { Db } from '../../platform/database/database.ts'

/** Returns the area with this name in a municipality, or undefined. */
export async function findAreaByName(db: Db, municipality_id: number, name: string) {
  const { rows } = await sql<{ id: number; municipality_id: number; of_one_address: boolean }>`
    select id, municipality_id, of_one_address from collection_area
    where municipality_id = ${municipality_id} and name = ${name}`.execute(db)
  return rows[0]
}

/** An address with its area, and whether the area is its own. */
export type AddressWithArea = { id: number; municipality_id: number; area_id: number | null; own_days: boolean }

/** Returns the current addresses with this text, in all municipalities. */
export async function findAddressesWithArea(db: Db, { postal_code, house_number, extension_key }: PostalAddress) {
  const { rows } = await sql<AddressWithArea>`
    select address.id, street.municipality_id, area.id as area_id, coalesce(of_one_address, false) as own_days
    from address join street on street.id = street_id left join collection_area area on area.id = ${areaOfAddress}
    where postal_code = ${postal_code} and house_number = ${house_number} and extension_key = ${extension_key}
      and retired_on is null
    order by address.id`.execute(db)
  return rows
}

/** Inserts an area for one address, and returns its id. */
export async function insertOwnArea(transaction: Db, municipality_id: number, name: string) {
  const { rows } = await sql<{ id: number }>`
    insert into collection_area (municipality_id, name, of_one_address) values (${municipality_id}, ${name}, true)
    returning id`.execute(transaction)
  return rows[0]?.id ?? 0
}

/** Moves addresses to an area. */
export const assignAddresses = (transaction: Db, area_id: number, address_ids: number[]) =>
  sql`
    insert into collection_area_address (address_id, collection_area_id)
    select address_id, ${area_id} from unnest(${address_ids}::int[]) as moved (address_id)
    on conflict (address_id) do update set collection_area_id = excluded.collection_area_id`.execute(transaction)

/** Returns the years that have a publication day in a municipality. */
export async function findDatedYears(db: Db, municipality_id: number) {
  const { rows } = await sql<{ year: number }>`
    select year from collection_year where municipality_id = ${municipality_id}`.execute(db)
  return rows.map(({ year }) => year)
}
