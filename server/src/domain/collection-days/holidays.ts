import { holidaysIn } from '@rd4-loket/contract'
import { type Day, dayOf, weekdayOf, yearOf } from '../../platform/runtime/days.ts'

const holidaysOfYear = new Map<number, Map<Day, string>>()

function holidaysOf(year: number) {
  const cached = holidaysOfYear.get(year)
  if (cached) return cached
  const holidays = new Map(holidaysIn(year).map(({ day, name }) => [dayOf(day), name]))
  holidaysOfYear.set(year, holidays)
  return holidays
}

/** Returns the Dutch name of the public holiday on a day, or undefined. No waste is collected on these holidays. */
export const holidayOn = (day: Day) => holidaysOf(yearOf(day)).get(day)

/** Returns whether waste is collected on a day. */
export const isWorkingDay = (day: Day) => weekdayOf(day) < 5 && holidayOn(day) === undefined

/** Returns a day itself, or the first working day after it. */
export const workingDayFrom = (day: Day): Day => (isWorkingDay(day) ? day : workingDayFrom(day + 1))
