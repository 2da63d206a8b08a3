import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import {
  AliasInPath,
  choice,
  chosenNumber,
  Day,
  DayInput,
  enumOf,
  Moment,
  NumberInPath,
  NumberInQuery,
  requiredText,
} from './fields.ts'
import { HandoverOutcome, handoverOutcomeNames } from './handover-outcome.ts'
import { ObjectionPart, ObjectionPenalty, ObjectionTerms, ObjectUntil, ReceivedBy } from './objection-terms.ts'
import { ObjectionReason, ObjectionState } from './objections.ts'
import { PageMeta } from './paging.ts'
import { EnvironmentalPassNumber } from './pass-number.ts'
import { billPurposes } from './purposes.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'
import { WasteStream } from './waste-streams.ts'

/** A written objection to the bill of a year, as the pass desk sees it. `outcome` is null while open. */
export const Handover = z.object({
  id: z.number(),
  year: z.number(),
  note: z.string(),
  handed_over_by: z.string(),
  /** True when the caller handed the objection over: a colleague closes it. */
  is_own: z.boolean(),
  handed_over_at: Moment,
  received_on: Day,
  received_by: ReceivedBy,
  posted_on: z.nullable(Day),
  /** The date on the assessment. Null: not known. */
  assessed_on: z.nullable(Day),
  /** What the writing lacks. */
  missing: z.array(ObjectionPart),
  terms: ObjectionTerms,
  outcome: z.nullable(HandoverOutcome),
  decided_on: z.nullable(Day),
  /**
   * The reason of the outcome, as the pass desk can tell it to the resident. Null while it is open, after the filer
   * retracted it, and for an outcome from before reasons were asked.
   */
  answer: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
  closed_at: z.nullable(Moment),
})
export type Handover = z.infer<typeof Handover>

/** A written objection with what only the provider sees: the dates of its decision, and the penalty. */
export const ProviderHandover = z.object({
  ...Handover.shape,
  /** The day on which the assessment was sent, if that was another day than the date on it. */
  published_on: z.nullable(Day),
  extended_on: z.nullable(Day),
  notice_of_default_on: z.nullable(Day),
  penalty: ObjectionPenalty,
  /** The number of its lifts that nobody decided. */
  open_lifts: z.number(),
})
export type ProviderHandover = z.infer<typeof ProviderHandover>

/** A written objection at an address, with its lifts and the first and the last day of its household. */
export const AddressHandover = z.object({
  ...ProviderHandover.shape,
  lifts: z.array(
    z.object({
      /** The id of the objection to the lift. */
      id: z.number(),
      clearance_id: z.number(),
      cleared_at: Moment,
      waste_type: WasteStream,
      reason: ObjectionReason,
      state: ObjectionState,
    }),
  ),
  /** Null: the household is not known. */
  first_day: z.nullable(Day),
  /** Null: the household still lives there, or is not known. */
  last_day: z.nullable(Day),
})
export type AddressHandover = z.infer<typeof AddressHandover>

/**
 * Returns why an employee may not close a hand-over. Nobody closes an objection that they handed over themselves. An
 * outcome other than a withdrawal waits for the decisions about its lifts.
 */
export function mayCloseHandover(
  { is_own, open_lifts }: Pick<ProviderHandover, 'is_own' | 'open_lifts'>,
  outcome?: HandoverOutcome,
): Refusal {
  if (is_own) return 'U hebt dit bezwaar zelf overgedragen. Een collega handelt het af.'
  if (outcome === undefined || outcome === 'withdrawn' || open_lifts === 0) return undefined
  return open_lifts === 1 ? 'Er is nog 1 lediging niet beslist.' : `Er zijn nog ${open_lifts} ledigingen niet beslist.`
}

/**
 * Returns why an objection cannot dispute a lift: it is closed, or of another bill or household. `bill_years`: the years
 * of the bills on which the lift can stand.
 */
export function mayDisputeLift(
  of: Pick<AddressHandover, 'year' | 'outcome' | 'closed_by' | 'first_day' | 'last_day'>,
  { day, bill_years }: { day: string; bill_years: number[] },
): Refusal {
  if (of.outcome !== null) return closedText(of)
  if (!bill_years.includes(of.year)) return `Dit bezwaar gaat over de aanslag van ${of.year}`
  const isOther = (of.first_day !== null && day < of.first_day) || (of.last_day !== null && day > of.last_day)
  return isOther ? 'Dit bezwaar is van een ander huishouden' : undefined
}

/** Returns that a hand-over is closed, with its outcome and who closed it; undefined while it is open. */
export const closedText = ({ outcome, closed_by }: Pick<Handover, 'outcome' | 'closed_by'>): Refusal =>
  outcome === null
    ? undefined
    : `Dit bezwaar is al afgehandeld door ${closed_by}: ${handoverOutcomeNames[outcome].toLowerCase()}`

