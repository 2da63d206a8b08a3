import type { DeskAction, Objection, ObjectionState, Purpose } from '@rd4-loket/contract'
import { billYears } from '../../domain/bill/charge-rules.queries.ts'
import {
  clearanceDay,
  objectionColumns,
  objections,
  occupancyOfClearance,
  type StoredObjection,
} from '../../domain/bill/objection-rows.queries.ts'
import { hiddenPeriods } from '../../domain/occupancy/occupancy.queries.ts'
import { deskAction, isUndoable, type Undoer } from '../../domain/undo/undo.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/**
 * Returns the household of a clearance; undefined for an unknown clearance, for the emptying of a shared container, and
 * for a clearance that the purpose hides.
 */
export const findDisputable = (db: Db, clearance_id: number, purpose: Purpose) =>
  firstRow<{ address_id: number; occupancy_id: number | null; day: string; bill_years: number[] }>(db)`
    select address_id, ${occupancyOfClearance} as occupancy_id, ${clearanceDay} as day,
      ${billYears(sql`street.municipality_id`, clearanceDay)} as bill_years
    from clearance join address on address.id = address_id join street on street.id = street_id
    where clearance.id = ${clearance_id}
      and not cleared_at <@ ${hiddenPeriods(sql`clearance.address_id`, purpose)}`

/**
 * Locks a clearance until the transaction ends. At most one objection to a clearance may become open, by filing it and
 * by undoing a decision.
 */
export const lockClearance = (transaction: Db, clearance_id: number) =>
  runSql(transaction)`select from clearance where id = ${clearance_id} for no key update`

/** Inserts an objection and returns its id; undefined when the clearance has an open or an upheld objection. */
export const insertObjection = (
  db: Db,
  {
    clearance_id,
    reason,
    note,
    handover_id,
    employee_id,
  }: Pick<Objection, 'clearance_id' | 'reason' | 'note' | 'handover_id'> & { employee_id: number },
) => firstValue<number | undefined>(db)`
  insert into clearance_objection (clearance_id, cleared_at, address_id, handover_id, reason, note, filed_by)
  select id, cleared_at, address_id, ${handover_id}::int, ${reason}, ${note}, ${employee_id} from clearance where id = ${clearance_id}
  on conflict (clearance_id) where state in ('open', 'upheld', 'corrected') do nothing
  returning id`

/** Deletes the row of a correction that was dropped or undone, so that the clearance can be disputed. */
export const deleteCorrectedRow = (transaction: Db, clearance_id: number) => runSql(transaction)`
  delete from clearance_objection objection using correction
  where correction.id = correction_id and correction.state in ('dropped', 'undone')
    and objection.state = 'corrected' and clearance_id = ${clearance_id}`

/** Returns the open or upheld objection against a clearance, or the state of the correction that gives it back. */
export const findLiveObjection = (db: Db, clearance_id: number) =>
  firstRow<{ id: number; corrected: 'preparing' | 'ready' | 'applied' | null }>(db)`
    select objection.id, case when objection.state = 'corrected' then correction.state end as corrected
    from clearance_objection objection left join correction on correction.id = correction_id
    where clearance_id = ${clearance_id} and objection.state in ('open', 'upheld', 'corrected')`

const isFree = sql`not exists (
  select from correction where correction.id = correction_id and correction.state in ('preparing', 'ready'))`

export const findObjection = (db: Db, id: number) =>
  firstRow<StoredObjection>(db)`
    select ${objectionColumns} from ${objections} where objection.id = ${id} and objection.state <> 'corrected'`

/**
 * Decides an objection if it is open, and no correction is ready for its lift. Waits for a parallel decision first, so
 * only one of two decisions has effect.
 */
export const decideIfOpen = (
  db: Db,
  { id, state, reason, employee_id }: { id: number; state: ObjectionState; reason: string; employee_id: number },
) => runSql(db)`
  update clearance_objection
  set state = ${state}, decision_reason = ${reason}, decided_by = ${employee_id}, decided_at = now()
  where id = ${id} and state = 'open' and ${isFree}`

/**
 * Returns whose decision it is, how long ago, and whether it belongs to an applied correction; undefined for an
 * objection that is not decided.
 */
export const findDecision = (db: Db, id: number, employee_id: number) =>
  firstRow<DeskAction & { is_corrected: boolean }>(db)`
    select exists (select from correction where correction.id = correction_id and state = 'applied') as is_corrected, ${deskAction(employee_id, { by: sql`decided_by`, at: sql`decided_at` })} from clearance_objection
    where id = ${id} and decided_by is not null`

/**
 * Opens an objection again if this employee may undo the decision, and no other objection to the same clearance is open or
 * upheld.
 */
export async function undoDecision(db: Db, id: number, undoer: Undoer) {
  // A trigger marks the proposals whose amounts this changes, except for a row of a correction.
  await runSql(db)`
    update clearance_objection set correction_id = null, credit_cents = null
    where id = ${id} and (select state from correction where correction.id = correction_id) = 'undone'`
  await runSql(db)`
    update clearance_objection objection
    set state = 'open', decision_reason = null, decided_by = null, decided_at = null, outcome_seen_at = null
    where id = ${id} and ${isUndoable(undoer, { by: sql`decided_by`, at: sql`decided_at` })}
      and not exists (
        select from clearance_objection other
        where other.clearance_id = objection.clearance_id and other.id <> objection.id
          and other.state in ('open', 'upheld', 'corrected'))`
}

/** Retracts an objection if it is open, and no correction is ready for its lift. Waits for a parallel decision first. */
export const retractIfOpen = (db: Db, id: number) => runSql(db)`
  update clearance_objection set state = 'retracted', retracted_at = now()
  where id = ${id} and state = 'open' and ${isFree}`

/** Returns the number of open objections. */
export const countOpenObjections = (db: Db) =>
  firstValue<number>(db)`select count(*)::int from clearance_objection where state = 'open'`
