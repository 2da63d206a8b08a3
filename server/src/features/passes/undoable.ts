// Reasons: docs/passes.md

import type { UndoableAction } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { findUndoableChanges } from './pass-changes.queries.ts'
import { findUndoableIssues } from './roll-issues.queries.ts'

/** Returns the issues and the pass changes that this employee can still undo, newest first. */
export async function findUndoable(db: Db, employee_id: number): Promise<UndoableAction[]> {
  const actions = [...(await findUndoableIssues(db, employee_id)), ...(await findUndoableChanges(db, employee_id))]
  return actions.sort((one, other) => other.seconds_left - one.seconds_left)
}
