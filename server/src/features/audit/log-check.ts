import { setTimeout } from 'node:timers/promises'
import { checkLogs } from '../../app/retention.queries.ts'
import type { Db } from '../../platform/database/database.ts'

/**
 * Makes what reads the logs through, once for all who ask at the same moment; says whether that was done within so many
 * milliseconds. What takes longer goes on, and its result is kept.
 */
export function makeLogCheck(db: Db, patience_ms: number) {
  let checking: Promise<true> | undefined
  return (): Promise<boolean> => {
    checking ??= checkLogs(db)
      .then(() => true as const)
      .finally(() => {
        checking = undefined
      })
    return Promise.race([checking, setTimeout(patience_ms, false, { ref: false })])
  }
}
