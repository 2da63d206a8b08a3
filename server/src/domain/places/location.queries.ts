import type { Address, LocationCriteria } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import { page, readCursor } from '../../platform/http/page.ts'

type Condition = RawBuilder<unknown>

const allOf = (conditions: (Condition | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `)

/** What a row of `addressColumns` holds: an address in words, and its place in a list. */
export type AddressRow = {
  id: number
  alias: string
  object_code: string | null
  street_id: number
  street_key: string
  street: string
  house_number: number
  house_number_extension: string | null
  extension_key: string
  postal_code: string
  city: string
  municipality_id: number
  municipality_name: string
  lon: number | null
  lat: number | null
}

/** The columns of an AddressRow; `named` is the table that gives the id, alias, object code and location. */
export const addressColumns = (named: 'address' | 'collection_system') => sql`
  ${sql.ref(named)}.id, ${sql.ref(named)}.alias, ${sql.ref(named)}.object_code, ${sql.ref(named)}.lon, ${sql.ref(named)}.lat,
  street.id as street_id, street.key as street_key, street.name as street, street.city, house_number, house_number_extension,
  extension_key, postal_code, municipality.id as municipality_id, municipality.name as municipality_name`

/** An AddressRow as the API gives it. */
export const asAddress = (row: AddressRow): Address => ({
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

/** The order of a list of addresses that was not searched: by street, house number and extension. */
export const addressOrder = sql`street.key, street.id, house_number, extension_key, address.id`

/** The place that a cursor stands for; undefined on the first page. */
export const positionAfter = (cursor: string | null | undefined) =>
  cursor ? readCursor(cursor, ['string', 'number', 'number', 'string', 'number']) : undefined

/** Splits rows in the order of `addressOrder` (one more than asked) into the page and the cursor of the next. */
export const pageOfAddresses = <Row extends AddressRow>(rows: Row[], limit: number) =>
  page(rows, limit, (row) => [row.street_key, row.street_id, row.house_number, row.extension_key, row.id])

/** The criteria that an address has to meet, apart from its street. */
export const meetsCriteria = ({ object_code, postal_code, house_number, house_number_extension }: LocationCriteria) =>
  allOf([
    object_code === undefined ? undefined : sql`object_code = ${object_code}`,
    postal_code === undefined ? undefined : sql`postal_code = ${postal_code}`,
    house_number === undefined ? undefined : sql`house_number = ${house_number}`,
    house_number_extension === undefined ? undefined : sql`extension_key = ${house_number_extension}`,
  ])
