import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { Malfunction } from './equipment.ts'
import { Alias, chosenNumber, Day, Moment, requiredText } from './fields.ts'
import { HandoverOutcome } from './handover-outcome.ts'
import { ListedHandover } from './handovers.ts'
import { ListedObjection } from './objections.ts'
import { TaskCounts } from './task-counts.ts'
import { WasteStream } from './waste-streams.ts'

/** The pick-up appointments of a municipality on one day. A count is not personal data. */
export const PickupsOfDay = z.object({
  day: Day,
  municipality: Municipality,
  appointments: z.number(),
  volume_litres: z.number(),
})

/** A shared container that is nearly full according to its last report. */
export const FullContainer = z.object({
  collection_system: z.object({ alias: Alias, name: z.string(), municipality: Municipality }),
  container_number: z.string(),
  waste_type: WasteStream,
  fill_percent: z.number(),
  measured_at: Moment,
})
export type FullContainer = z.infer<typeof FullContainer>

/** A shared container is full from this percentage. */
export const full_percent = 90

/** Maximum length of the list of full containers. `full_containers` in `meta` counts all of them. */
export const maxFullContainers = 20

export const showWork = endpoint('GET /counter/dashboard', {
  summary: 'Geeft de ophaalafspraken van vandaag en de komende week per dag, en de verzamelcontainers die vol zijn',
  access: 'employees',
  municipality: 'own_unless_provider',
  data: z.object({ pickups: z.array(PickupsOfDay), full_containers: z.array(FullContainer) }),
  meta: z.object({ full_containers: z.number() }),
})

const TaskAddress = z.object({ alias: z.string(), line: z.string() })

const dated = {
  id: z.number(),
  /** The last day on which the task is in time. */
  due_on: Day,
}

/** One thing that waits for the employee. */
export const Task = z.discriminatedUnion('kind', [
  /** An open objection to a lift, which a colleague filed. */
  z.object({ kind: z.literal('objection'), ...dated, ...ListedObjection.shape }),
  /** An open objection to a bill, which a colleague handed over at a pass desk. */
  z.object({ kind: z.literal('handover'), ...dated, ...ListedHandover.shape }),
  /** The outcome of an objection that the employee filed or handed over, until the employee has seen it. */
  z.object({
    kind: z.literal('outcome'),
    ...dated,
    of: z.enum(['objection', 'handover']),
    address: TaskAddress,
    year: z.number(),
    outcome: HandoverOutcome,
    /** Null for an outcome from before reasons were asked. */
    reason: z.nullable(z.string()),
    decided_by: z.string(),
  }),
  /** All open reports of missed collections. `due_on`: of the first one. `GET /counter/missed-collections` lists them. */
  z.object({ kind: z.literal('missed_reports'), ...dated, open: z.number(), overdue: z.number() }),
  /** A recorded malfunction whose expected end has passed. */
  z.object({
    kind: z.literal('malfunction'),
    ...dated,
    collection_system: z.object({ alias: Alias, name: z.string(), municipality: Municipality }),
    waste_type: WasteStream,
    malfunction: Malfunction,
    note: z.string(),
  }),
  /** An employee without a password whose invitation expired. `id`: the employee. */
  z.object({ kind: z.literal('invitation'), ...dated, name: z.string(), municipality: z.nullable(Municipality) }),
  /** An ended month with employees whom nobody reviewed, without the caller. `id`: the month, as 202610. */
  z.object({ kind: z.literal('month'), ...dated, month: z.string(), employees: z.number() }),
])
export type Task = z.infer<typeof Task>
export type TaskKind = Task['kind']

/** The days in which the outcome of an objection stays in the list of the employee who filed it, unless seen before. */
export const outcome_days = 14

/** Maximum length of the list of tasks of one kind, which starts with the first due. `counts` counts all tasks. */
export const maxListedTasks = 100

/** Returns the working day that is `days` working days after a day. Saturdays and Sundays are no working days. */
function workingDayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() % 6 !== 0) left -= 1
  }
  return date.toISOString().slice(0, 10)
}

/** Returns whether a task is late, is due within two working days, or neither. */
export const urgencyOf = ({ due_on }: { due_on: string }, today: string) =>
  due_on < today ? 'late' : due_on <= workingDayAfter(today, 2) ? 'soon' : undefined

export const listTasks = endpoint('GET /counter/tasks', {
  summary: 'Geeft wat op de medewerker wacht, op volgorde van de dag waarop het klaar moet zijn',
  access: 'employees',
  municipality: 'own',
  personal: { action: 'list_tasks', purposes: ['aanslag_bezwaar'], only_if_found: true, several: true },
  data: z.array(Task),
  meta: z.object({
    today: Day,
    counts: TaskCounts,
    /** The last version whose changes the employee was told about. Null: none, because the employee is new. */
    seen_version: z.nullable(z.string()),
  }),
})

export const markOutcomeSeen = endpoint('POST /counter/user/seen-outcomes', {
  summary: 'Legt vast dat de medewerker de uitkomst van een eigen bezwaar heeft gezien',
  access: 'employees',
  body: z.strictObject({
    of: z.enum(['objection', 'handover'], 'Kies een bezwaar'),
    id: chosenNumber('Kies een bezwaar'),
  }),
  data: z.null(),
})

export const markVersionSeen = endpoint('PUT /counter/user/seen-version', {
  summary: 'Legt vast over welke versie van het portaal de medewerker is geïnformeerd',
  access: 'employees',
  body: z.strictObject({ version: requiredText(20) }),
  data: z.null(),
})
