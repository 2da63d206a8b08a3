import { type BillDay, CalendarCategory, knowledgeOn } from '@rd4-loket/contract'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { type CollectionDay, collectionDays } from '../collection-days/collection-days.ts'
import type { BilledContainer, BillFacts } from './bill-facts.queries.ts'
import type { PricedLift } from './bill-lines.ts'
import type { PartOfYear } from './proration.ts'
import { inOrder } from './sums.ts'

const categories = new Set<string>(CalendarCategory.options)
const isCategory = (stream: string): stream is CalendarCategory => categories.has(stream)

/** The outcome of a collection day without lifts. */
const outcomes = { known: 'not_offered', not_yet: 'not_yet_known', never: 'never_delivered' } as const

/** A lift at most this number of days before or after a collection day belongs to that collection day. */
const tolerance_days = 1

/** Returns whether a container is at the address on a day, including the days of its placement and removal. */
export const isAtAddress = ({ placed_on, removed_on }: BilledContainer, day: string) =>
  placed_on <= day && (removed_on === null || removed_on >= day)

/**
 * Returns the collection days of the household's own containers, each with its lifts, sorted by day and stream. For a
 * stream without published collection days, returns only the days with lifts. Contains the days of `periods` up to the
 * last delivery of the municipality. Lifts of the year before can stand on the bill, but have no day in its year.
 */
export function collectionTimeline(facts: BillFacts, periods: PartOfYear[], lifts: PricedLift[]): BillDay[] {
  const { year, containers, delivered, updated_until, today } = facts
  const own = containers.filter(({ is_own }) => is_own)
  const lastDay = updated_until !== null && updated_until < today ? updated_until : today
  const planned = publishedCollections(facts)
  const plannedOf = Map.groupBy(
    planned.map((collection) => ({ collection, at: dayOf(collection.day) })),
    ({ collection }) => collection.category,
  )
  const lifted = lifts.filter(
    ({ container_id, day }) => day.startsWith(`${year}-`) && own.some(({ id }) => id === container_id),
  )
  const emptiedOn = new Map<CollectionDay, number[]>()
  const others: BillDay[] = []
  for (const { id, day, waste_type } of lifted.toReversed()) {
    if (!isCategory(waste_type)) continue
    const ofStream = plannedOf.get(waste_type)
    const lifted_at = dayOf(day)
    const near = ofStream?.filter(({ at }) => Math.abs(at - lifted_at) <= tolerance_days) ?? []
    const { collection } = near.find(({ at }) => at === lifted_at) ?? near[0] ?? {}
    const outcome = ofStream ? 'outside' : 'emptied'
    if (collection) emptiedOn.set(collection, [...(emptiedOn.get(collection) ?? []), id])
    else others.push({ day, waste_type, outcome, moved_from: null, clearance_ids: [id] })
  }
  const ofHousehold = ({ day, category }: CollectionDay) =>
    day.startsWith(`${year}-`) &&
    day <= lastDay &&
    periods.some(({ from, to }) => from <= day && to >= day) &&
    own.some((container) => container.waste_type === category && isAtAddress(container, day))
  const collected = planned
    .filter((collection) => emptiedOn.has(collection) || ofHousehold(collection))
    .map((collection): BillDay => {
      const { day, planned: moved_from, category } = collection
      const clearance_ids = emptiedOn.get(collection) ?? []
      const isMoved = day !== moved_from
      const emptied = isMoved ? 'moved' : 'emptied'
      const outcome = clearance_ids.length > 0 ? emptied : outcomes[knowledgeOn(delivered, category, day)]
      return { day, waste_type: category, outcome, moved_from: isMoved ? moved_from : null, clearance_ids }
    })
  return [...collected, ...others].sort(
    (one, other) => inOrder(one.day, other.day) || one.waste_type.localeCompare(other.waste_type),
  )
}

/** Returns the collections that are not cancelled, from the day before the year to the day after the year. */
function publishedCollections({ plan, year }: BillFacts): CollectionDay[] {
  // Lifts are compared with collection days only when the year of the bill is published.
  if (!plan?.published.includes(year)) return []
  const [from, to] = [textOf(dayOf(`${year}-01-01`) - tolerance_days), textOf(dayOf(`${year}-12-31`) + tolerance_days)]
  return collectionDays(plan, from, to).filter(({ cancelled }) => !cancelled)
}
