import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Every municipality of which there are addresses, in alphabetical order. */
export const findMunicipalities = (db: Db) =>
  db.selectFrom('municipality').select(['id', 'name']).orderBy(sql`name collate "und-x-icu"`).execute()

/** Is there such a municipality? */
export const municipalityExists = async (db: Db, id: number) =>
  (await db.selectFrom('municipality').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
