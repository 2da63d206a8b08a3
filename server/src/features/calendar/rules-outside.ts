import { dayOf, textOf } from '../../shared/days.ts'
import type { CollectionRule } from './collection-days.ts'

/** What is left of a rule when it no longer holds in a year: before it, after it, in the same rhythm. */
function partsOutside(rule: CollectionRule, year: number): CollectionRule[] {
  const { every_weeks, days, valid_from, valid_to } = rule
  if (every_weeks === null) {
    const left = (days ?? []).filter((day) => Number(day.slice(0, 4)) !== year)
    return left.length > 0 ? [{ ...rule, days: left }] : []
  }
  const [before, after] = [`${year - 1}-12-31`, `${year + 1}-01-01`]
  if (valid_from >= after || (valid_to !== null && valid_to <= before)) return [rule]
  const parts: CollectionRule[] = []
  if (valid_from <= before) parts.push({ ...rule, valid_to: before })
  const step = 7 * every_weeks
  const first = dayOf(valid_from)
  const next = textOf(first + step * Math.ceil((dayOf(after) - first) / step))
  if (valid_to === null || valid_to >= next) parts.push({ ...rule, valid_from: next })
  return parts
}

/** Rules as they hold outside these years, which get days of their own. */
export const rulesOutside = (rules: CollectionRule[], years: number[]) =>
  years.reduce((left, year) => left.flatMap((rule) => partsOutside(rule, year)), rules)
