import { type CheckedLog, checkLogs } from '../domain/access-log/audit-log.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { intervals } from '../platform/runtime/limits.ts'
import { type RetentionSettings, retireOldRows } from './retention.queries.ts'

/** Functions that write the results to the server log, and the last hash of each log outside the database. */
type RetentionEvents = {
  done: (facts: object, message: string) => void
  checked: (logs: CheckedLog[]) => Promise<void>
  failed: (code: string) => void
}

/**
 * Once a day, deletes the rows whose retention period is over and checks the logs. Returns a function that stops the
 * daily runs, and waits for a run in progress.
 */
export function startRetention(db: Db, keep_months: RetentionSettings, { done, checked, failed }: RetentionEvents) {
  let running: Promise<void> | undefined
  const run = async () => {
    const retired = await retireOldRows(db, keep_months)
    done(Object.fromEntries(retired.map(({ name, rows }) => [name, rows])), 'old rows retired')
    const logs = await checkLogs(db)
    for (const log of logs) done(log, log.fault ? 'log is broken' : 'log is intact')
    await checked(logs)
  }
  const tick = () => {
    running = run().catch((error) => failed(String((error as { code?: unknown }).code ?? 'unknown')))
  }
  const first = setTimeout(tick, intervals.firstRetention_ms)
  const timer = setInterval(tick, intervals.retention_ms)
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await running
  }
}
