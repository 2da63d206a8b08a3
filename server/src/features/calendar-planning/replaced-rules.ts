import type { CollectionRule, ScheduleInput } from '@rd4-loket/contract'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { type ListedCollection, listedRules, yearsOf } from './parse-collection-list.ts'

/** The first and the last day are included. With null there is no last day. */
type RulePeriod = { from: string; until: string | null }

/** Returns the parts of a rule before and after a period, with the same interval between the days. */
function partsOutside(rule: CollectionRule, { from, until }: RulePeriod): CollectionRule[] {
  const { every_weeks, days, valid_from, valid_to } = rule
  const isAfter = (day: string) => until !== null && day > until
  if (every_weeks === null) {
    const remaining = (days ?? []).filter((day) => day < from || isAfter(day))
    return remaining.length > 0 ? [{ ...rule, days: remaining }] : []
  }
  if (isAfter(valid_from) || (valid_to !== null && valid_to < from)) return [rule]
  const parts: CollectionRule[] = []
  if (valid_from < from) parts.push({ ...rule, valid_to: textOf(dayOf(from) - 1) })
  if (until === null) return parts
  const step = 7 * every_weeks
  const first = dayOf(valid_from)
  const next = textOf(first + step * Math.ceil((dayOf(until) + 1 - first) / step))
  if (valid_to === null || valid_to >= next) parts.push({ ...rule, valid_from: next })
  return parts
}

/** Returns the parts of rules outside these years. Days before `begin` remain, even in these years. */
export const rulesOutsideYears = (rules: CollectionRule[], years: number[], begin = '') =>
  years.reduce((remaining, year) => {
    const firstDay = `${year}-01-01`
    const period = { from: firstDay > begin ? firstDay : begin, until: `${year}-12-31` }
    return remaining.flatMap((rule) => partsOutside(rule, period))
  }, rules)

function scheduledRules({ category, from, until = null, rhythm, every_weeks, first_day, days }: ScheduleInput) {
  const rule = { category, every_weeks: null, days: null, valid_from: from, valid_to: until }
  const rules: Record<typeof rhythm, CollectionRule[]> = {
    weeks: [{ ...rule, every_weeks: every_weeks ?? null, valid_from: first_day ?? from }],
    days: [{ ...rule, days: [...(days ?? [])].sort() }],
    none: [],
  }
  return rules[rhythm]
}

/** Returns the rules of an area after a schedule replaced the rules of its stream in its period. */
export const rulesWithSchedule = (rules: CollectionRule[], schedule: ScheduleInput): CollectionRule[] => [
  ...rules.flatMap((rule) =>
    rule.category === schedule.category
      ? partsOutside(rule, { from: schedule.from, until: schedule.until ?? null })
      : [rule],
  ),
  ...scheduledRules(schedule),
]

/** Returns the rules of an area after a list replaced all rules in its years, from the day `begin` on. */
export const rulesWithList = (rules: CollectionRule[], listed: ListedCollection[], begin: string) => [
  ...rulesOutsideYears(rules, yearsOf(listed), begin),
  ...listedRules(listed),
]
