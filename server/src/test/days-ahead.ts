import { dayOf, textOf, weekdayOf } from '../shared/days.ts'

/** Next year: near enough to be planned, and far enough ahead that a test does not end with a year. */
export const nextYear = new Date().getUTCFullYear() + 1

const second = dayOf(`${nextYear}-01-02`)
const wednesday = second + ((9 - weekdayOf(second)) % 7)

/** So many days after the first Wednesday of next year that is not New Year's Day. */
export const afterWednesday = (days: number) => textOf(wednesday + days)
