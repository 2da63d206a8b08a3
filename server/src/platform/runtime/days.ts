/** A day as the number of days since 1 January 1970, for fast steps and comparisons. */
export type Day = number

const secondsPerDay = 86_400

/** Returns the day of a text such as `2026-03-04`. */
export const dayOf = (text: string): Day => Date.parse(`${text}T00:00:00Z`) / 1000 / secondsPerDay

/** Returns the text of a day, such as `2026-03-04`. */
export const textOf = (day: Day) => new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10)

const dutchDate = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' })

/** Returns the day of a moment in the Netherlands, such as `2026-03-04`. */
export const dutchDayOf = (moment: Date) => dutchDate.format(moment)

const dutchTime = new Intl.DateTimeFormat('sv', {
  timeZone: 'Europe/Amsterdam',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Returns a moment in Dutch local time with its offset: `2026-03-04T07:31:00+01:00`. */
export function dutchMomentText(moment: Date) {
  const local = dutchTime.format(moment).replace(' ', 'T')
  const offset_hours = Math.round((Date.parse(`${local}Z`) - moment.getTime()) / 3_600_000)
  return `${local}+0${offset_hours}:00`
}

/** Returns the current day in the Netherlands, such as `2026-03-04`. */
export const today = () => dutchDayOf(new Date())

export const yearOf = (day: Day) => new Date(day * secondsPerDay * 1000).getUTCFullYear()

/** Returns the day of a date; January is month 1. */
export const dateOf = (year: number, month: number, date: number): Day =>
  Date.UTC(year, month - 1, date) / 1000 / secondsPerDay

/** Returns the first day of a year. */
export const newYear = (year: number): Day => dateOf(year, 1, 1)

/** Returns the day of the week; Monday is 0. The first of January 1970 was a Thursday. */
export const weekdayOf = (day: Day) => (day + 3) % 7

const lastSundayBefore = (day: Day) => day - 1 - ((weekdayOf(day - 1) + 1) % 7)

/**
 * Returns a Dutch local time in seconds since 1970 (UTC). `second`: the second of the day. The result can be wrong for
 * a time before 04:00 on a day when the clock changes.
 */
export function dutchMoment(day: Day, second: number) {
  const year = yearOf(day)
  // Summer time lasts from the night of the last Sunday of March until the night of the last Sunday of October.
  const isSummer = day >= lastSundayBefore(dateOf(year, 4, 1)) && day < lastSundayBefore(dateOf(year, 11, 1))
  return day * secondsPerDay + second - (isSummer ? 7200 : 3600)
}
