import { addDays } from '../../kit/browser/days.ts'
import { weekdayAndDayText } from '../../kit/browser/format.ts'

/** The name of a day as seen today: `Vandaag`, `Morgen`, or a weekday with its date. */
export const dayName = (day: string, now: string) =>
  day === now ? 'Vandaag' : day === addDays(now, 1) ? 'Morgen' : weekdayAndDayText(day)
