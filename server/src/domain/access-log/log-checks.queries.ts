import type { Db } from '../../platform/database/database.ts'
import { firstRow, runSql } from '../../platform/database/statements.queries.ts'
import { findBrokenLink, type LogName, logNames } from './audit-log.queries.ts'

/** A checked log. `hash`: the last hash of its chain. `broken_at`: position of the first changed row, or null. */
export type CheckedLog = { log: LogName; length: number; hash: string; broken_at: number | null }

/** Checks every log from its first row to its last, and stores the results. */
export async function checkLogs(db: Db): Promise<CheckedLog[]> {
  const checked: CheckedLog[] = []
  for (const log of logNames) {
    const broken_at = await findBrokenLink(db, log)
    const row = await firstRow<{ length: number; hash: Buffer }>(db)`
      select length, hash from log_chain where log = ${log}`
    const { length, hash } = row ?? { length: 0, hash: Buffer.alloc(0) }
    await runSql(db)`
      insert into log_check (log, length, broken_at) values (${log}, ${length}, ${broken_at})
      on conflict (log) do update set checked_at = now(), length = excluded.length, broken_at = excluded.broken_at`
    checked.push({ log, length, hash: hash.toString('hex'), broken_at })
  }
  return checked
}
