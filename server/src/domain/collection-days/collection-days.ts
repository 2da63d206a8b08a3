import type { CalendarCategory, CollectionRule } from '@rd4-loket/contract'
import { type Day, dayOf, holidayOn, newYear, textOf, workingDayFrom, yearOf } from '../../platform/runtime/days.ts'

/** A day of the rules that is moved or cancelled; one that is withdrawn has no effect but its revision. */
export type CollectionException = {
  category: CalendarCategory
  day: string
  state: 'moved' | 'cancelled' | 'withdrawn'
  moved_to: string | null
  reason: string
  revision: number
}

/** All that decides on which days something is fetched in an area. */
export type CollectionPlan = {
  rules: CollectionRule[]
  exceptions: CollectionException[]
  /** The years of which the days may be told. */
  published: ReadonlySet<number>
}

/** One collection: the day that the rules say, and the day on which it is. */
export type CollectionDay = {
  category: CalendarCategory
  planned: string
  day: string
  /** Why it is on another day than planned, or cancelled. */
  reason: string | null
  cancelled: boolean
  /** How often an exception to this day was changed. */
  revision: number
}

/** No holidays in a row push a collection further, in days. */
export const furthestPush = 7

function plannedDays({ every_weeks, days, valid_from, valid_to }: CollectionRule, from: Day, to: Day): Day[] {
  const first = dayOf(valid_from)
  const last = Math.min(to, valid_to === null ? to : dayOf(valid_to))
  if (every_weeks === null) return (days ?? []).map(dayOf).filter((day) => day >= Math.max(first, from) && day <= last)
  const step = 7 * every_weeks
  const found: Day[] = []
  const begin = first + step * Math.max(0, Math.ceil((from - first) / step))
  for (let day = begin; day <= last; day += step) found.push(day)
  return found
}

// A listed day was chosen by somebody who knew the holidays; what a rule counts out steps aside for them.
function dayOfPlanned(planned: Day, rule: CollectionRule): Pick<CollectionDay, 'day' | 'reason'> {
  const holiday = rule.every_weeks === null ? undefined : holidayOn(planned)
  return holiday
    ? { day: textOf(workingDayFrom(planned)), reason: `wegens ${holiday}` }
    : { day: textOf(planned), reason: null }
}

function collection(planned: Day, rule: CollectionRule, exception: CollectionException | undefined): CollectionDay {
  const { category } = rule
  const usual = { category, planned: textOf(planned), revision: exception?.revision ?? 0, cancelled: false }
  if (!exception || exception.state === 'withdrawn') return { ...usual, ...dayOfPlanned(planned, rule) }
  const { reason, moved_to } = exception
  return { ...usual, day: moved_to ?? usual.planned, reason, cancelled: exception.state === 'cancelled' }
}

/**
 * The collections of an area from a day until and including another, in their order. A collection that is moved counts on
 * the day on which it is, and belongs to the year in which it was planned.
 */
export function collectionDays({ rules, exceptions, published }: CollectionPlan, from: string, to: string) {
  if (published.size === 0) return []
  const exceptionOn = new Map(exceptions.map((exception) => [`${exception.category} ${exception.day}`, exception]))
  // What was planned outside the period may have been moved into it, by an exception however far; of told years alone.
  const excepted = exceptions.map(({ day }) => dayOf(day))
  const earliest = Math.max(newYear(Math.min(...published)), Math.min(dayOf(from) - furthestPush, ...excepted))
  const latest = Math.min(newYear(Math.max(...published) + 1) - 1, Math.max(dayOf(to), ...excepted))
  const found = new Map<string, CollectionDay>()
  for (const rule of rules)
    for (const planned of plannedDays(rule, earliest, latest)) {
      if (!published.has(yearOf(planned))) continue
      const key = `${rule.category} ${textOf(planned)}`
      found.set(key, collection(planned, rule, exceptionOn.get(key)))
    }
  return [...found.values()]
    .filter(({ day }) => day >= from && day <= to)
    .sort((one, other) => inOrder(one.day, other.day) || inOrder(one.category, other.category))
}

const inOrder = (one: string, other: string) => (one < other ? -1 : Number(one > other))
