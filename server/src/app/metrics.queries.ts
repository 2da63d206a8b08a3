import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** How the work beside the calls stands; moments in seconds since 1970, null where there was none yet. */
export type DutyFigures = {
  mails_waiting: number
  oldest_mail_seconds: number | null
  clearances_last_loaded: number | null
  oldest_roll_request: number | null
}

/** Reads a few rows by index or of small tables, however much the database holds. */
export async function findDutyFigures(db: Db): Promise<DutyFigures | undefined> {
  const { rows } = await sql<DutyFigures>`
    select (select count(*) from mail) as mails_waiting,
      (select extract(epoch from now() - min(created_at))::float8 from mail) as oldest_mail_seconds,
      (select extract(epoch from max(loaded_at))::float8 from clearance_batch) as clearances_last_loaded,
      (select extract(epoch from min(requested_at))::float8 from roll_issue) as oldest_roll_request`.execute(db)
  return rows[0]
}