/** Returns why an employee may not retract a hand-over. The employee who made it may, until somebody closes it. */
export const mayRetractHandover = (of: Pick<Handover, 'is_own' | 'outcome' | 'closed_by'>): Refusal =>
  of.is_own ? closedText(of) : 'Alleen wie dit bezwaar overdroeg, kan het intrekken'

/** Maximum length of a note and of an answer. */
export const maxHandoverText = 200

/** Returns the years whose bills a resident can dispute. The law allows a bill until three years after its year. */
export const disputableYears = (today: string) => {
  const year = Number(today.slice(0, 4))
  return [year, year - 1, year - 2, year - 3]
}

/** Returns why nobody can dispute the bill of a year. */
export const mayDisputeBill = (year: number, today: string): Refusal =>
  disputableYears(today).includes(year) ? undefined : `Tegen de aanslag van ${year} kan geen bezwaar meer`

// Calls of the pass desk about an objection have one purpose, so that their log entries always concern the objection.
const deskPurposes = ['aanslag_bezwaar'] as const

/** Until when the household can object to an imposed bill. Lists have the newest year first. */
export const AssessmentTerm = z.object({ year: z.number(), assessed_on: Day, ...ObjectUntil.shape })
export type AssessmentTerm = z.infer<typeof AssessmentTerm>

export const listPassHandovers = endpoint('POST /counter/services/handovers/search', {
  summary: 'Geeft de bezwaren van de inwoner bij een milieupas die de balie overdroeg, met de uitkomst',
  access: 'municipal_employee',
  municipality: 'own',
  personal: { action: 'show_pass_handovers', purposes: deskPurposes, pass_limit: true },
  body: z.strictObject({ environmental_pass_number: EnvironmentalPassNumber }),
  data: z.array(Handover),
  meta: z.object({
    /**
     * The id of the pass holder. A replacement pass has the same id, and a pass of the next household has another id.
     */
    resident_id: z.number(),
    /** The latest year with an imposed bill at the address. Null: no bill is known. */
    assessed_year: z.nullable(z.number()),
    assessments: z.array(AssessmentTerm),
  }),
})

/** What is known about a received objection. The day of receipt is today unless stated. */
const Receipt = {
  year: chosenNumber('Kies een jaar'),
  note: ofLines(z._default(z.string().check(z.trim(), z.maxLength(maxHandoverText)), '')),
  received_on: z.optional(DayInput),
  posted_on: z.nullish(DayInput),
  /** The date on the assessment, as the resident shows it. Has no effect when the server knows the date. */
  assessed_on: z.nullish(DayInput),
  missing: z._default(z.array(ObjectionPart).check(z.maxLength(ObjectionPart.options.length)), []),
}

/** Only a letter has a postmark. */
const checkPostmark = z.refine<{ posted_on?: string | null | undefined; received_by: ReceivedBy }>(
  ({ posted_on, received_by }) => !posted_on || received_by === 'post',
  { message: 'Alleen een bezwaar per post heeft een datum poststempel', path: ['posted_on'] },
)

export const handOverObjection = endpoint('POST /counter/services/handovers', {
  summary: 'Draagt een bezwaar tegen een aanslag over aan de BsGW',
  access: 'municipal_employee',
  conflict: 'Tegen deze aanslag is al een bezwaar overgedragen',
  municipality: 'own',
  personal: { action: 'hand_over_objection', purposes: deskPurposes, pass_limit: true },
  body: z
    .strictObject({
      environmental_pass_number: EnvironmentalPassNumber,
      ...Receipt,
      received_by: z._default(ReceivedBy, 'town_hall'),
    })
    .check(checkPostmark),
  data: Handover,
})

export const makeObjectionReceipt = endpoint('POST /counter/handovers/:handover_id/receipt', {
  summary: 'Geeft de bevestiging van ontvangst van een bezwaar, zonder naam en zonder bedrag',
  access: 'employees',
  conflict: 'Het bezwaar is al afgehandeld',
  municipality: 'own_unless_provider',
  personal: { action: 'make_objection_receipt', purposes: deskPurposes, several: true },
  download: ['application/pdf'],
  params: z.strictObject({ handover_id: NumberInPath }),
  data: z.string(),
})

export const makeObjectionForm = endpoint('POST /counter/services/objection-form', {
  summary: 'Geeft een bezwaar tegen een aanslag om te tekenen, zonder naam en zonder bedrag',
  access: 'municipal_employee',
  municipality: 'own',
  personal: { action: 'make_objection_form', purposes: deskPurposes, pass_limit: true },
  download: ['application/pdf'],
  body: z.strictObject({ environmental_pass_number: EnvironmentalPassNumber, year: Receipt.year }),
  data: z.string(),
})

export const retractHandover = endpoint('DELETE /counter/services/handovers/:handover_id', {
  summary: 'Trekt een bezwaar in dat de medewerker overdroeg en dat nog niemand afhandelde',
  access: 'employees',
  conflict: 'Het bezwaar is al afgehandeld, of een collega droeg het over',
  municipality: 'own_unless_provider',
  personal: { action: 'retract_handover', purposes: deskPurposes, several: true },
  params: z.strictObject({ handover_id: NumberInPath }),
  data: Handover,
})

