import * as z from 'zod/mini'
import { euroText } from './amounts.ts'
import { longDayWords } from './day-words.ts'
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

/** The screen text of each part that a written objection needs. */
export const objectionPartNames = {
  name_address: 'Naam en adres',
  date: 'Datum',
  assessment: 'Welke aanslag',
  grounds: 'Waarom',
  signature: 'Handtekening',
}
export const ObjectionPart = enumOf(objectionPartNames)
export type ObjectionPart = z.infer<typeof ObjectionPart>

/** Returns 'nog 6 dagen', or 'nog 1 dag'. */
const daysWords = (days: number) => (days === 1 ? 'nog 1 dag' : `nog ${days} dagen`)

/** Returns until when a resident can object to an assessment. */
export function objectUntilText({ object_until, days_left }: ObjectUntil) {
  if (object_until === null || days_left === null) return 'De datum op de aanslag is niet bekend. Vraag ernaar.'
  if (days_left > 0) return `Bezwaar kan tot en met ${longDayWords(object_until)} (${daysWords(days_left)}).`
  if (days_left === 0) return 'Vandaag is de laatste dag voor bezwaar.'
  return `Bezwaar kon tot en met ${longDayWords(object_until)}. De BsGW kan nog wel kijken of de aanslag klopt.`
}

/** Returns until when the tax office can decide. */
export const decideByText = ({ decide_by }: Pick<ObjectionTerms, 'decide_by'>) =>
  decide_by === null
    ? 'Wanneer de BsGW uiterlijk beslist, is nog niet te zeggen.'
    : `De BsGW beslist uiterlijk op ${longDayWords(decide_by)}.`

/** Returns how long the decision can still wait. */
export function decisionDueText({ days_to_decide }: Pick<ObjectionTerms, 'days_to_decide'>) {
  if (days_to_decide === null) return 'beslisdag niet bekend'
  if (days_to_decide === 0) return 'vandaag'
  if (days_to_decide > 0) return daysWords(days_to_decide)
  return days_to_decide === -1 ? '1 dag te laat' : `${-days_to_decide} dagen te laat`
}

/** Returns what is known about the penalty of an objection; undefined without a notice of default. */
export function penaltyText(of: {
  notice_of_default_on: string | null
  terms: Pick<ObjectionTerms, 'decide_by' | 'in_time'>
  penalty: ObjectionPenalty
}) {
  const { penalty_from, penalty_days, penalty_cents } = of.penalty
  if (of.notice_of_default_on === null) return undefined
  if (penalty_days === null || penalty_cents === null) return 'Dwangsom: nog niet te zeggen.'
  const days = penalty_days === 1 ? '1 dag' : `${penalty_days} dagen`
  if (penalty_days > 0) return `Dwangsom: ${euroText(penalty_cents)} (${days}).`
  if (penalty_from !== null) return `Dwangsom vanaf ${longDayWords(penalty_from)}.`
  if (of.terms.in_time === 'no') return 'Te laat ingediend: geen dwangsom.'
  const isEarly = of.terms.decide_by !== null && of.notice_of_default_on <= of.terms.decide_by
  return isEarly ? 'De ingebrekestelling is te vroeg: telt niet.' : 'Geen dwangsom.'
}

/** Returns whether a received objection is in time, and until when the tax office can decide. */
export function inTimeText(terms: ObjectionTerms) {
  if (terms.in_time === 'no') return 'Dit bezwaar lijkt te laat. Neem het toch aan: de BsGW beslist.'
  if (terms.in_time === 'yes') return `Op tijd. ${decideByText(terms)}`
  const unknown =
    terms.object_until === null
      ? 'De datum op de aanslag is niet bekend.'
      : 'Nog niet te zeggen of het op tijd is: de postdatum is niet bekend.'
  return `${unknown} ${decideByText(terms)}`
}
