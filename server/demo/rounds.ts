import { type Day, weekdayOf } from '../src/platform/runtime/days.ts'
import { makeRandom } from './random.ts'

/** The number of weeks between two rounds of a waste stream. */
export const weeksBetween = { residual_waste: 4, gft: 2, paper: 4, pmd: 2, best_bag: 13 }

// Residual waste, gft and paper have the same day of the week in a neighbourhood; bags have another day.
const daysLater = { residual_waste: 0, gft: 0, paper: 0, pmd: 2, best_bag: 3 }

/** Returns the day of the week (0 is Monday) of a neighbourhood, by the four digits of its postal codes. */
export const weekdayIn = (digits: number, later = 0) => (digits + later) % 5

/** Returns the first round in a neighbourhood on or after a day. The calendar and the clearances count from it. */
export function firstRound(digits: number, stream: keyof typeof weeksBetween, from: Day): Day {
  const weeks = weeksBetween[stream]
  const monday = from - weekdayOf(from)
  const first =
    monday + 7 * makeRandom('first round', stream, digits).below(weeks) + weekdayIn(digits, daysLater[stream])
  return first < from ? first + 7 * weeks : first
}
