import { dayOf, textOf } from '../../shared/days.ts'
import type { CollectionRule } from './collection-days.ts'

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

/** Rules as they hold outside these years, which get days of their own. */
export const rulesOutside = (rules: CollectionRule[], years: number[]) =>
  years.reduce(
    (left, year) => left.flatMap((rule) => partsOutside(rule, { from: `${year}-01-01`, until: `${year}-12-31` })),
    rules,
  )
