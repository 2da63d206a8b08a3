import type { CollectionSystem } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

/** A collection system as the search box shows it. */
export type SystemHitRow = Pick<CollectionSystem, 'alias' | 'name' | 'city' | 'object_code'> & { system: string }

/** The collection systems with the columns of a SystemHitRow. */
export const systemHits = sql`
  select collection_system.alias, collection_system.name, kind.name as system, city, collection_system.object_code
  from collection_system
  join collection_system_kind kind on kind.id = kind_id
  join street on street.id = street_id`

/** Returns the collection systems with these aliases, in any order. */
export const findSystemsByAlias = (db: Db, aliases: string[]) =>
  allRows<SystemHitRow>(db)`${systemHits} where collection_system.alias = any (${aliases})`
