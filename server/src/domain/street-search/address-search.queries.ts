import type { Address } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { asAddress, meetsCriteria } from '../places/location.queries.ts'
import { findLocations, type LocationSearch } from './location-search.queries.ts'

/** One page of the addresses that meet all criteria, street by street, in the order of house number and extension. */
export async function findAddresses(db: Db, criteria: LocationSearch) {
  const meets = sql`${meetsCriteria(criteria)} and retired_on is null`
  const few = criteria.object_code !== undefined || criteria.postal_code !== undefined
  const { rows, meta } = await findLocations<unknown>(db, criteria, {
    table: 'address',
    from: sql`address`,
    columns: sql`address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key, postal_code`,
    meets,
    fewStreets: few ? sql`select street_id from address where ${meets}` : undefined,
  })
  return { data: rows.map((row): Address => asAddress(row)), meta }
}
