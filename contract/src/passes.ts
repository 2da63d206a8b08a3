import * as z from 'zod/mini'
import { Address } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { Alias, checkPeriodOrder, Day, DayInput, enumOf, Moment, NumberInPath, requiredText } from './fields.ts'
import { HandoverOutcome } from './handover-outcome.ts'
import { orderBy, Paging } from './paging.ts'
import { EnvironmentalPassNumber, TypedPassNumber } from './pass-number.ts'
import { deskPurposes, rollPurposes, withoutPassPurposes } from './purposes.ts'
import type { Refusal } from './refusal.ts'

/** Whether a pass may be used. */
export const PassStatus = z.enum(['active', 'blocked', 'expired'])
export type PassStatus = z.infer<typeof PassStatus>

/** The Dutch name of each reason why a pass was blocked. */
export const blockedReasonNames = {
  loss: 'verloren',
  theft: 'gestolen',
  defect: 'defect',
  move: 'verhuizing',
}

/** Why a pass was blocked. */
export const BlockedReason = enumOf(blockedReasonNames)
export type BlockedReason = z.infer<typeof BlockedReason>

/** The last issue of rolls on a pass. */
const LastIssue = z.object({
  request_id: z.optional(z.number()),
  rolls: z.number(),
  requested_at: Moment,
  requested_by: z.string(),
})

/**
 * The holder of a pass, its status and this year's rolls. The API shows no other data of a resident.
 * A server that implements only the specification does not send the optional fields.
 */
export const Resident = z.object({
  environmental_pass_number: z.string(),
  status: PassStatus,
  blocked_reason: z.nullable(BlockedReason),
  /** Number of the replacement pass. */
  replaced_by: z.nullable(z.string()),
  /** The only underground system that the pass opens; null: every system of the address. */
  collection_system: z.optional(z.nullable(z.string())),
  /** The id of the last change of this pass, or of the replacement that issued this pass. Null if neither is recent. */
  change_id: z.optional(z.nullable(z.number())),
  /** The objections that were handed over to the provider: the open ones, and those closed in the last year. */
  handovers: z.optional(z.array(z.object({ id: z.number(), year: z.number(), outcome: z.nullable(HandoverOutcome) }))),
  /** Masked: initials and the first letter of the surname, `J. v. d. B•••`. */
  name: z.string(),
  /** Its notes name the addresses that replaced it, if it is retired. */
  address: z.optional(Address),
  /** The day on which the address left the register, or null. The pass still has the old address. */
  address_retired_on: z.optional(z.nullable(Day)),
  rolls: z.optional(
    z.object({
      /** The rolls of the household: on this pass, and on the resident's other passes at the address. */
      this_year: z.number(),
      /** The part of `this_year` on passes that are no longer active. */
      on_previous_pass: z.optional(z.number()),
      /** Null: the municipality chose no number for this year. */
      allowance: z.nullable(z.number()),
      last_request: z.optional(z.nullable(LastIssue)),
    }),
  ),
})
export type Resident = z.infer<typeof Resident>

/** Returns why a pass may not be replaced. After a move, the new resident gets a first pass. */
export function mayReplacePass(of: { replaced_by: unknown; blocked_reason: BlockedReason | null }): Refusal {
  if (of.blocked_reason === 'move') return 'De inwoner is verhuisd. Geef de nieuwe bewoner een ‘Eerste pas’.'
  return of.replaced_by ? 'Deze pas is al vervangen. Zoek de pas opnieuw op.' : undefined
}

/** The rolls of a household this year, and how many it may get. */
export type RollCount = NonNullable<Resident['rolls']>

/** Returns why no rolls can be issued in a municipality: nobody chose how many a household may get this year. */
export const mayIssueRolls = ({ allowance }: Pick<RollCount, 'allowance'>): Refusal =>
  allowance === null
    ? 'Voor dit jaar is geen aantal rollen per huishouden gekozen. Vraag een beheerder om dat in te stellen.'
    : undefined

/** Returns the Dutch sentence that states why a household has more rolls than allowed. Undefined if it has not. */
export function aboveAllowanceText({ this_year, on_previous_pass = 0, allowance }: RollCount) {
  if (allowance === null || this_year <= allowance) return undefined
  return on_previous_pass > 0
    ? 'Dit is meer dan mag. Het aantal is later verlaagd, of de vorige pas telde eerst niet mee.'
    : 'Dit is meer dan mag. Het aantal per jaar is later verlaagd.'
}

export const findResident = endpoint('POST /counter/services/search', {
  summary: 'Geeft de inwoner bij een milieupas van de eigen gemeente, met alleen het begin van de naam',
  specified: true,
  access: 'municipal_employee',
  municipality: 'own',
  personal: { action: 'find_resident', purposes: deskPurposes, pass_limit: true },
  body: z.strictObject({ environmental_pass_number: TypedPassNumber }),
  data: Resident,
})

