import type { Db } from '../../platform/database/db.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

/** Returns the kinds of collection system in alphabetical order. */
export const findCollectionSystemKinds = (db: Db) => allRows<{ id: number; name: string }>(db)`
  select id, name from collection_system_kind order by name`
