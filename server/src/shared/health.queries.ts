import { sql } from 'kysely'
import type { Db } from './database.ts'
import { readMigrations } from './migrate.queries.ts'

/** Does the database answer, with every migration of this version applied? */
export async function isReady(db: Db): Promise<boolean> {
  const migrations = await readMigrations()
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.every(({ name }) => applied.has(name))
}
