import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type NameTree, nameTree } from './typing-errors.ts'

const cache = new WeakMap<Db, { lastId: number; names: NameTree }>()

/**
 * Returns the keys of all street names in the country, some tens of thousands at most.
 * They stay in memory; each call reads only the names with a higher id. Names are never changed or removed, and the
 * ids ascend.
 * `loket check search` reports a name whose id breaks this order.
 */
export async function findStreetNames(db: Db): Promise<NameTree> {
  const { lastId, names } = cache.get(db) ?? { lastId: 0, names: nameTree([]) }
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from street_name where id > ${lastId} order by id`.execute(db)
  const newest = rows.at(-1)
  if (!newest) return names
  const allNames = nameTree([...names.names, ...rows.map(({ key }) => key)])
  cache.set(db, { lastId: newest.id, names: allNames })
  return allNames
}
