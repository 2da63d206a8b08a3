import { sql } from 'kysely'
import type { Db } from '../src/platform/database/database.ts'

/** Lets the identity columns go on after rows that brought their own ids. */
export async function advanceSequence(transaction: Db, table: string, lastId: number) {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId})`.execute(transaction)
}
