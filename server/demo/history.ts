import { type Day, dateOf, newYear, yearOf } from '../src/platform/runtime/days.ts'

/**
 * The period of the demo data, and the last year with assessments. The year before that one is in the period too, so
 * that a bill can be compared with it.
 */
export type DemoHistory = {
  from: Day
  until: Day
  billedYear: number
  /** The date of the assessments. */
  assessed_on: Day
  /** The day on which a file was delivered after the assessments. */
  suppliedLate_on: Day
  /** The days on which an objection was filed and upheld. */
  objected_on: Day
  upheld_on: Day
  /** The newest year that lasted long enough for far more lifts than in the years before. */
  busyYear: number
}

/**
 * Returns the history on a day, until yesterday. The assessments of a year are dated 31 January of the next year. A
 * late file and a decision about an objection follow them in February, but before today.
 */
export function historyOn(today: Day): DemoHistory {
  const year = yearOf(today)
  const billedYear = today >= dateOf(year, 2, 3) ? year - 1 : year - 2
  const inFebruary = (date: number, before: number) => Math.min(dateOf(billedYear + 1, 2, date), today - before)
  const until = today - 1
  return {
    from: newYear(billedYear - 1),
    until,
    billedYear,
    assessed_on: dateOf(billedYear + 1, 1, 31),
    suppliedLate_on: inFebruary(16, 1),
    objected_on: inFebruary(9, 2),
    upheld_on: inFebruary(20, 1),
    busyYear: until >= dateOf(yearOf(until), 7, 1) ? yearOf(until) : yearOf(until) - 1,
  }
}

/** The last day of a period that has not ended. */
export const noEnd = Number.POSITIVE_INFINITY

/** A household of an address: its first and last day (or `noEnd`), and its number of persons. */
export type DemoHousehold = { from: Day; until: Day; size: number | null }
