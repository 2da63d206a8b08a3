import type { Municipality } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Returns all municipalities in alphabetical order. */
export async function findMunicipalities(db: Db): Promise<Municipality[]> {
  const { rows } = await sql<Municipality>`
    select id, name from municipality order by name collate "und-x-icu"`.execute(db)
  return rows
}

export async function municipalityExists(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from municipality where id = ${id}`.execute(db)
  return rows.length > 0
}
