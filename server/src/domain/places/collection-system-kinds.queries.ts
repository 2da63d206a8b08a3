import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Returns the kinds of collection system in alphabetical order. */
export async function findCollectionSystemKinds(db: Db) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from collection_system_kind order by name`.execute(db)
  return rows
}
