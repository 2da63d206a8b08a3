import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

// The first key separates these locks from the other advisory locks.
const keys = (name: string) => sql`4711, hashtext(${name})`

/** Locks an import on this connection. Returns false when another connection has the lock. */
export async function lockImport(connection: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${keys(name)}) as locked`.execute(
    connection,
  )
  return rows[0]?.locked ?? false
}

export const unlockImport = (connection: Db, name: string) =>
  sql`select pg_advisory_unlock(${keys(name)})`.execute(connection)

/** Updates the statistics of the planner: the embedded engine has no autovacuum. */
export const analyzeTables = (db: Db, tables: string[]) =>
  sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
