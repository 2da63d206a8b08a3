import { type Day, weekdayOf } from '../src/platform/runtime/days.ts'
import { makeRandom } from './random.ts'

/** How many weeks lie between two rounds for a stream. */
export const weeksBetween = { residual_waste: 4, gft: 2, paper: 4, pmd: 2, best_bag: 13 }

// Residual waste, gft and paper share a day of the week in a neighbourhood; the bags go on another.
const daysLater = { residual_waste: 0, gft: 0, paper: 0, pmd: 2, best_bag: 3 }

/** A neighbourhood, by the digits of its postcodes, has its day of the week. */
export const weekdayIn = (digits: number, later = 0) => (digits + later) % 5

/** The first round for a stream through a neighbourhood from a day on: its calendar and its clearances both count from it. */
export function firstRound(digits: number, stream: keyof typeof weeksBetween, from: Day): Day {
  const weeks = weeksBetween[stream]
  const monday = from - weekdayOf(from)
  const first =
    monday + 7 * makeRandom('first round', stream, digits).below(weeks) + weekdayIn(digits, daysLater[stream])
  return first < from ? first + 7 * weeks : first
}
