import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Any numbers, as long as every import of a kind asks for the same one. */
const locks = {
  addresses: 4_711_003,
  clearances: 4_711_004,
  equipment: 4_711_006,
  tariffs: 4_711_007,
  'collection-systems': 4_711_008,
  areas: 4_711_009,
}

export type ImportName = keyof typeof locks

/** Takes the database for one import of a kind alone, on this connection; false when another one is running. */
export async function lockImport(connection: Db, name: ImportName): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${locks[name]}) as locked`.execute(
    connection,
  )
  return rows[0]?.locked ?? false
}

export const unlockImport = (connection: Db, name: ImportName) =>
  sql`select pg_advisory_unlock(${locks[name]})`.execute(connection)