export const findResidentAtAddress = endpoint('POST /counter/services/address', {
  summary: 'Geeft de inwoner bij een adres van de eigen gemeente, als er geen milieupas te scannen is',
  access: 'municipal_employee',
  municipality: 'own',
  personal: { action: 'find_resident', purposes: withoutPassPurposes, pass_limit: true },
  body: z.strictObject({ alias: Alias }),
  /** `resident` is null when the address has no pass. */
  data: z.object({ address: Address, resident: z.nullable(Resident) }),
})

export const showResidentName = endpoint('POST /counter/services/name', {
  summary: 'Geeft de hele naam van de inwoner bij een milieupas van de eigen gemeente',
  access: 'municipal_employee',
  municipality: 'own',
  personal: { action: 'show_resident_name', purposes: deskPurposes, pass_limit: true },
  body: z.strictObject({ environmental_pass_number: EnvironmentalPassNumber }),
  data: z.object({ name: z.string() }),
})

export const issueRolls = endpoint('POST /counter/services/register', {
  summary: 'Geeft rollen zakken uit op een milieupas, ten hoogste wat het huishouden dit jaar nog mag krijgen',
  specified: true,
  access: 'municipal_employee',
  conflict: 'De gemeente koos voor dit jaar geen aantal, of de uitgifte met deze sleutel is ongedaan gemaakt',
  municipality: 'own',
  personal: { action: 'request_rolls', purposes: rollPurposes, pass_limit: true },
  idempotent: true,
  body: z.strictObject({
    environmental_pass_number: EnvironmentalPassNumber,
    rolls: z.int().check(z.minimum(1), z.maximum(99)),
  }),
  /** A server that implements only the specification sends only `rolls`. */
  data: z.object({ rolls: z.number(), request_id: z.optional(z.number()), rolls_this_year: z.optional(z.number()) }),
})

export const cancelRollIssue = endpoint('POST /counter/services/requests/:request_id/cancel', {
  summary: 'Maakt een uitgifte van rollen ongedaan, binnen vijf minuten en door wie haar deed',
  access: 'municipal_employee',
  conflict: 'De uitgifte kan niet meer ongedaan worden gemaakt',
  municipality: 'own',
  personal: { action: 'cancel_roll_request', purposes: deskPurposes, several: true },
  params: z.strictObject({ request_id: NumberInPath }),
  data: z.object({ rolls_this_year: z.number() }),
})

/** The message after rolls were issued. */
export const rollsRequestedText = (rolls: number) =>
  rolls === 1 ? 'Er is 1 rol aangevraagd' : `Er zijn ${rolls} rollen aangevraagd`

/** One row in the list of roll issues. Only the last four characters of the pass number are returned. */
export const RollIssue = z.object({
  id: z.number(),
  requested_at: Moment,
  requested_by: z.string(),
  pass_ending: z.string(),
  rolls: z.number(),
  cancelled: z.boolean(),
})
export type RollIssue = z.infer<typeof RollIssue>

/** The period of roll issues, and optionally a part of an employee's name and the end of a pass number. */
const issueCriteria = {
  from: DayInput,
  to: DayInput,
  /** A part of the name of the employee. */
  employee: z.optional(requiredText(100)),
  /** The last four characters of the pass number. A whole pass number never appears in a URL. */
  ending: z.optional(
    z
      .string()
      .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{4}$/, 'Vul de laatste vier tekens in van het pasnummer')),
  ),
}

/** The columns by which roll issues can be sorted. The default order is newest first. */
const IssueOrder = orderBy(['requested_at', 'rolls', 'requested_by', 'pass_ending'])
export type IssueOrder = z.infer<typeof IssueOrder>

export const listRollIssues = endpoint('GET /counter/services/requests', {
  summary: 'Geeft de uitgiften van rollen in de eigen gemeente in een periode, zo nodig per medewerker en pas',
  access: 'municipal_employee',
  municipality: 'own',
  query: z
    .strictObject({ ...issueCriteria, order: IssueOrder, cursor: Paging.cursor })
    .check(checkPeriodOrder('from', 'to')),
  data: z.array(RollIssue),
  meta: z.object({
    next: z.nullable(z.string()),
    total_rolls: z.number(),
    /** A week is named by its Monday. */
    weeks: z.array(z.object({ week: Day, rolls: z.number() })),
  }),
})

export const exportRollIssues = endpoint('POST /counter/services/requests/export', {
  summary: 'Geeft alle uitgiften van rollen in de eigen gemeente in een periode als bestand',
  access: 'municipal_employee',
  municipality: 'own',
  file: 'uitgiften van rollen',
  body: z.strictObject(issueCriteria).check(checkPeriodOrder('from', 'to')),
  data: z.string(),
})
