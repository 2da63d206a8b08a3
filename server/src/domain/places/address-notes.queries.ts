import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstRow, jsonList } from '../../platform/database/statements.queries.ts'

/** How an address is related to another one. `former`: its own former text, which is no address any more. */
export type Relation =
  | 'former'
  | 'split_into'
  | 'merged_into'
  | 'split_from'
  | 'merged_from'
  | 'same_object'
  | 'now'
  | 'before'

/** A related address or a former text. `is_own_street`: it is in the street of the address `of`. */
export type RelatedAddress = {
  of: string
  relation: Relation
  alias: string | null
  street: string
  city: string
  house_number: number
  house_number_extension: string | null
  is_own_street: boolean
  is_own_city: boolean
}

/** Returns the related addresses and the former texts of the addresses with these aliases. */
const relatedAddresses = (aliases: string[]) => sql`
  select noted.alias as of, relation, related.alias, street.name as street, street.city, related.house_number,
    related.house_number_extension, street.name = own.name as is_own_street, street.city = own.city as is_own_city
  from address noted
  join street own on own.id = noted.street_id
  cross join lateral (
    select 'former' as relation, null as alias, street_id, house_number, extension_key, house_number_extension
    from former_number where address_id = noted.id
    union all
    select change || '_into', alias, street_id, house_number, extension_key, house_number_extension
    from address_successor join address on address.id = address_id where former_id = noted.id
    union all
    select change || '_from', alias, street_id, house_number, extension_key, house_number_extension
    from address_successor join address on address.id = former_id where address_id = noted.id
    union all
    select case when noted.retired_on is not null then 'now' when other.retired_on is null then 'same_object' else 'before' end,
      alias, street_id, house_number, extension_key, house_number_extension
    from address other
    where other.register_object_id = noted.register_object_id and other.id <> noted.id
      and (noted.retired_on is null or other.retired_on is null)
  ) related
  join street on street.id = related.street_id
  where noted.alias = any (${aliases})
  order by of, relation, street.name, related.house_number, related.extension_key limit 1000`

/** An address with the number and key of the address `of`, or that address itself. */
export type TwinAddress = {
  of: string
  of_extension: string | null
  alias: string
  house_number_extension: string | null
  is_under_construction: boolean | null
  has_containers: boolean
  lon: number | null
  lat: number | null
}

/** Returns these current addresses, and the current addresses with the number and key of one of them. */
const twins = (aliases: string[]) => sql`
  select noted.alias as of, noted.house_number_extension as of_extension, twin.alias, twin.house_number_extension,
    twin.is_under_construction, twin.lon, twin.lat,
    exists (select from container where address_id = twin.id and removed_on is null) as has_containers
  from address noted
  join address twin on twin.street_id = noted.street_id and twin.house_number = noted.house_number
    and twin.extension_key = noted.extension_key and coalesce(twin.postal_code, '') = coalesce(noted.postal_code, '')
  where noted.alias = any (${aliases}) and noted.retired_on is null and twin.retired_on is null
    and exists (
      select from address other
      where other.street_id = noted.street_id and other.house_number = noted.house_number
        and other.extension_key = noted.extension_key and coalesce(other.postal_code, '') = coalesce(noted.postal_code, '')
        and other.id <> noted.id and other.retired_on is null)
  order by of, twin.id limit 1000`

/** Returns what the notes of the addresses with these aliases are about, in one statement. */
export const findNotedFacts = (db: Db, aliases: string[]) =>
  firstRow<{ related: RelatedAddress[]; twins: TwinAddress[] }>(db)`
    select ${jsonList(relatedAddresses(aliases))} as related, ${jsonList(twins(aliases))} as twins`