/** A written objection in the provider's list. */
export const ListedHandover = z.object({
  ...ProviderHandover.shape,
  address: z.object({ alias: z.string(), line: z.string() }),
  municipality: Municipality,
})
export type ListedHandover = z.infer<typeof ListedHandover>

/** The screen text of each filter of the list. Without a filter, no objection is left out. */
export const handoverFilterNames = { late: 'Te laat', penalty: 'Dwangsom', unknown: 'Zonder datum' }
export const HandoverFilter = enumOf(handoverFilterNames)
export type HandoverFilter = z.infer<typeof HandoverFilter>

/** The number of objections on a page of the list. */
export const handoversPerPage = 50

export const listHandovers = endpoint('GET /counter/handovers', {
  summary: 'Geeft de open bezwaren tegen aanslagen: zonder beslisdag eerst, dan op beslisdag',
  access: 'bsgw_employee',
  personal: { action: 'list_handovers', purposes: ['aanslag_bezwaar'], several: true },
  query: z.strictObject({
    only: choice(HandoverFilter),
    municipality: z.optional(NumberInQuery),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  data: z.array(ListedHandover),
  meta: z.object({
    ...PageMeta.shape,
    /** All open objections, and how many of them each filter shows. */
    total: z.number(),
    counts: z.object({ late: z.number(), penalty: z.number(), unknown: z.number() }),
  }),
})

export const listAddressHandovers = endpoint('GET /counter/addresses/:alias/handovers', {
  summary: 'Geeft de overgedragen bezwaren van een adres, het laatste eerst',
  access: 'bsgw_employee',
  personal: { action: 'list_handovers', purposes: billPurposes },
  params: z.strictObject({ alias: AliasInPath }),
  data: z.array(AddressHandover),
  meta: z.object({ assessments: z.array(AssessmentTerm) }),
})

export const recordHandover = endpoint('POST /counter/addresses/:alias/handovers', {
  summary: 'Legt een bezwaar tegen een aanslag vast dat de BsGW zelf ontving',
  access: 'bsgw_employee',
  conflict: 'Tegen deze aanslag staat al een bezwaar open',
  personal: { action: 'hand_over_objection', purposes: ['aanslag_bezwaar'] },
  params: z.strictObject({ alias: AliasInPath }),
  body: z
    .strictObject({
      ...Receipt,
      received_by: z._default(ReceivedBy, 'tax_office'),
      /** A day of the household. Absent: the last household of the year. */
      household_on: z.optional(DayInput),
    })
    .check(checkPostmark),
  data: ProviderHandover,
})

export const dateHandover = endpoint('PUT /counter/handovers/:handover_id/dates', {
  summary: 'Legt de data van een open bezwaar vast: van de aanslag, van verdagen en van de ingebrekestelling',
  access: 'bsgw_employee',
  conflict: 'Het bezwaar is al afgehandeld',
  personal: { action: 'date_handover', purposes: ['aanslag_bezwaar'], several: true },
  params: z.strictObject({ handover_id: NumberInPath }),
  /** An absent day keeps the stored one. Null removes it. */
  body: z.strictObject({
    assessed_on: z.nullish(DayInput),
    published_on: z.nullish(DayInput),
    extended_on: z.nullish(DayInput),
    notice_of_default_on: z.nullish(DayInput),
  }),
  data: ProviderHandover,
})

export const closeHandover = endpoint('PUT /counter/handovers/:handover_id', {
  summary: 'Handelt een overgedragen bezwaar af, met de uitkomst voor de balie',
  access: 'bsgw_employee',
  conflict: 'Het bezwaar is al afgehandeld, eigen werk van de medewerker, of heeft ledigingen zonder beslissing',
  personal: { action: 'close_handover', purposes: ['aanslag_bezwaar'], several: true },
  params: z.strictObject({ handover_id: NumberInPath }),
  body: z.strictObject({
    outcome: HandoverOutcome,
    answer: ofLines(requiredText(maxHandoverText)),
    /** The day of the decision. Absent: today. A withdrawn objection has none. */
    decided_on: z.optional(DayInput),
  }),
  data: ProviderHandover,
})

export const undoHandover = endpoint('POST /counter/handovers/:handover_id/undo', {
  summary: 'Maakt de eigen uitkomst of het vastleggen van een bezwaar ongedaan, binnen vijf minuten',
  access: 'employees',
  conflict: 'Dit kan niet meer ongedaan worden gemaakt',
  municipality: 'own_unless_provider',
  personal: { action: 'undo_handover_outcome', purposes: ['aanslag_bezwaar'], several: true },
  params: z.strictObject({ handover_id: NumberInPath }),
  data: z.null(),
})
