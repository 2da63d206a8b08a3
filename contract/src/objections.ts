import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { chosenNumber, enumOf, Moment, NumberInPath, numberInPath, requiredText } from './fields.ts'
import { billPurposes } from './purposes.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'
import { WasteStream } from './waste-streams.ts'

/** The screen text of each reason that an employee can choose. */
export const filedReasonNames = {
  not_presented: 'Niet aangeboden',
  other_container: 'Andermans container',
  duplicate: 'Dubbel geteld',
  chip_swapped: 'Chip verwisseld',
  moved: 'Verhuisd',
  other: 'Anders',
}

/** The screen text of each reason of an objection. A correction of many lifts has a reason of its own. */
export const objectionReasonNames = { ...filedReasonNames, correction: 'Correctie' }
export const ObjectionReason = enumOf(objectionReasonNames)
export type ObjectionReason = z.infer<typeof ObjectionReason>

/** The screen text of each state of an objection. */
export const objectionStateNames = {
  open: 'Open',
  upheld: 'Toegekend',
  rejected: 'Afgewezen',
  retracted: 'Ingetrokken',
  corrected: 'Niet in rekening',
}
export const ObjectionState = enumOf(objectionStateNames)
export type ObjectionState = z.infer<typeof ObjectionState>

/** Returns whether the lift of an objection is credited on the bill. */
export const isCredited = (state: ObjectionState) => state === 'upheld' || state === 'corrected'

/** A disputed clearance. */
export const Objection = z.object({
  id: z.number(),
  clearance_id: z.number(),
  /** The written objection that disputes the lift. Null: a question. */
  handover_id: z.nullable(z.number()),
  reason: ObjectionReason,
  note: z.string(),
  state: ObjectionState,
  /** The credit on the bill when the objection is upheld. Null when the bill is `imposed_only`. */
  amount_cents: z.nullable(z.number()),
  filed_by: z.string(),
  /** Whether the calling employee filed the objection. Then another employee must decide it. */
  is_own: z.boolean(),
  filed_at: Moment,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Moment),
  /** Why it was decided so, in words. Null while it is not decided, and for a decision from before reasons were asked. */
  decision_reason: z.nullable(z.string()),
})
export type Objection = z.infer<typeof Objection>

/** A disputed clearance outside its bill. */
export const DisputedClearance = z.extend(Objection, {
  /** What the clearance costs. Null: rules of the municipality determine the credit, and only the bill states it. */
  amount_cents: z.nullable(z.number()),
})
export type DisputedClearance = z.infer<typeof DisputedClearance>

/** Returns what a disputed lift is called: only a signed writing is an objection. */
export const disputeWord = ({ handover_id }: Pick<Objection, 'handover_id'>) =>
  handover_id === null ? 'Vraag' : 'Bezwaar'

type Disputed = Pick<Objection, 'handover_id'>

/** Returns `disputeWord` with its article, as the first words of a sentence. */
export const theDispute = ({ handover_id }: Disputed) => (handover_id === null ? 'De vraag' : 'Het bezwaar')

const thisDispute = ({ handover_id }: Disputed) => (handover_id === null ? 'deze vraag' : 'dit bezwaar')

/** Returns why an employee may not decide an objection. */
export const mayDecideObjection = (of: Pick<Objection, 'is_own' | 'handover_id'>): Refusal =>
  of.is_own ? `U hebt ${thisDispute(of)} zelf vastgelegd. Een collega beslist erover.` : undefined

/** Returns that an objection is no longer open, and who decided it; undefined while it is open. */
export const settledText = ({
  state,
  decided_by,
  handover_id,
}: Disputed & Pick<Objection, 'state' | 'decided_by'>): Refusal => {
  if (state === 'open') return undefined
  const by = decided_by === null ? '' : ` door ${decided_by}`
  return `${handover_id === null ? 'Deze vraag' : 'Dit bezwaar'} is al ${objectionStateNames[state].toLowerCase()}${by}`
}

