import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Creates the missing partitions for the clearances of these years. Each Dutch year has its own partition. */
export const addClearanceYears = (db: Db, years: number[]) =>
  sql`select add_clearance_year(year) from unnest(${years}::int[]) as year`.execute(db)
