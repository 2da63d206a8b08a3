import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { Alias, Day, Moment } from './fields.ts'
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

export const showAdministrationWork = endpoint('GET /counter/dashboard/administration', {
  summary: 'Geeft een beheerder welke uitnodigingen zijn verlopen en welke maanden nog niet zijn beoordeeld',
  access: 'administrator',
  municipality: 'own',
  data: z.object({
    /** Employees who have not chosen a password, and have no link to do so. */
    expired_invitations: z.array(z.object({ employee_id: z.number(), name: z.string() })),
    /**
     * Ended months, with the number of employees whose month was not reviewed. The caller's own month is not counted.
     */
    unreviewed_months: z.array(z.object({ month: z.string(), employees: z.number() })),
  }),
})

/** What waits for an employee, counted by kind. A kind that the employee's roles may not act on has 0. */
export const TaskCounts = z.object({
  /** Open objections against lifts that a colleague filed. */
  objections: z.number(),
  /** Open objections that a colleague handed over at a pass desk. */
  handovers: z.number(),
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
