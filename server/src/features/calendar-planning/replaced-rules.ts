import type { CollectionRule } from '@rd4-loket/contract'
import { dayOf, textOf } from '../../platform/runtime/days.ts'

/** From a day until and including another; without an end when that is null. */
export type RulePeriod = { from: string; until: string | null }

/** What is left of a rule when it no longer holds in a period: before it, after it, in the same rhythm. */
export function partsOutside(rule: CollectionRule, { from, until }: RulePeriod): CollectionRule[] {
  const { every_weeks, days, valid_from, valid_to } = rule
  const after = (day: string) => until !== null && day > until
  if (every_weeks === null) {
    const left = (days ?? []).filter((day) => day < from || after(day))
    return left.length > 0 ? [{ ...rule, days: left }] : []
  }
  if (after(valid_from) || (valid_to !== null && valid_to < from)) return [rule]
  const parts: CollectionRule[] = []
  if (valid_from < from) parts.push({ ...rule, valid_to: textOf(dayOf(from) - 1) })
  if (until === null) return parts
  const step = 7 * every_weeks
  const first = dayOf(valid_from)
  const next = textOf(first + step * Math.ceil((dayOf(until) + 1 - first) / step))
  if (valid_to === null || valid_to >= next) parts.push({ ...rule, valid_from: next })
  return parts
}

/** Rules as they hold outside these years, or what of them comes from a day on: there others take their place. */
export const rulesOutside = (rules: CollectionRule[], years: number[], begin = '') =>
  years.reduce((left, year) => {
    const first = `${year}-01-01`
    const period = { from: first > begin ? first : begin, until: `${year}-12-31` }
    return left.flatMap((rule) => partsOutside(rule, period))
  }, rules)
