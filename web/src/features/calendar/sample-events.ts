import { type CalendarCategory, type CalendarEvent, calendarCategoryNames } from '@rd4-loket/contract'
import { addDays } from '../../kit/browser/days.ts'

export const sampleYear = '2023'

/** Returns the first day and every following day at this interval, to the end of the year. */
function everyWeeks(days: number, first: string) {
  const result = []
  for (let day = first; day.startsWith(sampleYear); day = addDays(day, days)) result.push(day)
  return result
}

const on = (...days: string[]) => days.map((day) => `${sampleYear}-${day}`)

// The schedule of one made-up street. No collection is on a holiday.
const days: Record<CalendarCategory, string[]> = {
  residual_waste: everyWeeks(28, '2023-01-18'),
  gft: everyWeeks(14, '2023-01-04'),
  pmd: everyWeeks(14, '2023-01-11'),
  paper: on('01-12', '02-09', '03-09', '04-13', '05-11', '06-08', '07-13', '08-10', '09-14', '10-12', '11-09', '12-14'),
  christmas_trees: on('01-16'),
  best_bag: on('02-17', '05-19', '08-18', '11-17'),
  pruning_waste: on('03-06', '03-20', '04-03', '04-17', '09-18', '10-02', '10-16', '11-06', '11-20'),
}

/** Made-up collections of 2023, by day. */
export const sampleEvents: CalendarEvent[] = Object.entries(days)
  .flatMap(([name, starts]) => {
    const category = name as CalendarCategory
    return starts.map((start) => ({ title: calendarCategoryNames[category], start, category }))
  })
  .sort((a, b) => a.start.localeCompare(b.start))
