import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstValue, runSql } from '../../platform/database/statements.queries.ts'

// The first number distinguishes import locks from other advisory locks.
const keys = (name: string) => sql`4711, hashtext(${name})`
const partKeys = (name: string) => keys(`part of ${name}`)

/**
 * Locks an import on this connection. Returns false when another connection has the lock. Waits for a transaction that
 * has it for a part: that one ends soon.
 */
export async function lockImport(connection: Db, name: string) {
  await runSql(connection)`select pg_advisory_lock(${partKeys(name)})`
  const locked = await firstValue<boolean>(connection)`select pg_try_advisory_lock(${keys(name)}) as locked`
  await runSql(connection)`select pg_advisory_unlock(${partKeys(name)})`
  return locked
}

export const unlockImport = (connection: Db, name: string) =>
  runSql(connection)`select pg_advisory_unlock(${keys(name)})`

/** Locks an import until the end of a short transaction. Returns false when an import or a part of one is running. */
export const lockImportPart = (transaction: Db, name: string) =>
  firstValue<boolean>(transaction)`
    select case when pg_try_advisory_xact_lock(${partKeys(name)}) then pg_try_advisory_xact_lock(${keys(name)})
      else false end as locked`

/** As `lockImportPart`, but waits for another part, because a part is short. Returns false when an import is running. */
export async function waitForImportPart(transaction: Db, name: string) {
  await runSql(transaction)`select pg_advisory_xact_lock(${partKeys(name)})`
  return firstValue<boolean>(transaction)`select pg_try_advisory_xact_lock(${keys(name)}) as locked`
}
