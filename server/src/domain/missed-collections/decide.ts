// Reasons: docs/missed-collections.md

import {
  addressesOfMissedStreet,
  type CalendarCategory,
  type CollectionHours,
  type DeliveredClearances,
  type MissedCollectionOutcome,
  type MissedCollectionReason,
  type MissedCollectionStep,
  reasonsLoaded,
} from '@rd4-loket/contract'
import { type Day, dayOf, dutchDayOf, dutchMoment, textOf, weekdayOf } from '../../platform/runtime/days.ts'
import type { CollectionDay } from '../collection-days/collection-days.ts'
import { holidayOn } from '../collection-days/holidays.ts'

/** A report of one address. `address`: `own`, or the key of another address of the same street. */
export type ReportFact = {
  id: number
  address: 'own' | number
  container: string | null
  day: string
  reported_at: Date
  retracted: boolean
  outcome: MissedCollectionOutcome | null
  outcome_day: string | null
  decided_at: Date | null
}

type ContainerFact = { number: string; placed_on: string; removed_on: string | null }
type RecordFact = { container: string | null; at: Date }

/** The hours and periods that decide. The others are only in texts. */
type DecidingHours = Omit<CollectionHours, 'collection_start' | 'collection_start_bags'>

/** What is known about one stream of an address. Each list holds only this stream. */
export type MissedCollectionFacts = {
  now: Date
  stream: CalendarCategory
  /** The container of the report; null for a bag, a bundle or no container. */
  container: string | null
  /** The named day; null for the latest collection. */
  day: string | null
  /** All collections of the published years. */
  collections: CollectionDay[]
  /** The routes of the area; a null moment was not delivered. */
  routes: { day: string; started_at: Date | null; finished_at: Date | null }[]
  /** All containers of the address. Some were removed. */
  containers: ContainerFact[]
  /** Whether the pass opens a shared container. */
  is_shared: boolean
  non_clearances: (RecordFact & { reason: string })[]
  /** Empty for a municipal employee, who does not see lifts. */
  clearances: RecordFact[]
  /** Reports of this address and of the other addresses of its street. */
  reports: ReportFact[]
  /** The first day of today's household. */
  household_since: string
  /** From which day, and until which day, reasons were delivered. */
  delivered: DeliveredClearances['streams']
  hours: DecidingHours
}

export type MissedCollectionDecision = {
  allowed: boolean
  reason: MissedCollectionReason
  step: MissedCollectionStep
  /** The collection day that the report is about; null without one. */
  day: string | null
  /** The day of the next step; null when it has none, or when the next collection is not known. */
  date: string | null
  /** The day that the text names: of the report, the lift, the container or the planned collection. */
  about: string | null
  /** Why the collection was moved or cancelled. */
  cause: string | null
  /** From which moment to call again. */
  at: Date | null
  report_id: number | null
  truck_reason: string | null
  may_dispute: boolean
  escalation: { at: Date; due: boolean } | null
  reasons_loaded: 'never' | 'until' | 'complete' | null
}

/** Streams that are collected only in a container. The others can stand at the road as a bag or a bundle. */
const onlyInContainers: CalendarCategory[] = ['gft', 'residual_waste']

/** Reasons of the truck that are not the household's doing. */
const chipReasons = ['chip_defect', 'chip_onbekend']

const momentOf = (day: Day, hour: number) => new Date(dutchMoment(day, hour * 3600) * 1000)
const latest = <Item>(items: Item[], momentOfItem: (item: Item) => number) =>
  items.reduce<Item | undefined>(
    (last, item) => (last === undefined || momentOfItem(item) >= momentOfItem(last) ? item : last),
    undefined,
  )

const lastText = (texts: string[]) => texts.sort().at(-1) ?? null

/** Returns the `count`-th working day after a day. Holidays are never working days. */
function workingDayAfter(day: Day, count: number, { working_weekdays }: DecidingHours): Day {
  let [last, left] = [day, count]
  while (left > 0) {
    last += 1
    if (working_weekdays.includes(weekdayOf(last) + 1) && holidayOn(last) === undefined) left -= 1
  }
  return last
}

