import { checkLogs } from '../domain/access-log/log-checks.queries.ts'
import type { Db } from '../platform/database/database.ts'
import { type KeepMonths, retireOldRows } from './retention.queries.ts'

/**
 * What is told once a day, on the server's own log: there the last hash of each chain is out of the database's reach.
 */
type Tell = {
  told: (facts: object, message: string) => void
  failed: (code: string) => void
}

const daily = 24 * 3600 * 1000
// Not while the first employees of the day are being logged in.
const afterStart = 60_000

/**
 * Takes out once a day what is kept no longer, and looks whether the logs are whole. Gives a function that stops it.
 */
export function startRetention(db: Db, keep_months: KeepMonths, { told, failed }: Tell) {
  let working: Promise<void> | undefined
  const work = async () => {
    told(await retireOldRows(db, keep_months), 'old rows retired')
    for (const checked of await checkLogs(db)) told(checked, checked.broken_at ? 'log is broken' : 'log is whole')
  }
  const tick = () => {
    working = work().catch((error) => failed(String((error as { code?: unknown }).code ?? 'unknown')))
  }
  const first = setTimeout(tick, afterStart)
  const timer = setInterval(tick, daily)
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await working
  }
}
