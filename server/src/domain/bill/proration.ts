import { dateOf, dayOf, newYear } from '../../platform/runtime/days.ts'
import type { StoredBillFacts } from './bill-facts.queries.ts'

export type Proration = StoredBillFacts['rule']['proration']

/** Part of a year, both days included. */
export type PartOfYear = {
  from: string
  to: string
  /** Whether the same household was liable on the day before `from`, by an earlier occupancy. */
  continues: boolean
}

/** A share of a yearly amount. `twelfths` is null when the proration is by days or 'none'. */
export type YearShare = { part: number; of: number; twelfths: number | null }

const monthOf = (day: string) => Number(day.slice(5, 7))

/**
 * Returns the share of a yearly amount for a part of a year. By the model ordinance, one twelfth is due for each whole
 * calendar month after the first day. One twelfth is refunded for each whole calendar month after the last day. A
 * household that is liable on 1 January initially owes the whole year.
 */
export function yearShare(proration: Proration, { from, to, continues }: PartOfYear): YearShare {
  const year = Number(from.slice(0, 4))
  if (proration === 'none') return { part: 1, of: 1, twelfths: null }
  if (proration === 'days')
    return { part: dayOf(to) - dayOf(from) + 1, of: newYear(year + 1) - newYear(year), twelfths: null }
  const startsMonth = dayOf(from) === dateOf(year, monthOf(from), 1)
  const monthsBefore = from.endsWith('-01-01') || (continues && startsMonth) ? monthOf(from) - 1 : monthOf(from)
  const twelfths = monthOf(to) - monthsBefore
  return { part: twelfths, of: 12, twelfths }
}

/** Rounds half up to a cent. */
export const roundHalfUp = (part: number, of: number) => Math.floor((2 * part + of) / (2 * of))

/** Returns a function that computes shares. The shares of one amount never add up to more than that amount. */
export function shareAmounts() {
  const charged = new Map<string, number>()
  /** Returns the cents of a share. `key` identifies the amount. */
  return (key: string, cents: number, { part, of }: YearShare) => {
    const before = charged.get(key) ?? 0
    const share = Math.min(roundHalfUp(cents * part, of), cents - before)
    charged.set(key, before + share)
    return share
  }
}
