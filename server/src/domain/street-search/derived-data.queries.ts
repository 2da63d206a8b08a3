/** Queries for `derived-data.ts`, which compares the derived data of the search with the base tables. */
import type { Db } from '../../platform/database/db.ts'
import { allRows, firstRow } from '../../platform/database/statements.queries.ts'

/** Counts the differences that PostgreSQL can find without the rules in `street-key.ts`. */
export function countStoredDifferences(db: Db) {
  type Kind = 'max_house_numbers' | 'extension_marks' | 'names_in_memory' | 'streets_of_systems' | 'listed_systems'
  return firstRow<Record<Kind, number>>(db)`
    select (
      select count(*) from street
      where max_house_number < (select max(house_number) from address where street_id = street.id)
    ) as max_house_numbers, (
      select count(*) from address join street on street.id = street_id
      where extension_key <> '' and extension_marks & extension_mark(house_number, extension_key) = 0
    ) as extension_marks, (
      select count(*) from street_name
      where id > coalesce(pg_sequence_last_value(pg_get_serial_sequence('street_name', 'id')::regclass), 0)
    ) as names_in_memory, (
      select count(*) from collection_system join address on address.id = address_id
      where collection_system.street_id <> address.street_id
    ) as streets_of_systems, (
      select count(*) from (
        (table collection_system_listing except table collection_system_listing_source)
        union all
        (table collection_system_listing_source except table collection_system_listing)
      ) differing
    ) as listed_systems`
}

/** Returns each distinct pair of a house number extension and its key, with the number of addresses. */
export function findExtensionKeys(db: Db) {
  return allRows<{ extension: string; extension_key: string; addresses: number }>(db)`
    select coalesce(house_number_extension, '') as extension, extension_key, count(*) as addresses
    from address group by 1, 2`
}

export const findTownKeys = (db: Db) => allRows<{ name: string; key: string }>(db)`
  select name, key from town union all select name, key from other_town_name`

const pageSize = 2000

/** Returns at most `pageSize` streets with an id above `lastId`, in order of id. */
export function findStreetsAfter(db: Db, lastId: number) {
  return allRows<{ id: number; name: string; key: string; spellings: string }>(db)`
    select id, name, key, spellings from street where id > ${lastId} order by id limit ${pageSize}`
}

/** Returns at most `pageSize` street keys after `lastKey`, in order, with their street names and stored parts. */
export function findNamePartsAfter(db: Db, lastKey: string) {
  return allRows<{ key: string; names: string[]; parts: string[] }>(db)`
    select key, array(select distinct name from street where street.key = street_name.key) as names,
      array(select inside || ' ' || part from street_name_part where street_name_part.key = street_name.key) as parts
    from street_name
    where key > ${lastKey} and exists (select from street where street.key = street_name.key)
    order by key limit ${pageSize}`
}
