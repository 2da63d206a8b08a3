// Reasons: docs/calendar.md

import type { BroughtStream, CalendarCategory, CollectionRule } from '@rd4-loket/contract'
import { type Day, dayOf, newYear, textOf, yearOf } from '../../platform/runtime/days.ts'
import { type AreaException, type CollectionPlan, maxHolidayShift_days } from './collection-days.queries.ts'
import { holidayOn, workingDayFrom } from './holidays.ts'

export type CollectionDay = {
  category: CalendarCategory
  /** The day according to the rules, before any move. */
  planned: string
  /** The day after a move, or the planned day. */
  day: string
  /** Why the collection was moved or cancelled. */
  reason: string | null
  cancelled: boolean
  /** The number of times that the exception for the planned day has changed; 0 without an exception. */
  revision: number
}

function plannedDays({ every_weeks, days, valid_from, valid_to }: CollectionRule, from: Day, to: Day): Day[] {
  const first = dayOf(valid_from)
  const last = Math.min(to, valid_to === null ? to : dayOf(valid_to))
  if (every_weeks === null) return (days ?? []).map(dayOf).filter((day) => day >= Math.max(first, from) && day <= last)
  const step = 7 * every_weeks
  const planned: Day[] = []
  const begin = first + step * Math.max(0, Math.ceil((from - first) / step))
  for (let day = begin; day <= last; day += step) planned.push(day)
  return planned
}

function collectionOn(planned: Day, rule: CollectionRule, exception: AreaException | undefined): CollectionDay {
  const day = textOf(planned)
  const { reason = null, revision = 0, state = 'withdrawn', moved_to = null } = exception ?? {}
  const collection = { category: rule.category, planned: day, day, reason: null, cancelled: false, revision }
  if (state !== 'withdrawn') return { ...collection, day: moved_to ?? day, reason, cancelled: state === 'cancelled' }
  // Listed days are not moved: the person who listed them took holidays into account.
  const holiday = rule.every_weeks === null ? undefined : holidayOn(planned)
  return holiday ? { ...collection, day: textOf(workingDayFrom(planned)), reason: `wegens ${holiday}` } : collection
}

/**
 * Returns the collections of an area from `from` to `to`, both included, sorted by day and category. A moved collection
 * is in the period if its new day is in the period. Returns only collections whose planned day is in a published year.
 */
export function collectionDays({ rules, exceptions, published }: CollectionPlan, from: string, to: string) {
  if (published.length === 0) return []
  const exceptionOn = new Map(exceptions.map((exception) => [`${exception.category} ${exception.day}`, exception]))
  // A holiday or an exception can move a day into the period. Only the distance of a move by a holiday has a maximum.
  const excepted = exceptions.map(({ day }) => dayOf(day))
  const earliest = Math.max(newYear(Math.min(...published)), Math.min(dayOf(from) - maxHolidayShift_days, ...excepted))
  const latest = Math.min(newYear(Math.max(...published) + 1) - 1, Math.max(dayOf(to), ...excepted))
  const collections = new Map<string, CollectionDay>()
  for (const rule of rules)
    for (const planned of plannedDays(rule, earliest, latest)) {
      if (!published.includes(yearOf(planned))) continue
      const key = `${rule.category} ${textOf(planned)}`
      collections.set(key, collectionOn(planned, rule, exceptionOn.get(key)))
    }
  return [...collections.values()]
    .filter(({ day }) => day >= from && day <= to)
    .sort((one, other) => compare(one.day, other.day) || compare(one.category, other.category))
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** Returns a filter for collections at home. It excludes the streams that residents bring to a shared container. */
export const isCollectedAtHome = (brought: BroughtStream[]) => (collection: { category: CalendarCategory }) =>
  !brought.some(({ category }) => category === collection.category)
