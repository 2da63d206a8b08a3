import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Moment } from './fields.ts'
import { HandoverOutcome } from './handover-outcome.ts'
import type { Refusal } from './refusal.ts'

/** The time in which an employee may undo an issue of rolls, a change of a pass, a report, or a decision. */
export const undo_minutes = 5

/** An action that can be undone. `is_own`: the employee who wants to undo the action did it. */
export type DeskAction = { is_own: boolean; seconds_ago: number }

/** Returns why an action may not be undone. The employee who did it may undo it for five minutes. */
export function mayUndo({ is_own, seconds_ago }: DeskAction): Refusal {
  if (!is_own) return 'Alleen wie dit deed, kan het ongedaan maken'
  return seconds_ago < undo_minutes * 60 ? undefined : 'Dit kan alleen binnen vijf minuten ongedaan worden gemaakt'
}

/**
 * An action of the employee that can still be undone: of the pass desk, a report of a missed collection, the filing of
 * an objection to a lift or a bill, the outcome of an objection or of such reports, or the approval of a correction.
 * Only the last four characters of the pass number are returned.
 */
export const UndoableAction = z.object({
  kind: z.enum([
    'roll_issue',
    'issue',
    'block',
    'replace',
    'activate',
    'objection',
    'handover',
    'objection_filing',
    'handover_filing',
    'missed_report',
    'missed_outcome',
    'correction',
    'quarantine_line',
  ]),
  id: z.number(),
  /** Empty without a pass. */
  pass_ending: z.string(),
  /** Of a decided objection. */
  outcome: z.nullish(HandoverOutcome),
  /** The number of reports of missed collections that the outcome is of, or of lifts that the decision is about. */
  reports: z.nullish(z.number()),
  /** Null, except for an issue of rolls. */
  rolls: z.nullable(z.number()),
  /** When the action was done, on the clock of the server. An older server does not send it. */
  done_at: z.optional(Moment),
  /** The remaining time. A moment would be wrong when the clocks of browser and server differ. */
  seconds_left: z.number(),
})
export type UndoableAction = z.infer<typeof UndoableAction>

export const listUndoable = endpoint('GET /counter/undoable', {
  summary: 'Geeft wat de medewerker deed en nog ongedaan kan maken, het laatste eerst',
  access: 'employees',
  data: z.array(UndoableAction),
})
