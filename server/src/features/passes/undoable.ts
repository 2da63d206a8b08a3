// Reasons: docs/passes.md

import { type UndoableAction, undo_minutes } from '@rd4-loket/contract'
import { findUndoableDecisions } from '../../domain/undo/undoable-decisions.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { findUndoableChanges } from './pass-changes.queries.ts'
import { findUndoableIssues } from './roll-issues.queries.ts'

/** Returns the issues, the pass changes and the decisions that this employee can still undo, newest first. */
export async function findUndoable(db: Db, employee_id: number): Promise<UndoableAction[]> {
  const undoer = { employee_id, undo_minutes }
  const actions = [
    ...(await findUndoableIssues(db, undoer)),
    ...(await findUndoableChanges(db, undoer)),
    ...(await findUndoableDecisions(db, undoer)),
  ]
  return actions.sort((one, other) => other.seconds_left - one.seconds_left)
}
