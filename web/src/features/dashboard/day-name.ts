import { addDays } from '../../kit/browser/days.ts'
import { weekdayAndDayText } from '../../kit/browser/format.ts'

/** The name of a day as seen today: `Gisteren`, `Vandaag`, `Morgen`, or a weekday with its date. */
export const dayName = (day: string, now: string) =>
  new Map([
    [addDays(now, -1), 'Gisteren'],
    [now, 'Vandaag'],
    [addDays(now, 1), 'Morgen'],
  ]).get(day) ?? weekdayAndDayText(day)
