import { addDays, weekdayOf } from './days.ts'
import { monthText } from './format.ts'

/** The month of a day: `2023-01`. */
export const monthOf = (day: string) => day.slice(0, 7)

// The months that the URL of the page accepts.
const firstMonth = '1000-01'
const lastMonth = '2999-12'

/** Adds months, or subtracts them when negative, within the first and the last month that can be shown. */
export function addMonths(month: string, count: number) {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + count)
  const moved = monthOf(date.toISOString())
  if (moved < firstMonth) return firstMonth
  return moved > lastMonth ? lastMonth : moved
}

export function daysIn(month: string) {
  const days = []
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day)
  return days
}

/** The weeks of a month from Monday to Sunday; undefined for days of other months. */
export function weeksIn(month: string) {
  const days: (string | undefined)[] = daysIn(month)
  const cells = [...Array<undefined>(weekdayOf(`${month}-01`)).fill(undefined), ...days]
  while (cells.length % 7 > 0) cells.push(undefined)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

export const monthsIn = (year: string) => Array.from({ length: 12 }, (_, month) => addMonths(`${year}-01`, month))

/** The same day in another month, or the last day of a shorter month. */
const sameDayIn = (month: string, day: string) => daysIn(month)[Number(day.slice(8)) - 1] ?? daysIn(month).at(-1) ?? day

/** Returns the day that a key moves to, as in the date grid of WAI-ARIA; undefined for other keys. */
export function dayAfterKey(day: string, { key, shiftKey }: { key: string; shiftKey: boolean }) {
  const months = shiftKey ? 12 : 1
  const steps: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, 6 - weekdayOf(day)),
    PageUp: () => sameDayIn(addMonths(monthOf(day), -months), day),
    PageDown: () => sameDayIn(addMonths(monthOf(day), months), day),
  }
  const next = steps[key]?.()
  return next && monthOf(next) >= firstMonth && monthOf(next) <= lastMonth ? next : undefined
}

/** A month as a heading: `Januari 2023`. */
export function monthTitle(month: string) {
  const name = monthText(Number(month.slice(5)) - 1)
  return `${name[0]?.toUpperCase()}${name.slice(1)} ${month.slice(0, 4)}`
}
