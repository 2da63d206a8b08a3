import type { Address } from '@rd4-loket/contract'
import { sql } from '../../platform/database/sql.ts'

/** A row with the columns of an address of the API. */
export type ListedAddressRow = Omit<Address, 'municipality' | 'location'> & {
  municipality_id: number
  municipality_name: string
  lon: number | null
  lat: number | null
}

/** A row with `addressColumns`: an address, with its id and that of its street. */
export type StoredAddressRow = ListedAddressRow & { id: number; street_id: number }

/** The columns of a StoredAddressRow. `table` is the table of the id, alias, object code and coordinates. */
export const addressColumns = (table: 'address' | 'collection_system') => sql`
  ${sql.identifier(table)}.id, ${sql.identifier(table)}.alias, ${sql.identifier(table)}.object_code, ${sql.identifier(table)}.lon, ${sql.identifier(table)}.lat,
  street.id as street_id, street.name as street, street.city, house_number, house_number_extension, postal_code,
  municipality.id as municipality_id, municipality.name as municipality_name`

/** Converts a row to an address of the API. */
export const asAddress = (row: ListedAddressRow): Address => ({
  alias: row.alias,
  object_code: row.object_code,
  street: row.street,
  house_number: row.house_number,
  house_number_extension: row.house_number_extension,
  postal_code: row.postal_code,
  city: row.city,
  municipality: { id: row.municipality_id, name: row.municipality_name },
  location: row.lon === null || row.lat === null ? null : { lon: row.lon, lat: row.lat },
})
