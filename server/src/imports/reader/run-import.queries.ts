import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstValue, runSql } from '../../platform/database/statements.queries.ts'

// The first number distinguishes import locks from other advisory locks.
const keys = (name: string) => sql`4711, hashtext(${name})`

/** Locks an import on this connection. Returns false when another connection has the lock. */
export const lockImport = (connection: Db, name: string) =>
  firstValue<boolean>(connection)`select pg_try_advisory_lock(${keys(name)}) as locked`

export const unlockImport = (connection: Db, name: string) =>
  runSql(connection)`select pg_advisory_unlock(${keys(name)})`

/** Updates the statistics of the planner: the embedded engine has no autovacuum. */
export const analyzeTables = (db: Db, tables: string[]) =>
  runSql(db)`analyze ${sql.join(tables.map((table) => sql.identifier(table)))}`
