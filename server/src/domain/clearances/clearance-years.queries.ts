import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Makes room for the clearances of these years, where there is none yet: each Dutch year has a partition of its own. */
export const addClearanceYears = (db: Db, years: number[]) =>
  sql`select add_clearance_year(year) from unnest(${years}::int[]) as year`.execute(db)