/** Returns from which moment an open report is overdue. */
export const overdueFrom = ({ reported_at }: Pick<ReportFact, 'reported_at'>, hours: DecidingHours) =>
  momentOf(workingDayAfter(dayOf(dutchDayOf(reported_at)), hours.escalation_days, hours), hours.collection_end)

/** Returns whether the crew of a day has finished, or else from which moment the day is over. */
function crewOf({ now, routes, hours }: MissedCollectionFacts, day: string): 'finished' | Date {
  const today = dutchDayOf(now)
  if (day < today) return 'finished'
  const isPast = (moment: Date | null) => moment !== null && moment <= now
  const route = routes.find((it) => it.day === day)
  if (day === today && route && isPast(route.finished_at)) return 'finished'
  const end =
    route && isPast(route.started_at) ? momentOf(dayOf(day) + 1, 0) : momentOf(dayOf(day), hours.collection_end)
  return end <= now ? 'finished' : end
}

/** Returns the named collection or the latest one. Of two collections on one day, the one that took place comes first. */
function findCollection({ now, day: named, collections }: MissedCollectionFacts) {
  if (named !== null)
    return (
      collections.find(({ day, cancelled }) => day === named && !cancelled) ??
      collections.find(({ planned }) => planned === named)
    )
  const today = dutchDayOf(now)
  const took = ({ day, cancelled }: CollectionDay) => !cancelled && day <= today
  const lastDay = ({ planned, day, cancelled }: CollectionDay) =>
    [planned, ...(cancelled ? [] : [day])]
      .filter((it) => it <= today)
      .sort()
      .at(-1)
  const past = collections.flatMap((collection) => {
    const last = lastDay(collection)
    return last === undefined ? [] : [{ collection, rank: 2 * dayOf(last) + Number(took(collection)) }]
  })
  return latest(past, ({ rank }) => rank)?.collection
}

/** Returns the first collection after today, or today's when its crew is still out, other than `day`. */
function nextCollection(facts: MissedCollectionFacts, day: string | null) {
  const today = dutchDayOf(facts.now)
  const isAhead = (it: CollectionDay) =>
    !it.cancelled && it.day !== day && (it.day > today || (it.day === today && crewOf(facts, it.day) !== 'finished'))
  return (
    facts.collections
      .filter(isAhead)
      .map((it) => it.day)
      .sort()[0] ?? null
  )
}

/**
 * Decides whether a report of a missed collection is allowed, and what the employee does next. The first step that
 * applies decides.
 */
