import type { BroughtStream, CalendarCategory, LoadedKind, PostalAddress } from '@rd4-loket/contract'
import {
  areaOfAddress,
  broughtByAddress,
  publishedYears,
} from '../../domain/collection-days/collection-days.queries.ts'
import { namedLoadedKinds } from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

/**
 * Returns the area of each current address with this postal code, number and key, and the revisions of that area. Also
 * returns the published years, and the streams that residents bring to a shared container.
 */
export async function findPublicAddresses(db: Db, address: PostalAddress, streams: CalendarCategory[]) {
  const { postal_code, house_number, extension_key } = address
  return allRows<{
    house_number_extension: string | null
    area_id: number | null
    rules_revision: number | null
    exceptions_revision: number
    municipality: { name: string; loaded: LoadedKind[] }
    published: number[]
    brought: BroughtStream[]
  }>(db)`
    select house_number_extension, area.id as area_id, rules_revision,
      (
        select coalesce(sum(revision), 0)::int from collection_exception where collection_area_id = area.id
      ) as exceptions_revision,
      ${namedLoadedKinds(sql`street.municipality_id`)} as municipality,
      ${publishedYears(sql`street.municipality_id`)} as published, ${broughtByAddress(streams)} as brought
    from address join street on street.id = street_id left join collection_area area on area.id = ${areaOfAddress}
    where postal_code = ${postal_code} and house_number = ${house_number} and extension_key = ${extension_key}
      and retired_on is null
    order by address.id`
}
