// A day is a text such as `2026-03-04`. It has no time, because a time zone could shift it to the previous day.
const iso = (date: Date) => date.toISOString().slice(0, 10)

// The Swedish format of a date is `2026-03-04`. Creating a formatter is slow, so it is created once.
const dutchDay = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' })

/** Today in the Netherlands. */
export const today = () => dutchDay.format(new Date())

/** Returns the day `count` days later, or earlier when `count` is negative. */
export function addDays(day: string, count: number) {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + count)
  return iso(date)
}

/** The day of the week; Monday is 0. */
export const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7
