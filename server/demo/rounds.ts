import { workingDayFrom } from '../src/domain/collection-days/holidays.ts'
import { type Day, dateOf, weekdayOf } from '../src/platform/runtime/days.ts'
import { makeRandom } from './random.ts'

/** The number of weeks between two rounds of a waste stream. */
export const weeksBetween = { residual_waste: 4, gft: 2, paper: 4, pmd: 2, best_bag: 13 }
type RoundStream = keyof typeof weeksBetween

// Residual waste, gft and paper have the same day of the week in a neighbourhood; bags have another day.
const daysLater = { residual_waste: 0, gft: 0, paper: 0, pmd: 2, best_bag: 3 }

/** Returns the day of the week (0 is Monday) of a neighbourhood, by the four digits of its postal codes. */
export const weekdayIn = (digits: number, later = 0) => (digits + later) % 5

/** Returns the first round in a neighbourhood on or after a day. The calendar and the clearances start with it. */
export function firstRound(digits: number, stream: RoundStream, from: Day): Day {
  const weeks = weeksBetween[stream]
  const monday = from - weekdayOf(from)
  const first =
    monday + 7 * makeRandom('first round', stream, digits).below(weeks) + weekdayIn(digits, daysLater[stream])
  return first < from ? first + 7 * weeks : first
}

/** A moved or cancelled round of gft. */
export type RoundException = { day: Day; moved_to: Day | null; reason: string }

/** Returns the exceptions of a year. Some neighbourhoods have a cancelled round in January and a moved one in June. */
export function roundExceptions(digits: number, from: Day, year: number): RoundException[] {
  const random = makeRandom('exceptions', digits)
  const roundIn = (month: number) => {
    const first = firstRound(digits, 'gft', from)
    return first + 14 * Math.ceil((dateOf(year, month, 1) - first) / 14)
  }
  const exceptions: RoundException[] = []
  if (random.chance(0.3)) exceptions.push({ day: roundIn(1), moved_to: null, reason: 'wegens gladheid' })
  if (random.chance(0.3)) {
    const day = roundIn(6)
    exceptions.push({ day, moved_to: workingDayFrom(day + 1), reason: 'wegens werk aan de weg' })
  }
  return exceptions
}

/** Returns the days of the rounds in a neighbourhood. A round on a holiday moves to the next working day. */
export function roundDays(
  digits: number,
  stream: RoundStream,
  { from, until }: { from: Day; until: Day },
  exceptions: RoundException[] = [],
): Day[] {
  const days: Day[] = []
  for (let planned = firstRound(digits, stream, from); planned <= until; planned += 7 * weeksBetween[stream]) {
    const exception = stream === 'gft' ? exceptions.find(({ day }) => day === planned) : undefined
    const day = exception ? exception.moved_to : workingDayFrom(planned)
    if (day !== null && day <= until) days.push(day)
  }
  return days
}
