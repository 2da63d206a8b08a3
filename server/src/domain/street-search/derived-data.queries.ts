/**
 * Compares the derived data of the search with the base tables.
 *
 * - `street.max_house_number` and `street.extension_marks` are maintained by the trigger `raise_street_bounds`, for
 * inserted addresses only. A value may be too high, because neither ever shrinks; one that is too low hides
 * addresses.
 * - `town.key` and `address.extension_key` are generated columns, which must equal `streetKey` and `extensionKey` in
 * TypeScript.
 * - `street.key`, `street.spellings`, `street_name`, `street_name_part` and `collection_system.street_id` are written
 * with the rows they belong to. After a change of `street-key.ts`, the stored rows differ.
 * - The server keeps the street names in memory, and reads new ones by their ascending ids. After an id above the
 * sequence, new names get lower ids, and a running server misses them.
 */
import { extensionKey } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { spellingParts, streetKey, streetSpellings } from './street-key.ts'
import { spellingsText } from './streets.queries.ts'

const pageSize = 2000

/** Returns the number of differences for each kind of derived data. */
export async function countDifferences(db: Db) {
  const streets = await compareStreets(db)
  return {
    max_house_numbers: await count(
      db,
      sql`select from street
        where max_house_number < (select max(house_number) from address where street_id = street.id)`,
    ),
    extension_marks: await count(
      db,
      sql`select from address join street on street.id = street_id
        where extension_key <> '' and extension_marks & extension_mark(house_number, extension_key) = 0`,
    ),
    extension_keys: await compareExtensions(db),
    town_keys: await compareTowns(db),
    street_keys: streets.keys,
    spellings: streets.spellings,
    name_parts: await compareNameParts(db),
    names_in_memory: await count(
      db,
      sql`select from street_name
        where id > coalesce(pg_sequence_last_value(pg_get_serial_sequence('street_name', 'id')::regclass), 0)`,
    ),
    streets_of_systems: await count(
      db,
      sql`select from collection_system join address on address.id = address_id
        where collection_system.street_id <> address.street_id`,
    ),
  }
}

async function count(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`select count(*) from (${rows}) differing`.execute(db)
  return counted[0]?.count ?? 0
}

async function compareExtensions(db: Db): Promise<number> {
  const { rows } = await sql<{ extension: string; extension_key: string; addresses: number }>`
    select coalesce(house_number_extension, '') as extension, extension_key, count(*) as addresses
    from address group by 1, 2`.execute(db)
  return rows
    .filter((row) => row.extension_key !== extensionKey(row.extension))
    .reduce((sum, { addresses }) => sum + addresses, 0)
}

async function compareTowns(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string; key: string }>`select name, key from town`.execute(db)
  return rows.filter(({ name, key }) => key !== streetKey(name)).length
}

async function compareStreets(db: Db) {
  const differences = { keys: 0, spellings: 0 }
  for (let lastId = 0; ; ) {
    const { rows } = await sql<{ id: number; name: string; key: string; spellings: string }>`
      select id, name, key, spellings from street where id > ${lastId} order by id limit ${pageSize}`.execute(db)
    for (const { name, key, spellings } of rows) {
      if (key !== streetKey(name)) differences.keys += 1
      if (spellings !== spellingsText(name)) differences.spellings += 1
    }
    const last = rows.at(-1)
    if (!last) return differences
    lastId = last.id
  }
}

/**
 * Returns the number of missing and superfluous parts. A name may have two spellings that share a key: `Op de Berg`,
 * `Opdeberg`.
 */
async function compareNameParts(db: Db): Promise<number> {
  let differences = 0
  for (let lastKey = ''; ; ) {
    const { rows } = await sql<{ key: string; names: string[]; parts: string[] }>`
      select key, array(select distinct name from street where street.key = street_name.key) as names,
        array(select inside || ' ' || part from street_name_part where street_name_part.key = street_name.key) as parts
      from street_name
      where key > ${lastKey} and exists (select from street where street.key = street_name.key)
      order by key limit ${pageSize}`.execute(db)
    for (const { key, names, parts } of rows) {
      const ownNames = names.filter((name) => streetKey(name) === key)
      const expected = ownNames.flatMap((name) => spellingParts(streetSpellings(name)))
      const missing = new Set(expected.map(({ inside, part }) => `${inside} ${part}`))
      for (const part of parts) if (!missing.delete(part)) differences += 1
      differences += missing.size
    }
    const last = rows.at(-1)
    if (!last) return differences
    lastKey = last.key
  }
}
