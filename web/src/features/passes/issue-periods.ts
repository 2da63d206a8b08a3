import { addDays, weekdayOf } from '../../kit/browser/days.ts'

/** Returns the periods to choose from. On a Monday, this week is the same period as today, and is omitted. */
export const commonPeriods = (day: string) =>
  [
    { name: 'Vandaag', from: day },
    { name: 'Deze week', from: addDays(day, -weekdayOf(day)) },
    { name: 'Deze maand', from: `${day.slice(0, 7)}-01` },
    { name: 'Dit jaar', from: `${day.slice(0, 4)}-01-01` },
  ].filter(({ from }, index, all) => all.findIndex((period) => period.from === from) === index)