/** Returns why an employee may not retract an objection. The employee who filed it may, until somebody decides it. */
export const mayRetractObjection = (of: Disputed & Pick<Objection, 'is_own' | 'state' | 'decided_by'>): Refusal =>
  of.is_own ? settledText(of) : `Alleen wie ${thisDispute(of)} vastlegde, kan dat intrekken`

/** Maximum length of the reason of a decision. */
export const maxDecisionReason = 400

export const fileObjection = endpoint('POST /counter/clearances/:clearance_id/objection', {
  summary: 'Legt vast dat een inwoner een lediging betwist: een vraag, of een deel van een bezwaar',
  access: 'bsgw_employee',
  conflict: 'De leging heeft al een ander open of toegewezen bezwaar, of hoort bij een correctie',
  personal: { action: 'file_objection', purposes: billPurposes },
  params: z.strictObject({ clearance_id: numberInPath(999_999_999_999_999) }),
  body: z.strictObject({
    reason: enumOf(filedReasonNames),
    note: ofLines(z._default(z.string().check(z.trim(), z.maxLength(200)), '')),
    /** The open objection of the household. Absent: a question. */
    handover_id: z.nullish(chosenNumber('Kies een bezwaar')),
  }),
  data: DisputedClearance,
})

export const decideObjection = endpoint('PUT /counter/objections/:objection_id', {
  summary: 'Kent een bezwaar toe of wijst het af; niet door wie het vastlegde',
  access: 'bsgw_employee',
  conflict: 'Het bezwaar is al afgehandeld, hoort bij een correctie, of de medewerker legde het zelf vast',
  personal: { action: 'decide_objection', purposes: ['aanslag_bezwaar'], several: true },
  params: z.strictObject({ objection_id: NumberInPath }),
  body: z.strictObject({
    state: z.enum(['upheld', 'rejected'], 'Kies toekennen of afwijzen'),
    reason: ofLines(requiredText(maxDecisionReason)),
  }),
  data: DisputedClearance,
})

export const undoObjectionDecision = endpoint('POST /counter/objections/:objection_id/undo', {
  summary: 'Maakt een eigen beslissing over een bezwaar ongedaan, binnen vijf minuten',
  access: 'bsgw_employee',
  conflict: 'De beslissing kan niet meer ongedaan worden gemaakt',
  personal: { action: 'undo_objection_decision', purposes: ['aanslag_bezwaar'], several: true },
  params: z.strictObject({ objection_id: NumberInPath }),
  data: DisputedClearance,
})

export const retractObjection = endpoint('DELETE /counter/objections/:objection_id', {
  summary: 'Trekt een bezwaar in dat de medewerker vastlegde en waarover nog niemand besliste',
  access: 'bsgw_employee',
  conflict: 'Het bezwaar is al afgehandeld, hoort bij een correctie, of een collega legde het vast',
  personal: { action: 'retract_objection', purposes: ['aanslag_bezwaar'], several: true },
  params: z.strictObject({ objection_id: NumberInPath }),
  data: DisputedClearance,
})

/** An objection in the list, with its address and its clearance. */
export const ListedObjection = z.object({
  ...DisputedClearance.shape,
  address: z.object({ alias: z.string(), line: z.string() }),
  year: z.number(),
  cleared_at: Moment,
  waste_type: WasteStream,
})
export type ListedObjection = z.infer<typeof ListedObjection>

/** Maximum length of the list of open objections, which starts with the oldest. `total` counts all open objections. */
export const maxListedObjections = 100

export const listObjections = endpoint('GET /counter/objections', {
  summary: 'Geeft de open bezwaren tegen ledigingen, het oudste eerst; ten hoogste honderd',
  access: 'bsgw_employee',
  personal: { action: 'list_objections', purposes: ['aanslag_bezwaar'], several: true },
  data: z.array(ListedObjection),
  meta: z.object({ total: z.number() }),
})
