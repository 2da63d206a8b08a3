import { type Day, dateOf, newYear, yearOf } from '../src/platform/runtime/days.ts'

/** The period of the demo data, and the last year with assessments. */
export type DemoHistory = { from: Day; until: Day; billedYear: number }

/** Returns the history on a day: two whole years, and this year until yesterday. Bills are imposed before March. */
export function historyOn(today: Day): DemoHistory {
  const year = yearOf(today)
  const isBilled = today >= dateOf(year, 3, 1)
  return { from: newYear(year - 2), until: today - 1, billedYear: isBilled ? year - 1 : year - 2 }
}

/** The last day of what has not ended. */
export const noEnd = Number.POSITIVE_INFINITY

/** A household of an address: its first and last day (or `noEnd`), and its number of persons. */
export type DemoHousehold = { from: Day; until: Day; size: number | null }
