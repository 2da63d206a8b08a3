import type { Db } from '../../platform/database/db.ts'
import { spellingParts, spellingsText, streetKey, streetSpellings } from './street-key.ts'
import {
  findNamesWithoutParts,
  findStreetIds,
  insertNameParts,
  insertStreetNames,
  insertStreets,
  type StreetName,
} from './streets.queries.ts'

/** Returns the ids of streets, in the order of `streets`. Inserts missing streets with town, name and name parts. */
export async function findOrInsertStreets(db: Db, streets: StreetName[]): Promise<number[]> {
  const ids = await findStreetIds(db, streets)
  const missing = streets.flatMap((street, index) => (ids.has(index) ? [] : [{ ...street, index }]))
  if (missing.length > 0) {
    await insertNames(db, [...new Set(missing.map(({ name }) => name))])
    const keysOf = (name: string) => ({ key: streetKey(name), spellings: spellingsText(name) })
    const rows = missing.map((street) => ({ ...street, ...keysOf(street.name) }))
    for (const [n, id] of (await insertStreets(db, rows)).entries()) ids.set(missing[n]?.index ?? -1, id)
  }
  return streets.map((_, index) => ids.get(index) as number)
}

/** Inserts the names that do not exist yet in the country, and the parts of their spellings. */
async function insertNames(db: Db, names: string[]) {
  await insertStreetNames(db, names.map(streetKey))
  const spellings = names.flatMap((name) =>
    streetSpellings(name).map((spelling) => ({ key: streetKey(name), spelling, name })),
  )
  const parts = (await findNamesWithoutParts(db, spellings)).flatMap((name) =>
    spellingParts(streetSpellings(name)).map((part) => ({ ...part, key: streetKey(name) })),
  )
  await insertNameParts(db, parts)
}
