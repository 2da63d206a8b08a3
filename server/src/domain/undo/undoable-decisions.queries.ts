import type { UndoableAction } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import { isUndoable, type Undoer, undoSecondsLeft } from './undo.queries.ts'

/** The condition that this employee may undo the filing of an open `objection_handover`. A retracted lift does not count. */
export const isUndoableFiling = (undoer: Undoer) => sql`(
  objection_handover.outcome is null
  and ${isUndoable(undoer, { by: sql`handed_over_by`, at: sql`handed_over_at` })}
  and not exists (
    select from clearance_objection where handover_id = objection_handover.id and state <> 'retracted'))`

/**
 * Returns the objections, the decisions about them, the approved corrections, the reports of missed collections, and the
 * outcomes of hand-overs and of such reports, that this employee can still undo. One decision about several reports is
 * one action.
 */
export const findUndoableDecisions = (db: Db, undoer: Undoer) => allRows<UndoableAction>(db)`
  select 'objection' as kind, id, '' as pass_ending, null as rolls, state as outcome, null::int as reports,
    dutch_time(decided_at) as done_at, ${undoSecondsLeft(undoer, sql`decided_at`)} as seconds_left
  from clearance_objection
  where correction_id is null and ${isUndoable(undoer, { by: sql`decided_by`, at: sql`decided_at` })}
  union all
  select 'correction', id, '', null, null, null, dutch_time(applied_at), ${undoSecondsLeft(undoer, sql`applied_at`)}
  from correction where state = 'applied' and ${isUndoable(undoer, { by: sql`approved_by`, at: sql`applied_at` })}
  union all
  select 'handover', id, '', null, outcome, null, dutch_time(closed_at), ${undoSecondsLeft(undoer, sql`closed_at`)}
  from objection_handover
  where closed_by <> handed_over_by and ${isUndoable(undoer, { by: sql`closed_by`, at: sql`closed_at` })}
  union all
  select 'objection_filing', id, '', null, null, null, dutch_time(filed_at), ${undoSecondsLeft(undoer, sql`filed_at`)}
  from clearance_objection
  where state = 'open' and ${isUndoable(undoer, { by: sql`filed_by`, at: sql`filed_at` })}
  union all
  select 'handover_filing', id, '', null, null, null, dutch_time(handed_over_at),
    ${undoSecondsLeft(undoer, sql`handed_over_at`)}
  from objection_handover where ${isUndoableFiling(undoer)}
  union all
  select 'missed_report', id, '', null, null, null, dutch_time(reported_at),
    ${undoSecondsLeft(undoer, sql`reported_at`)}
  from missed_report
  where retracted_at is null and outcome is null
    and ${isUndoable(undoer, { by: sql`employee_id`, at: sql`reported_at` })}
  union all
  select 'missed_outcome', min(id), '', null, null, count(*)::int, dutch_time(decided_at),
    ${undoSecondsLeft(undoer, sql`decided_at`)}
  from missed_report where ${isUndoable(undoer, { by: sql`decided_by`, at: sql`decided_at` })} group by decided_at
  union all
  select 'quarantine_line', id, '', null, null, rows, dutch_time(decided_at), ${undoSecondsLeft(undoer, sql`decided_at`)}
  from quarantine_line
  where state <> 'waiting'
    and ${isUndoable(undoer, { by: sql`coalesce(approved_by, decided_by)`, at: sql`decided_at` })}`
