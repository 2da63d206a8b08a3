// Reasons: docs/objections.md

import {
  easterSunday,
  type ObjectionPenalty,
  type ObjectionTerms,
  type ObjectUntil,
  type ReceivedBy,
} from '@rd4-loket/contract'
import * as days from '../../platform/runtime/days.ts'
import { type Day, dateOf, weekdayOf, yearOf } from '../../platform/runtime/days.ts'

/** The dates of an objection to the assessment of a municipal levy. Null: not known, or it did not happen. */
export type ObjectionDates = {
  /** The date on the assessment. */
  assessed_on: string | null
  /** The day on which the assessment was sent, if that was another day. */
  published_on: string | null
  received_on: string
  received_by: ReceivedBy
  /** The day of posting. Only by post. */
  posted_on: string | null
  /** The day on which the decision was postponed by six weeks, in time. */
  extended_on: string | null
  notice_of_default_on: string | null
  /** The day on which the decision was sent. */
  decided_on: string | null
}

/** Returns the dates of an objection of which only the day of receipt is known. */
export const datesOfReceipt = (received_on: string): ObjectionDates => ({
  ...{ assessed_on: null, published_on: null, received_on, received_by: 'tax_office', posted_on: null },
  ...{ extended_on: null, notice_of_default_on: null, decided_on: null },
})

/** Returns the function with its results kept. A list judges thousands of objections, which have few different days. */
function kept<From, To>(of: (from: From) => To) {
  const known = new Map<From, To>()
  return (from: From): To => {
    const before = known.get(from)
    if (before !== undefined) return before
    const to = of(from)
    known.set(from, to)
    return to
  }
}

const dayOf = kept(days.dayOf)
const textOf = kept(days.textOf)

const sixWeeks = 42
/** The penalty per day, in cents. Each amount applies for two weeks. */
const penaltyCents = [2300, 3500, 4500]
const stepDays = 14
const maxPenaltyDays = penaltyCents.length * stepDays

/** The days that a decree made equal to a legal holiday. */
const decreedDays = [
  ...['2023-04-28', '2023-05-19', '2024-05-10', '2024-12-27', '2025-05-30'],
  ...['2026-01-02', '2026-05-15', '2027-05-07', '2028-04-28', '2028-05-26'],
]

function legalHolidays(year: number): Day[] {
  const easter = easterSunday(year).getTime() / 86_400_000
  const kingsDay = dateOf(year, 4, 27)
  return [
    dateOf(year, 1, 1),
    easter - 2,
    easter + 1,
    weekdayOf(kingsDay) === 6 ? kingsDay - 1 : kingsDay,
    dateOf(year, 5, 5),
    easter + 39,
    easter + 50,
    dateOf(year, 12, 25),
    dateOf(year, 12, 26),
  ]
}

const holidaysByYear = new Map<number, Set<Day>>()

function isHoliday(day: Day) {
  const year = yearOf(day)
  const holidays = holidaysByYear.get(year) ?? new Set(legalHolidays(year))
  holidaysByYear.set(year, holidays)
  return holidays.has(day)
}

/**
 * Returns the rules of law about an objection: functions of its dates. `extra_legal_days`: days that new decrees made
 * equal to a legal holiday.
 */
