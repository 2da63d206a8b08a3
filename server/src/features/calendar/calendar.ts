import { CalendarCategory, type Collection, calendarCategoryNames, pickupTitle } from '@rd4-loket/contract'
import type { Period } from '../../domain/collection-days/calendar-lists.queries.ts'
import type { Area } from '../../domain/collection-days/collection-days.queries.ts'
import { type CollectionPlan, collectionDays } from '../../domain/collection-days/collection-days.ts'

const place = (category: CalendarCategory) => CalendarCategory.options.indexOf(category)

/** The collections of areas in a period, in the order of their days; what is the same in several areas is told once. */
export function collectionsOf(areas: Area[], plans: Map<number, CollectionPlan>, { from, to }: Period): Collection[] {
  const found = new Map<string, Collection>()
  for (const { id, name } of areas) {
    const plan = plans.get(id)
    for (const { category, planned, day, reason, cancelled } of plan ? collectionDays(plan, from, to) : []) {
      const key = [day, category, planned, cancelled, reason].join(' ')
      const same = found.get(key)
      if (same) same.areas.push(name)
      else
        found.set(key, {
          title: calendarCategoryNames[category],
          start: day,
          category,
          moved_from: planned === day ? null : planned,
          cancelled,
          reason: planned === day && !cancelled ? null : reason,
          areas: [name],
        })
    }
  }
  return [...found.values()].sort(byDay)
}

const byDay = (one: Collection, other: Collection) =>
  Date.parse(one.start) - Date.parse(other.start) || place(one.category) - place(other.category)

/** The collections of an address with its own appointments among them. */
export function withAppointments(
  collections: Collection[],
  appointments: { day: string }[],
  area: { name: string } | null,
) {
  const asPlanned = { moved_from: null, cancelled: false, reason: null, areas: area ? [area.name] : [] }
  const own = appointments.map(
    ({ day }): Collection => ({ title: pickupTitle, start: day, category: 'pruning_waste', ...asPlanned }),
  )
  return [...collections, ...own].sort(byDay)
}
