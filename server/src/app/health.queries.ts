import type { Db } from '../platform/database/database.ts'
import { allValues } from '../platform/database/statements.queries.ts'

/** Returns whether all these migrations are applied. */
export async function isReady(db: Db, migrations: string[]): Promise<boolean> {
  const applied = new Set(await allValues<string>(db)`select name from migration`)
  return migrations.every((name) => applied.has(name))
}
