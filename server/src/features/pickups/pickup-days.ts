import { isWorkingDay } from '../../domain/collection-days/holidays.ts'
import type { Day } from '../../platform/runtime/days.ts'

/** The first possible day of an appointment is this many working days after today. */
const minAhead_workingDays = 2

const maxAhead_days = 42

/** Returns the working days for which an appointment can be made today. */
export function pickupDays(today: Day): Day[] {
  const ahead = Array.from({ length: maxAhead_days }, (_, index) => today + index + 1)
  return ahead.filter(isWorkingDay).slice(minAhead_workingDays - 1)
}
