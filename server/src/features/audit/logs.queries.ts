import type { LogState } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type Row = Omit<LogState, 'checked'> & {
  checked_at: string | null
  checked_length: number | null
  broken_at: number | null
}

/** Where each log stands, and what was found when it was last checked. */
export async function findLogs(db: Db): Promise<LogState[]> {
  const { rows } = await sql<Row>`
    select log, log_chain.length, kept_from, dutch_time(checked_at) as checked_at, log_check.length as checked_length, broken_at
    from log_chain left join log_check using (log) order by log`.execute(db)
  return rows.map(({ checked_at, checked_length, broken_at, ...log }) => ({
    ...log,
    checked: checked_at === null ? null : { at: checked_at, length: checked_length ?? 0, broken_at },
  }))
}
