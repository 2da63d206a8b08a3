import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

// Every screen counts the tasks. The tasks themselves are in dashboard.ts, which the first screen does not load.

/** What waits for an employee, counted by kind. A kind that the employee's roles may not act on has 0. */
export const TaskCounts = z.object({
  /** Open objections against lifts that a colleague filed. */
  objections: z.number(),
  /** Open objections that a colleague handed over at a pass desk. */
  handovers: z.number(),
  /** Corrections of many lifts, and their undo, that a colleague proposed. An older server does not send it. */
  corrections: z.optional(z.number()),
  /** Lines of waiting lifts, without own proposals. An older server does not send it. */
  quarantine_lines: z.optional(z.number()),
  /** Call-backs that are late or due today. An older server does not send it. */
  call_backs: z.optional(z.number()),
  /** Own open contacts with text of an earlier day. An older server does not send it. */
  old_contacts: z.optional(z.number()),
  /** Outcomes of the employee's own objections that the employee has not seen. */
  outcomes: z.number(),
  /** Open reports of missed collections. For an administrator: of the own municipality. */
  missed_reports: z.number(),
  /** Recorded malfunctions whose expected end has passed. */
  malfunctions: z.number(),
  /** Employees whose invitation expired. */
  invitations: z.number(),
  /** Ended months with employees whom nobody reviewed. */
  months: z.number(),
})
export type TaskCounts = z.infer<typeof TaskCounts>

export const countTasks = endpoint('GET /counter/tasks/counts', {
  summary: 'Geeft hoeveel taken van elke soort op de medewerker wachten',
  access: 'employees',
  municipality: 'own',
  data: TaskCounts,
})
