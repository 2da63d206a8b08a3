import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'

/** The database has data other than demo data. The message is a Dutch sentence for the administrator. */
export class DemoError extends Error {}

/** Returns whether the database is empty. */
export const needsDemo = async (db: Db) => (await contentOf(db)) === 'nothing'

/** Returns whether the data of the database is demo data. */
export const holdsDemo = async (db: Db) => (await contentOf(db)) === 'demo data'

/** Returns what a database contains. */
export async function contentOf(db: Db): Promise<'nothing' | 'demo data' | 'other data'> {
  const { rows } = await sql<{ made_up: boolean; filled: boolean }>`
    select exists (select from demo) as made_up,
      exists (select from employee) or exists (select from municipality) or exists (select from address) as filled`.execute(
    db,
  )
  if (rows[0]?.made_up) return 'demo data'
  return rows[0]?.filled ? 'other data' : 'nothing'
}
