// Reasons: docs/missed-collections.md

import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { CalendarCategory } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import {
  AliasInPath,
  chosenNumber,
  Day,
  DayInput,
  enumOf,
  LastChange,
  Moment,
  NumberInPath,
  OfMunicipality,
  requiredText,
} from './fields.ts'
import { collectionStart, NonClearanceReason } from './non-clearances.ts'
import { billPurposes, pickupPurposes } from './purposes.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'
import { type DeskAction, mayUndo, undo_minutes } from './undo.ts'

/** Why a report of a missed collection is allowed or refused: the code of the step of the rule that decided. */
export const MissedCollectionReason = z.enum([
  'ok',
  'street_likely_missed',
  'records_differ',
  'reason_from_truck',
  'emptied',
  'open_report',
  'recollection_planned',
  'street_missed',
  'decided',
  'crew_not_done',
  'outside_window',
  'not_collection_day',
  'moved_day',
  'holiday',
  'cancelled',
  'no_container',
  'container_removed',
  'shared_container',
  'no_collection_days',
])
export type MissedCollectionReason = z.infer<typeof MissedCollectionReason>

/** What the employee does next. */
export const MissedCollectionStep = z.enum([
  'report',
  'read_reason',
  'dispute_lift',
  'show_report',
  'report_overdue',
  'wait_for_day',
  'next_collection',
  'call_after',
  'request_container',
  'use_shared_container',
  'contact_collector',
])
export type MissedCollectionStep = z.infer<typeof MissedCollectionStep>

/** What the collector did with a report. */
export const missedCollectionOutcomeNames = {
  recollection_planned: 'na-lediging gepland',
  next_collection: 'volgende inzameldag',
  unfounded: 'ongegrond',
  route_missed: 'rit gemist',
}

export const MissedCollectionOutcome = enumOf(missedCollectionOutcomeNames)
export type MissedCollectionOutcome = z.infer<typeof MissedCollectionOutcome>

/** Returns whether an outcome names the day on which the truck comes again. */
export const hasOutcomeDay = (outcome: MissedCollectionOutcome) =>
  outcome === 'recollection_planned' || outcome === 'route_missed'

/** Reports of this number of addresses of a street mean that the truck probably missed the street. */
export const addressesOfMissedStreet = 5

/** A report can be about a collection of this many days ago, at most. */
export const maxReportAge_days = 60

/** Returns why an address gets no new reports. */
export const mayReportMissedCollection = ({ retired }: { retired: boolean }): Refusal =>
  retired ? 'Voor een vervallen adres kan geen melding worden gedaan' : undefined

