import { undo_minutes } from '@rd4-loket/contract'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** The columns of an action at the pass desk: its employee, and its moment. */
type ActionColumns = { by: Sql; at: Sql }

const undoTime = sql`make_interval(mins => ${undo_minutes})`

/** The condition that the rule `mayUndo` of the contract allows this employee to undo an action. */
export const isUndoable = (employee_id: number, { by, at }: ActionColumns) =>
  sql`(${by} = ${employee_id} and ${at} > now() - ${undoTime})`

/** The seconds in which an action can still be undone, rounded up. */
export const undoSecondsLeft = (at: Sql) => sql`ceil(extract(epoch from ${at} + ${undoTime} - now()))::int`

/** The columns of a DeskAction, as this employee sees the action. */
export const deskAction = (employee_id: number, { by, at }: ActionColumns) =>
  sql`${by} = ${employee_id} as is_own, extract(epoch from now() - ${at})::float as seconds_ago`
