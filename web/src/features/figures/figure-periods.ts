import { addDays } from '../../kit/browser/days.ts'
import { monthText } from '../../kit/browser/format.ts'
import { addMonths, monthOf, monthsIn, monthTitle } from '../../kit/browser/months.ts'

/** The last month that the server has counted on a day: a month is counted on the second day after it. */
export const lastCountedMonth = (today: string) => addMonths(monthOf(addDays(today, -1)), -1)

const quarterOf = (month: string) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`

/** Returns the months of a month (`2026-10`), a quarter (`2026-Q4`) or a year (`2026`); undefined for another text. */
export function monthsOfPeriod(period: string): string[] | undefined {
  if (/^20\d\d-(0[1-9]|1[0-2])$/.test(period)) return [period]
  if (!/^20\d\d(-Q[1-4])?$/.test(period)) return undefined
  const months = monthsIn(period.slice(0, 4))
  return period.length === 4 ? months : months.filter((month) => quarterOf(month) === period)
}

/** Returns the name of a period: `Oktober 2026`, `4e kwartaal 2026` or `2026`. */
export const periodName = (period: string) =>
  period.includes('Q')
    ? `${period.slice(6)}e kwartaal ${period.slice(0, 4)}`
    : period.length === 4
      ? period
      : monthTitle(period)

/** Returns the months to choose from, then their quarters and their years, the newest first. */
export const periodOptions = (months: string[]) =>
  [...new Set([...months, ...months.map(quarterOf), ...months.map((month) => month.slice(0, 4))])].map((id) => ({
    id,
    name: periodName(id),
  }))

/** Returns the name of a month in a sentence: `oktober 2026`. */
export const monthName = (month: string) => `${monthText(Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`
