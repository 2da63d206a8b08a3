import type { Db } from '../../platform/database/database.ts'

/** The kinds of collection system, by name. */
export const findCollectionSystemKinds = (db: Db) =>
  db.selectFrom('collection_system_kind').select(['id', 'name']).orderBy('name').execute()