export function decideMissedCollection(facts: MissedCollectionFacts): MissedCollectionDecision {
  const { now, stream, container, household_since, delivered, hours } = facts
  const today = dutchDayOf(now)
  const reports = facts.reports.filter(
    ({ address, retracted, reported_at }) =>
      !retracted && (address !== 'own' || dutchDayOf(reported_at) >= household_since),
  )
  const collection = findCollection(facts)
  let day = collection && !collection.cancelled && collection.day <= today ? collection.day : null

  type DecidedParts = Partial<MissedCollectionDecision> & Pick<MissedCollectionDecision, 'reason' | 'step'>
  const decision = (parts: DecidedParts): MissedCollectionDecision => ({
    allowed: parts.step === 'report',
    day,
    date: parts.step === 'next_collection' || parts.step === 'read_reason' ? nextCollection(facts, day) : null,
    about: null,
    cause: null,
    at: null,
    report_id: null,
    truck_reason: null,
    may_dispute: false,
    escalation: null,
    reasons_loaded: day === null ? null : reasonsLoaded(delivered, stream, day),
    ...parts,
  })
  const ownOfDay = () => reports.filter((it) => it.address === 'own' && it.container === container && it.day === day)

  // An open report decides first. A second visit that is over becomes the day, so its report does not block a new one.
  while (day !== null) {
    const open = ownOfDay().find(({ outcome }) => outcome === null)
    if (open) {
      const at = overdueFrom(open, hours)
      const due = at <= now
      const step = due ? 'report_overdue' : 'show_report'
      const about = dutchDayOf(open.reported_at)
      return decision({ reason: 'open_report', step, about, report_id: open.id, escalation: { at, due } })
    }
    const visit = latest(
      reports.filter(
        ({ address, outcome, day: of }) =>
          of === day && (outcome === 'route_missed' || (outcome === 'recollection_planned' && address === 'own')),
      ),
      ({ decided_at }) => decided_at?.getTime() ?? 0,
    )
    if (!visit?.outcome_day || visit.outcome_day <= day) break
    if (crewOf(facts, visit.outcome_day) !== 'finished')
      return decision({
        reason: visit.outcome === 'route_missed' ? 'street_missed' : 'recollection_planned',
        step: 'wait_for_day',
        date: visit.outcome_day,
        report_id: visit.address === 'own' ? visit.id : null,
      })
    day = visit.outcome_day
  }

  // The stream needs a container that stands at the address, and that stood there on the day.
  const own = facts.containers.filter(({ number }) => container === null || number === container)
  const present = own.filter(
    ({ placed_on, removed_on }) => placed_on <= today && (removed_on === null || removed_on >= today),
  )
  if (present.length === 0) {
    if (facts.is_shared) return decision({ reason: 'shared_container', step: 'use_shared_container' })
    if (container !== null || onlyInContainers.includes(stream)) {
      const about = lastText(own.flatMap(({ removed_on }) => removed_on ?? []).filter((it) => it < today))
      return decision({ reason: about ? 'container_removed' : 'no_container', step: 'request_container', about })
    }
  } else if (present.every(({ placed_on }) => day !== null && placed_on > day))
    return decision({
      reason: 'no_container',
      step: 'next_collection',
      about: lastText(present.map((it) => it.placed_on)),
    })

  // The calendar must have a collection that took place.
  if (facts.collections.length === 0) return decision({ reason: 'no_collection_days', step: 'contact_collector' })
  if (!collection) return decision({ reason: 'not_collection_day', step: 'next_collection', about: facts.day ?? today })
  const { planned, reason: cause } = collection
  if (collection.cancelled) return decision({ reason: 'cancelled', step: 'next_collection', about: planned, cause })
  if (day === null) {
    const byHoliday = cause === `wegens ${holidayOn(dayOf(planned))}`
    return decision({ reason: byHoliday ? 'holiday' : 'moved_day', step: 'wait_for_day', date: collection.day, cause })
  }

  // Only records from the day until now count.
  const since = day > household_since ? day : household_since
  const last = <Fact extends RecordFact>(records: Fact[]) =>
    latest(
      records.filter(
        ({ container: of, at }) => (of === container || of === null) && at <= now && dutchDayOf(at) >= since,
      ),
      ({ at }) => at.getTime(),
    )
  const decided = ownOfDay().find(({ outcome }) => outcome !== null)
  const lastDay = workingDayAfter(dayOf(day), hours.report_window, hours)
  const isInWindow = dayOf(today) <= lastDay
  const refused = last(facts.non_clearances)
  const emptied = last(facts.clearances)
  const differs = refused && emptied && dutchDayOf(refused.at) === dutchDayOf(emptied.at)
  if (emptied && !differs && !(refused && refused.at > emptied.at))
    return decision({ reason: 'emptied', step: 'dispute_lift', about: dutchDayOf(emptied.at) })
  const truck_reason = refused?.reason ?? null
  if (truck_reason !== null && !differs && !chipReasons.includes(truck_reason))
    return decision({
      reason: 'reason_from_truck',
      step: 'read_reason',
      truck_reason,
      may_dispute: isInWindow && !decided,
    })

  // No record refuses the report. A decision, the crew and the time that has passed can still refuse it.
  if (decided) {
    const about = dutchDayOf(decided.reported_at)
    return decision({ reason: 'decided', step: 'next_collection', about, report_id: decided.id })
  }
  const crew = crewOf(facts, day)
  if (!refused && crew !== 'finished') return decision({ reason: 'crew_not_done', step: 'call_after', at: crew })
  if (!isInWindow) return decision({ reason: 'outside_window', step: 'next_collection', about: textOf(lastDay) })
  if (refused)
    return decision({ reason: differs ? 'records_differ' : 'reason_from_truck', step: 'report', truck_reason })
  const others = reports.filter(
    ({ address, outcome, day: of }) => address !== 'own' && of === day && outcome !== 'unfounded',
  )
  const isStreet = new Set(others.map(({ address }) => address)).size >= addressesOfMissedStreet
  return decision({ reason: isStreet ? 'street_likely_missed' : 'ok', step: 'report' })
}
