import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type NameTree, nameTree } from './typing-errors.ts'

const known = new WeakMap<Db, { last: number; tree: NameTree }>()

/**
 * The keys of all names that streets have in the country. They are kept in memory, some tens of thousands at most, and what was
 * added since the last time is asked for each time: names are only ever added, in the order of their ids.
 */
export async function treeOfStreetNames(db: Db): Promise<NameTree> {
  const { last, tree } = known.get(db) ?? { last: 0, tree: nameTree([]) }
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from street_name where id > ${last} order by id`.execute(db)
  const newest = rows.at(-1)
  if (!newest) return tree
  const all = nameTree([...tree.names, ...rows.map(({ key }) => key)])
  known.set(db, { last: newest.id, tree: all })
  return all
}
