import * as z from 'zod/mini'
import { Day, enumOf } from './fields.ts'

/** The screen text of how an objection came in. */
export const receivedByNames = {
  town_hall: 'Aan de balie van de gemeente',
  tax_office: 'Bij de BsGW',
  post: 'Per post',
}
export const ReceivedBy = enumOf(receivedByNames)
export type ReceivedBy = z.infer<typeof ReceivedBy>

/** The last day to object to an assessment, and the calendar days until then: negative after it. Null: not known. */
export const ObjectUntil = z.object({ object_until: z.nullable(Day), days_left: z.nullable(z.number()) })
export type ObjectUntil = z.infer<typeof ObjectUntil>

/** What the law makes of the dates of an objection, on the day of the reply. Null: not known. */
export const ObjectionTerms = z.object({
  ...ObjectUntil.shape,
  in_time: z.enum(['yes', 'no', 'unknown']),
  /** The last day for the decision, and the calendar days until then: negative after it. */
  decide_by: z.nullable(Day),
  days_to_decide: z.nullable(z.number()),
})
export type ObjectionTerms = z.infer<typeof ObjectionTerms>

/**
 * The penalty for a late decision, up to and including the day of the reply. Only the provider sees it. Days and cents
 * are null when nobody can say whether a penalty is due.
 */
export const ObjectionPenalty = z.object({
  /** The first day for which a penalty is due. Null: none, or not known. */
  penalty_from: z.nullable(Day),
  penalty_days: z.nullable(z.number()),
  penalty_cents: z.nullable(z.number()),
})
export type ObjectionPenalty = z.infer<typeof ObjectionPenalty>
