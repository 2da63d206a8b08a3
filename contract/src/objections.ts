import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enumOf, Moment, NumberInPath, numberInPath } from './fields.ts'
import { billPurposes } from './purposes.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'
import { WasteStream } from './waste-streams.ts'

/** The screen text of each reason of an objection. */
export const objectionReasonNames = {
  not_presented: 'Niet aangeboden',
  other_container: 'Andermans container',
  duplicate: 'Dubbel geteld',
  chip_swapped: 'Chip verwisseld',
  moved: 'Verhuisd',
  other: 'Anders',
}
export const ObjectionReason = enumOf(objectionReasonNames)
export type ObjectionReason = z.infer<typeof ObjectionReason>

/** The screen text of each state of an objection. */
export const objectionStateNames = { open: 'Open', upheld: 'Toegekend', rejected: 'Afgewezen' }
export const ObjectionState = enumOf(objectionStateNames)
export type ObjectionState = z.infer<typeof ObjectionState>

/** A disputed clearance. */
export const Objection = z.object({
  id: z.number(),
  clearance_id: z.number(),
  reason: ObjectionReason,
  note: z.string(),
  state: ObjectionState,
  /** The credit on the bill when the objection is upheld. */
  amount_cents: z.number(),
  filed_by: z.string(),
  /** Whether the calling employee filed the objection. Then another employee must decide it. */
  is_own: z.boolean(),
  filed_at: Moment,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Moment),
})
export type Objection = z.infer<typeof Objection>

/** Returns why an employee may not decide an objection. */
export const mayDecideObjection = ({ is_own }: { is_own: boolean }): Refusal =>
  is_own ? 'U hebt dit bezwaar zelf vastgelegd. Een collega beslist erover.' : undefined

export const fileObjection = endpoint('POST /counter/clearances/:clearance_id/objection', {
  summary: 'Legt vast dat een inwoner een lediging betwist',
  access: 'bsgw_employee',
  conflict: 'De leging heeft al een ander open of toegewezen bezwaar',
  personal: { action: 'file_objection', purposes: billPurposes },
  params: z.strictObject({ clearance_id: numberInPath(999_999_999_999_999) }),
  body: z.strictObject({
    reason: ObjectionReason,
    note: ofLines(z._default(z.string().check(z.trim(), z.maxLength(200)), '')),
  }),
  data: Objection,
})

export const decideObjection = endpoint('PUT /counter/objections/:objection_id', {
  summary: 'Kent een bezwaar toe of wijst het af; niet door wie het vastlegde',
  access: 'bsgw_employee',
  conflict: 'Het bezwaar is al anders afgehandeld, of de medewerker legde het zelf vast',
  personal: { action: 'decide_objection', purposes: ['aanslag_bezwaar'] },
  params: z.strictObject({ objection_id: NumberInPath }),
  body: z.strictObject({ state: z.enum(['upheld', 'rejected'], 'Kies toekennen of afwijzen') }),
  data: Objection,
})

/** An objection in the list, with its address and its clearance. */
export const ListedObjection = z.object({
  ...Objection.shape,
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
  personal: { action: 'list_objections', purposes: ['aanslag_bezwaar'] },
  data: z.array(ListedObjection),
  meta: z.object({ total: z.number() }),
})
