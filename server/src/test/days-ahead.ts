import { dayOf, textOf, today, weekdayOf, yearOf } from '../platform/runtime/days.ts'

/** This year, on Dutch clocks, as the product counts it. */
export const thisYear = yearOf(dayOf(today()))

/** Next year: near enough to be planned, and far enough ahead that a test does not end with a year. */
export const nextYear = thisYear + 1

const second = dayOf(`${nextYear}-01-02`)
const wednesday = second + ((9 - weekdayOf(second)) % 7)

/** So many days after the first Wednesday of next year that is not New Year's Day. */
export const afterWednesday = (days: number) => textOf(wednesday + days)
