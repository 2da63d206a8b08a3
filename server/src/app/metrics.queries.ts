import type { Db } from '../platform/database/db.ts'
import { firstRow } from '../platform/database/statements.queries.ts'

/** Figures of the work that is not part of a call. Moments are in seconds since 1970, or null if there is none. */
export type BackgroundFigures = {
  mails_waiting: number
  oldest_mail_seconds: number | null
  clearances_last_loaded: number | null
  oldest_roll_request: number | null
}

/** Returns the figures. Reads few rows, by index or from small tables, so it is fast on a large database. */
export const findBackgroundFigures = (db: Db) => firstRow<BackgroundFigures>(db)`
  select (select count(*) from mail) as mails_waiting,
    (select extract(epoch from now() - min(created_at))::float8 from mail) as oldest_mail_seconds,
    (select extract(epoch from max(loaded_at))::float8 from clearance_batch) as clearances_last_loaded,
    (select extract(epoch from min(requested_at))::float8 from roll_issue) as oldest_roll_request`
