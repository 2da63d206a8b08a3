import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Returns whether all these migrations are applied. */
export async function isReady(db: Db, migrations: string[]): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.every((name) => applied.has(name))
}
