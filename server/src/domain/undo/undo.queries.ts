import { type Sql, sql } from '../../platform/database/sql.ts'

/** The columns of an action at the pass desk: its employee, and its moment. */
type ActionColumns = { by: Sql; at: Sql }

/** The employee who may undo own actions, and for how long. */
export type Undoer = { employee_id: number; undo_minutes: number }

const undoTime = ({ undo_minutes }: Undoer) => sql`make_interval(mins => ${undo_minutes})`

/** The condition that the rule `mayUndo` of the contract allows this employee to undo an action. */
export const isUndoable = (undoer: Undoer, { by, at }: ActionColumns) =>
  sql`(${by} = ${undoer.employee_id} and ${at} > now() - ${undoTime(undoer)})`

/** The seconds in which an action can still be undone. Not rounded, because they sort the actions of one second. */
export const undoSecondsLeft = (undoer: Undoer, at: Sql) =>
  sql`extract(epoch from ${at} + ${undoTime(undoer)} - now())::float`

/** The columns of a DeskAction, as this employee sees the action. */
export const deskAction = (employee_id: number, { by, at }: ActionColumns) =>
  sql`${by} = ${employee_id} as is_own, extract(epoch from now() - ${at})::float as seconds_ago`
