// Reasons: docs/objections.md

import { lockImportPart } from '../../domain/deliveries/import-locks.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { intervals } from '../../platform/runtime/limits.ts'
import { upsertFractions } from './import-clearances.queries.ts'
import { completeLine, findUnplaced, takePlacingLine } from './quarantine.queries.ts'
import { openClearanceWriter } from './write-clearances.ts'

const rowsPerTransaction = 500

/**
 * Places the next rows of a line that was decided. Returns false when no line is left, and when an import of clearances
 * is running. A row and its clearance are stored in one transaction, so after a crash the next call continues.
 */
const placePart = (db: Db) =>
  db.transaction(async (transaction) => {
    if (!(await lockImportPart(transaction, 'import clearances'))) return false
    const line = await takePlacingLine(transaction)
    if (!line) return false
    const rows = await findUnplaced(transaction, line.id, rowsPerTransaction)
    const waste_type = line.choice?.waste_type
    if (waste_type && line.cause === 'fraction_unknown')
      await upsertFractions(transaction, [{ name: line.key, waste_type }])
    if (rows.length === 0) await completeLine(transaction, line.id)
    else await (await openClearanceWriter(transaction)).placeRows(transaction, line, rows)
    return true
  })

/** Places the rows of all decided lines, unless an import of clearances is running. */
export async function placeLines(db: Db) {
  while (await placePart(db));
}

/**
 * Places decided lines every second. Returns a function that stops this, and waits for a part in progress. Every node
 * may run it.
 */
export function startPlacing(db: Db, { failed }: { failed: (code: string) => void }) {
  let isStopped = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (!isStopped && (await placePart(db)));
  }
  const tick = () => {
    running ??= run()
      .catch((error) => failed(String((error as { code?: unknown }).code ?? 'unknown')))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(tick, intervals.placing_ms)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
