import type { Refusal } from './refusal.ts'

/** The time in which an employee may undo an issue of rolls, a change of a pass, or a decision about an objection. */
export const undo_minutes = 5

/** An action that can be undone. `is_own`: the employee who wants to undo the action did it. */
export type DeskAction = { is_own: boolean; seconds_ago: number }

/** Returns why an action may not be undone. The employee who did it may undo it for five minutes. */
export function mayUndo({ is_own, seconds_ago }: DeskAction): Refusal {
  if (!is_own) return 'Alleen wie dit deed, kan het ongedaan maken'
  return seconds_ago < undo_minutes * 60 ? undefined : 'Dit kan alleen binnen vijf minuten ongedaan worden gemaakt'
}
