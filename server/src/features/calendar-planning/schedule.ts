import type { CollectionRule, ScheduleInput } from '@rd4-loket/contract'
import { type CollectionPlan, collectionDays } from '../../domain/collection-days/collection-days.ts'
import { partsOutside } from './replaced-rules.ts'

function newRules({ category, from, until = null, rhythm, every_weeks, first_day, days }: ScheduleInput) {
  const rule = { category, every_weeks: null, days: null, valid_from: from, valid_to: until }
  const made: Record<typeof rhythm, CollectionRule[]> = {
    weeks: [{ ...rule, every_weeks: every_weeks ?? null, valid_from: first_day ?? from }],
    days: [{ ...rule, days: [...(days ?? [])].sort() }],
    none: [],
  }
  return made[rhythm]
}

/** The rules of an area under a new schedule: those of its stream give way in its period, and go on outside it. */
export const rulesUnder = (schedule: ScheduleInput, rules: CollectionRule[]): CollectionRule[] => [
  ...rules.flatMap((rule) =>
    rule.category === schedule.category
      ? partsOutside(rule, { from: schedule.from, until: schedule.until ?? null })
      : [rule],
  ),
  ...newRules(schedule),
]

/** The collections of a stream that really come, from a day until the end of a year, in all years that there are. */
export function comingDays(plan: Omit<CollectionPlan, 'published'>, category: string, from: string, lastYear: number) {
  const first = Number(from.slice(0, 4)) - 1
  const published = new Set(Array.from({ length: lastYear - first + 1 }, (_, index) => first + index))
  return collectionDays({ ...plan, published }, from, `${lastYear}-12-31`).filter(
    (it) => it.category === category && !it.cancelled,
  )
}