export function objectionRules(extra_legal_days: readonly string[] = []) {
  const decreed = new Set([...decreedDays, ...extra_legal_days].map(dayOf))

  /** Returns the day, or the next day that is no Saturday, Sunday or legal holiday. */
  function lengthened(day: Day) {
    let last = day
    while (weekdayOf(last) >= 5 || decreed.has(last) || isHoliday(last)) last += 1
    return last
  }

  /** Returns the last day to object; undefined when the date of the assessment is not known. */
  function lastDayToObject({ assessed_on, published_on }: Pick<ObjectionDates, 'assessed_on' | 'published_on'>) {
    if (assessed_on === null) return undefined
    const from = published_on !== null && published_on > assessed_on ? published_on : assessed_on
    return lengthened(dayOf(from) + sixWeeks)
  }

  function isInTime({ received_on, received_by, posted_on }: ObjectionDates, last: Day | undefined) {
    if (last === undefined) return 'unknown'
    const received = dayOf(received_on)
    if (received <= last) return 'yes'
    if (received_by !== 'post' || received > lengthened(last + 7)) return 'no'
    if (posted_on === null) return 'unknown'
    return dayOf(posted_on) <= last ? 'yes' : 'no'
  }

  /** Returns the last day for the decision. `last` counts only for an objection of the last six weeks of a year. */
  function lastDayToDecide({ received_on, extended_on }: ObjectionDates, last: Day | undefined) {
    const received = dayOf(received_on)
    const endOfYear = dateOf(yearOf(received), 12, 31)
    // Only the term of a calendar year is not lengthened.
    const isEarlier = received <= endOfYear - sixWeeks
    const due = isEarlier ? endOfYear : last === undefined ? undefined : lengthened(last + sixWeeks)
    return due !== undefined && extended_on !== null ? lengthened(due + sixWeeks) : due
  }

  const daysUntil = (last: Day | undefined, today: string) => ({
    day: last === undefined ? null : textOf(last),
    days: last === undefined ? null : last - dayOf(today),
  })

  /** Returns whether an objection is in time, and the last day for the decision. */
  function terms(dates: ObjectionDates, today: string): ObjectionTerms {
    const last = lastDayToObject(dates)
    const in_time = isInTime(dates, last)
    const until = daysUntil(last, today)
    const due = daysUntil(lastDayToDecide(dates, in_time === 'no' ? dayOf(dates.received_on) : last), today)
    return {
      object_until: until.day,
      days_left: until.days,
      in_time,
      decide_by: due.day,
      days_to_decide: due.days,
    }
  }

  return {
    /** The years of which a decree about legal holidays is known. */
    decreed_years: new Set([...decreed].map(yearOf)),

    /** Returns the last day to object to an assessment. */
    objectUntil(of: Pick<ObjectionDates, 'assessed_on' | 'published_on'>, today: string): ObjectUntil {
      const { day, days } = daysUntil(lastDayToObject(of), today)
      return { object_until: day, days_left: days }
    },

    terms,

    /** Returns the last day for the decision, or the first day that it can be when it is not known. */
    actBy(dates: ObjectionDates): string {
      const { decide_by } = terms(dates, dates.received_on)
      return decide_by ?? textOf(lengthened(dayOf(dates.received_on) + sixWeeks))
    },

    /** Returns the penalty up to and including today. */
    penalty(dates: ObjectionDates, { in_time, decide_by }: ObjectionTerms, today: string): ObjectionPenalty {
      const { notice_of_default_on, decided_on } = dates
      const none = { penalty_from: null, penalty_days: 0, penalty_cents: 0 }
      if (notice_of_default_on === null || in_time === 'no') return none
      if (decide_by === null) return { penalty_from: null, penalty_days: null, penalty_cents: null }
      if (notice_of_default_on <= decide_by) return none
      const from = lengthened(dayOf(notice_of_default_on) + stepDays) + 1
      const decided = decided_on === null ? null : dayOf(decided_on)
      if (decided !== null && decided < from) return none
      const now = dayOf(today)
      const until = decided === null ? now : Math.min(now, decided - 1)
      const penalty_days = Math.min(Math.max(until - from + 1, 0), maxPenaltyDays)
      const penalty_cents = penaltyCents.reduce(
        (sum, cents, step) => sum + cents * Math.min(Math.max(penalty_days - step * stepDays, 0), stepDays),
        0,
      )
      return { penalty_from: textOf(from), penalty_days, penalty_cents }
    },
  }
}

/** The rules of law about an objection. */
export type ObjectionRules = ReturnType<typeof objectionRules>
