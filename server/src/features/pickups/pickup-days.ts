import { type Day, isWorkingDay } from '../../platform/runtime/days.ts'

/** A lorry is planned on the second working day after today at the earliest. */
const workingDaysAhead = 2

/** Appointments are made no further ahead than this. */
const longestAhead = 42

/** The days for which an appointment can be made today: working days, from two working days ahead to six weeks. */
export function pickupDays(today: Day): Day[] {
  const ahead = Array.from({ length: longestAhead }, (_, index) => today + index + 1)
  return ahead.filter(isWorkingDay).slice(workingDaysAhead - 1)
}
