import { dayOf, textOf, today, weekdayOf, yearOf } from '../platform/runtime/days.ts'

/** The current year in Dutch local time. */
export const thisYear = yearOf(dayOf(today()))

/** Next year. Tests plan in this year, because all its days are in the future. */
export const nextYear = thisYear + 1

const second = dayOf(`${nextYear}-01-02`)
const wednesday = second + ((9 - weekdayOf(second)) % 7)

/** Returns a day as text: a number of days after the first Wednesday of next year that is not New Year's Day. */
export const afterWednesday = (days: number) => textOf(wednesday + days)
