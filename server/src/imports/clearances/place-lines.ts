// Reasons: docs/objections.md

import { lockImportPart } from '../../domain/deliveries/import-locks.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { intervals } from '../../platform/runtime/limits.ts'
import { upsertFractions } from './import-clearances.queries.ts'
import { completeLine, findUnplaced, type PlacingLine, setLineAside, takePlacingLine } from './quarantine.queries.ts'
import { openClearanceWriter } from './write-clearances.ts'

const rowsPerTransaction = 500

/** Returns the code and the constraint of an error of the database, or the name of another error: never a value of a row. */
function failureOf(error: unknown) {
  const { code, constraint, name = 'Error' } = error as { code?: string; constraint?: string; name?: string }
  return [code ?? name, constraint].filter(Boolean).join(' ')
}

/**
 * Places the next rows of a line that was decided. Returns false when no line is left, and when an import of clearances
 * is running. A row and its clearance are stored in one transaction, so after a crash the next call continues. A line
 * that fails is set aside, so that the others go on.
 */
async function placePart(db: Db, failed: (code: string) => void) {
  let line: PlacingLine | undefined
  try {
    return await db.transaction(async (transaction) => {
      if (!(await lockImportPart(transaction, 'import clearances'))) return false
      line = await takePlacingLine(transaction)
      if (line) await placeRowsOf(transaction, line)
      return line !== undefined
    })
  } catch (error) {
    if (!line) throw error
    const failure = failureOf(error)
    await setLineAside(db, line.id, failure)
    failed(failure)
    return true
  }
}

/** Places the next rows of a line, or stores that all are placed. */
async function placeRowsOf(transaction: Db, line: PlacingLine) {
  const rows = await findUnplaced(transaction, line.id, rowsPerTransaction)
  const waste_type = line.choice?.waste_type
  if (waste_type && line.cause === 'fraction_unknown')
    await upsertFractions(transaction, [{ name: line.key, waste_type }])
  if (rows.length === 0) await completeLine(transaction, line.id)
  else await (await openClearanceWriter(transaction)).placeRows(transaction, line, rows)
}

/** Places the rows of all decided lines, unless an import of clearances is running. A line that fails is left out. */
export async function placeLines(db: Db) {
  while (await placePart(db, () => {}));
}

/**
 * Places decided lines every second. Returns a function that stops this, and waits for a part in progress. Every node
 * may run it.
 */
export function startPlacing(db: Db, { failed }: { failed: (code: string) => void }) {
  let isStopped = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (!isStopped && (await placePart(db, failed)));
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