const clock = new Intl.DateTimeFormat('nl-NL', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Amsterdam' })

/** Returns the Dutch time of a moment: `10.05`. */
export const dutchClock = (moment: string | number) => clock.format(new Date(moment)).replace(':', '.')

/** Returns why a report may not be retracted, or an outcome not be reopened. `done_at`: when that was done. */
export function mayUndoReport(action: DeskAction & { done_at: string }): Refusal {
  const refusal = mayUndo(action)
  const end = Date.parse(action.done_at) + undo_minutes * 60_000
  return refusal && action.is_own ? `Dat kon tot ${dutchClock(end)} uur.` : refusal
}

/** A report of a missed collection that nobody decided yet, at its address. */
const OpenMissedReport = z.object({
  id: z.number(),
  reported_at: Moment,
  reported_by: z.string(),
  /** The caller stored the report, so the caller may retract it while `mayUndo` allows it. */
  is_own: z.boolean(),
  seconds_ago: z.number(),
  /** The resident disputes the reason of the truck. */
  disputed: z.boolean(),
})

/** What the rule decides about one own container, or one stream of bags or bundles, of an address. */
export const MissedCollection = z.object({
  waste_type: CalendarCategory,
  /** Null for bags and bundles, and for a stream without a container. */
  container: z.nullable(z.object({ id: z.number(), number: z.string(), volume_litres: z.nullable(z.number()) })),
  allowed: z.boolean(),
  reason: MissedCollectionReason,
  step: MissedCollectionStep,
  /** What the employee reads aloud. */
  text: z.string(),
  /** The collection day that the report is about; null without one. */
  day: z.nullable(Day),
  /** The day of the next step; null when it has none, or when the next collection is not known. */
  date: z.nullable(Day),
  /** From which moment to call again. */
  at: z.nullable(Moment),
  truck_reason: z.nullable(NonClearanceReason),
  /** Whether the resident can dispute the reason of the truck: a report with `disputed`. */
  may_dispute: z.boolean(),
  escalation: z.nullable(z.object({ at: Moment, due: z.boolean() })),
  /** Whether the reasons of the day were delivered. Null without a day. */
  reasons_loaded: z.nullable(z.enum(['never', 'until', 'complete'])),
  /** The open report of step `show_report` or `report_overdue`. */
  report: z.nullable(OpenMissedReport),
})
export type MissedCollection = z.infer<typeof MissedCollection>

const ofAddress = z.strictObject({ alias: AliasInPath })

export const listMissedCollections = endpoint('GET /counter/addresses/:alias/missed-collections', {
  summary: 'Geeft per container en per soort afval of een adres een gemiste ophaling kan melden, en waarom niet',
  access: 'employees',
  municipality: 'own_unless_provider',
  personal: { action: 'show_missed_collections', ...pickupPurposes },
  params: ofAddress,
  /** `day`: another collection day than the latest. */
  query: z.strictObject({ day: z.optional(DayInput) }),
  /** The latest collection first. */
  data: z.array(MissedCollection),
  /** A retired address gets no new reports. */
  meta: z.object({ retired: z.boolean(), today: Day }),
})

export const reportMissedCollection = endpoint('POST /counter/addresses/:alias/missed-collections', {
  summary: 'Meldt dat een container of zak van een adres niet geleegd is, als de regel dat toestaat',
  access: 'employees',
  conflict: 'Het adres is vervallen, of de regel staat de melding niet toe: `errors.reason` is de code van de reden',
  municipality: 'own_unless_provider',
  personal: { action: 'report_missed_collection', ...pickupPurposes },
  idempotent: true,
  params: ofAddress,
  body: z.strictObject({
    waste_type: CalendarCategory,
    container_id: z.nullable(chosenNumber('Kies een container')),
    /** The `day` of the list; absent for the latest collection. */
    day: z.optional(DayInput),
    disputed: z.boolean(),
  }),
  /** The row of the container or stream, now with the report. */
  data: MissedCollection,
})

export const retractMissedReport = endpoint('POST /counter/missed-collections/:report_id/retract', {
  summary: 'Trekt een eigen melding van een gemiste ophaling in, binnen vijf minuten',
  access: 'employees',
  conflict: 'De melding kan niet meer worden ingetrokken',
  municipality: 'own_unless_provider',
  personal: { action: 'retract_missed_report', ...pickupPurposes, several: true },
  params: z.strictObject({ report_id: NumberInPath }),
  data: z.null(),
})

/** The open reports of one street, stream and collection day. */
export const MissedStreet = z.object({
  street: z.string(),
  city: z.string(),
  municipality: Municipality,
  waste_type: CalendarCategory,
  day: Day,
  /** The addresses with a report, also a decided one, that was not retracted and not unfounded. */
  addresses: z.number(),
  /** At least `addressesOfMissedStreet` addresses: the truck probably missed the street. */
  likely_missed: z.boolean(),
  /** When the first report is overdue. */
  due_at: Moment,
  overdue: z.boolean(),
  /** The oldest first. */
  reports: z.array(
    z.object({
      id: z.number(),
      /** Changes with each outcome: a decision about an older version is refused. */
      version: z.number(),
      address: z.object({ alias: z.string(), line: z.string() }),
      container_number: z.nullable(z.string()),
      disputed: z.boolean(),
      reported_at: Moment,
      reported_by: z.string(),
      overdue: z.boolean(),
    }),
  ),
})
export type MissedStreet = z.infer<typeof MissedStreet>

/** Maximum length of the list of streets with open reports. `open` counts all open reports. */
export const maxMissedStreets = 100

export const listMissedReports = endpoint('GET /counter/missed-collections', {
  summary: 'Geeft de open meldingen van gemiste ophalingen per straat, de late eerst; ten hoogste honderd straten',
  access: 'bsgw_employee',
  personal: { action: 'list_missed_reports', purposes: billPurposes, several: true },
  data: z.array(MissedStreet),
  /** `total` counts the streets, `open` and `overdue` the reports. */
  meta: z.object({ total: z.number(), open: z.number(), overdue: z.number() }),
})

/** Maximum length of the answer to a report. */
export const maxMissedCollectionAnswer = 200

/** Maximum number of reports of one decision. */
export const maxDecidedReports = 1000

export const decideMissedReports = endpoint('PUT /counter/missed-collections', {
  summary: 'Legt de uitkomst vast van een of meer open meldingen van gemiste ophalingen, in één keer',
  access: 'bsgw_employee',
  conflict: 'Een collega heeft een van de meldingen al afgehandeld, of de melding is ingetrokken',
  personal: { action: 'decide_missed_reports', purposes: billPurposes, several: true },
  body: z
    .strictObject({
      reports: z
        .array(z.strictObject({ id: chosenNumber('Kies een melding'), version: z.int().check(z.minimum(1)) }))
        .check(
          z.minLength(1, 'Kies een melding'),
          z.maxLength(maxDecidedReports, `Kies ten hoogste ${maxDecidedReports} meldingen`),
        ),
      outcome: MissedCollectionOutcome,
      /** When the truck comes again; null for the other outcomes. */
      outcome_day: z.nullable(DayInput),
      /** What the caller hears. Null: nothing more than the outcome. */
      answer: z.nullable(ofLines(requiredText(maxMissedCollectionAnswer))),
    })
    .check(
      z.refine(({ outcome, outcome_day }) => hasOutcomeDay(outcome) === (outcome_day !== null), {
        message: 'Een nieuwe ophaaldag hoort bij deze uitkomst, of juist niet',
        path: ['outcome_day'],
      }),
      z.refine(({ outcome, answer }) => outcome !== 'unfounded' || answer !== null, {
        message: 'Leg uit waarom de melding ongegrond is',
        path: ['answer'],
      }),
    ),
  /** The number of decided reports. */
  data: z.object({ decided: z.number() }),
})

export const reopenMissedReports = endpoint('POST /counter/missed-collections/reopen', {
  summary: 'Maakt de eigen uitkomst van een melding ongedaan, met alle meldingen van dezelfde beslissing',
  access: 'bsgw_employee',
  conflict: 'De uitkomst kan niet meer ongedaan worden gemaakt',
  personal: { action: 'reopen_missed_reports', purposes: billPurposes, several: true },
  /** One report of the decision. */
  body: z.strictObject({ report_id: chosenNumber('Kies een melding') }),
  data: z.object({ reopened: z.number() }),
})

const hourMessage = 'Kies een heel uur'
const hour = (last: number) => z.int(hourMessage).check(z.minimum(0, hourMessage), z.maximum(last, hourMessage))
const dayCount = z
  .int('Vul een aantal dagen in')
  .check(z.minimum(1, 'Vul ten minste 1 dag in'), z.maximum(20, 'Vul ten hoogste 20 dagen in'))

/** The hours and periods of a municipality for missed collections. */
export const CollectionHours = z.strictObject({
  /** The hours before which a container, and a bag, must be outside: only in texts. */
  collection_start: hour(23),
  collection_start_bags: hour(23),
  /** From this hour a collection day is over, when no status of the round is known. */
  collection_end: hour(24),
  /** The working days after a collection day in which it can be reported. */
  report_window: dayCount,
  /** The working days after a report from which it is overdue. */
  escalation_days: dayCount,
  /** Monday is 1. */
  working_weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(
    z.minLength(1, 'Kies ten minste één werkdag'),
    z.refine((days) => new Set(days).size === days.length, 'Kies elke dag één keer'),
  ),
})
export type CollectionHours = z.infer<typeof CollectionHours>

/** The hours and periods of a municipality that has set none. */
export const defaultCollectionHours: CollectionHours = {
  collection_start: collectionStart.container,
  collection_start_bags: collectionStart.bag,
  collection_end: 18,
  report_window: 2,
  escalation_days: 2,
  working_weekdays: [1, 2, 3, 4, 5],
}

export const showCollectionHours = endpoint('GET /counter/settings/municipalities/:municipality_id/collection-hours', {
  summary: 'Geeft de tijden en termijnen voor meldingen van gemiste ophalingen in een gemeente',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  data: z.object({ ...CollectionHours.shape, changed: z.nullable(LastChange) }),
})

export const saveCollectionHours = endpoint('PUT /counter/settings/municipalities/:municipality_id/collection-hours', {
  summary: 'Legt de tijden en termijnen voor meldingen van gemiste ophalingen in een gemeente vast',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: CollectionHours,
  data: CollectionHours,
})
