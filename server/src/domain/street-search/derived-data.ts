/**
 * Compares the derived data of the search with the base tables.
 *
 * - The trigger `raise_street_bounds` maintains `street.max_house_number` and `street.extension_marks` when an address
 *   is inserted. It never lowers them, so a value may be too high. A value that is too low hides addresses.
 * - `town.key`, `other_town_name.key` and `address.extension_key` are generated columns. They must equal `streetKey`
 *   and `extensionKey` in TypeScript.
 * - `street.key`, `street.spellings`, `street_name`, `street_name_part` and `collection_system.street_id` are written
 *   when the row of the street or system is inserted. After a change of `street-key.ts`, the stored values differ.
 * - Triggers on `collection_system` and `container` maintain `collection_system_listing`.
 * - The server caches the street names in memory, and reads new names by their ascending ids. If a name has an id above
 *   the value of the sequence, new names get lower ids, and a running server misses these names.
 */
import { extensionKey } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import {
  countStoredDifferences,
  findExtensionKeys,
  findNamePartsAfter,
  findStreetsAfter,
  findTownKeys,
} from './derived-data.queries.ts'
import { spellingParts, spellingsText, streetKey, streetSpellings } from './street-key.ts'

/** Returns the number of differences for each kind of derived data. */
export async function countDifferences(db: Db) {
  const extensions = await findExtensionKeys(db)
  const towns = await findTownKeys(db)
  return {
    ...(await countStoredDifferences(db)),
    ...(await compareStreets(db)),
    name_parts: await compareNameParts(db),
    extension_keys: extensions
      .filter((row) => row.extension_key !== extensionKey(row.extension))
      .reduce((sum, { addresses }) => sum + addresses, 0),
    town_keys: towns.filter(({ name, key }) => key !== streetKey(name)).length,
  }
}

async function compareStreets(db: Db) {
  const differences = { street_keys: 0, spellings: 0 }
  for (let lastId = 0; ; ) {
    const rows = await findStreetsAfter(db, lastId)
    for (const { name, key, spellings } of rows) {
      if (key !== streetKey(name)) differences.street_keys += 1
      if (spellings !== spellingsText(name)) differences.spellings += 1
    }
    const last = rows.at(-1)
    if (!last) return differences
    lastId = last.id
  }
}

/**
 * Returns the number of missing and superfluous parts. Several street names can have the same key: `Op de Berg`,
 * `Opdeberg`. The expected parts of a key are the parts of all its names.
 */
async function compareNameParts(db: Db): Promise<number> {
  let differences = 0
  for (let lastKey = ''; ; ) {
    const rows = await findNamePartsAfter(db, lastKey)
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
