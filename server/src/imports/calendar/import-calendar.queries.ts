import type { PostalAddress } from '@rd4-loket/contract'
import { areaOfAddress } from '../../domain/collection-days/collection-days.queries.ts'
import { saveDelivery } from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { allRows, allValues, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/** Returns the area with this name in a municipality, or undefined. */
export function findAreaByName(db: Db, municipality_id: number, name: string) {
  return firstRow<{ id: number; municipality_id: number; of_one_address: boolean }>(db)`
    select id, municipality_id, of_one_address from collection_area
    where municipality_id = ${municipality_id} and name = ${name}`
}

/** An address with its area. With `own_days`, the area serves only this address text. */
export type AddressWithArea = {
  id: number
  house_number_extension: string | null
  municipality_id: number
  area_id: number | null
  own_days: boolean
  is_retired: boolean
}

/** Returns the addresses with this postal code, number and key, in all municipalities. Current addresses come first. */
export function findAddressesWithArea(db: Db, { postal_code, house_number, extension_key }: PostalAddress) {
  return allRows<AddressWithArea>(db)`
    select address.id, house_number_extension, street.municipality_id, area.id as area_id,
      coalesce(of_one_address, false) as own_days, retired_on is not null as is_retired
    from address join street on street.id = street_id left join collection_area area on area.id = ${areaOfAddress}
    where postal_code = ${postal_code} and house_number = ${house_number} and extension_key = ${extension_key}
    order by is_retired, address.id`
}

/** Inserts an area for one address, and returns its id. */
export async function insertOwnArea(transaction: Db, municipality_id: number, name: string) {
  await saveDelivery(transaction, 'collection_days', [municipality_id])
  return firstValue<number>(transaction)`
    insert into collection_area (municipality_id, name, of_one_address) values (${municipality_id}, ${name}, true)
    returning id`
}

/** Moves addresses to an area. */
export const assignAddresses = (transaction: Db, area_id: number, address_ids: number[]) => runSql(transaction)`
  insert into collection_area_address (address_id, collection_area_id)
  select address_id, ${area_id} from unnest(${address_ids}::int[]) as moved (address_id)
  on conflict (address_id) do update set collection_area_id = excluded.collection_area_id`

/** Returns the years that have a publication day in a municipality. */
export const findDatedYears = (db: Db, municipality_id: number) =>
  allValues<number>(db)`select year from collection_year where municipality_id = ${municipality_id}`
