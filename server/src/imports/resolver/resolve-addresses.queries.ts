import type { Db } from '../../platform/database/db.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'

// `offset 0` forces one index lookup per row. Without it, the planner may read the whole table.

/** An address with the keys of its text. */
export type AddressWithKeys = {
  id: number
  postal_code: string | null
  house_number: number
  house_number_extension: string | null
  /** The keys of all spellings of the street, between spaces. */
  spellings: string
  town_key: string
}

/**
 * Returns the address of each of these codes: the address with this object code, or else the address with this BAG id.
 */
export async function findByCode(db: Db, codes: string[]): Promise<Map<string, AddressWithKeys>> {
  const rows = await allRows<AddressWithKeys & { code: string }>(db)`
    select requested.code, address.id, postal_code, house_number, house_number_extension, spellings, town.key as town_key
    from unnest(${codes}::text[]) as requested (code)
    join address on address.id = coalesce(
      (select id from address where object_code = requested.code), (select id from address where bag_id = requested.code))
    join street on street.id = street_id
    join town on town.municipality_id = street.municipality_id and town.name = city`
  return new Map(rows.map((row) => [row.code, row]))
}

export type FoundAddress = { id: number; object_code: string | null; house_number_extension: string | null }

/** The search keys of one interpretation of a written address. An empty `town_key` matches every town. */
export type AddressInterpretation = {
  postal_code: string | null
  house_number: number
  house_number_extension: string | null
  extension_key: string
  street_key: string
  town_key: string
}
const columns = {
  int: ['index', 'house_number'],
  text: ['postal_code', 'house_number_extension', 'extension_key', 'street_key', 'town_key'],
} as const

/**
 * Returns the addresses that match each interpretation. Any spelling of the street matches. Without a postal code, only
 * an address without a postal code matches. `index` identifies the written address. An address with the key of the
 * extension can have another extension than the one in the file, `typed_extension`.
 */
export function findByText(db: Db, interpretations: (AddressInterpretation & { index: number })[]) {
  return allRows<FoundAddress & { index: number; typed_extension: string | null }>(db)`
    select distinct requested.index, requested.house_number_extension as typed_extension,
      found.id, found.object_code, found.house_number_extension
    from ${tableOf('requested', interpretations, columns)}
    cross join lateral (
      select id, object_code, house_number_extension from (
        select * from address where postal_code = requested.postal_code
          and house_number = requested.house_number and extension_key = requested.extension_key
        union all
        select * from address where requested.postal_code is null and postal_code is null
          and house_number = requested.house_number and extension_key = requested.extension_key
      ) as address
      where exists (
        select from street join town on town.municipality_id = street.municipality_id and town.name = city
        where street.id = street_id and position(' ' || requested.street_key || ' ' in spellings) > 0
          and requested.town_key in ('', town.key)
      )
      offset 0
    ) as found`
}
