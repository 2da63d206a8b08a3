/** Days as `2026-03-04`: texts without a clock, so that nothing moves to the day before. */
const iso = (date: Date) => date.toISOString().slice(0, 10)

// Sweden writes a day as `2026-03-04`. To make such a format takes a while, to use it does not.
const dutchDay = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' })

/** The day in the Netherlands now. */
export const today = () => dutchDay.format(new Date())

/** So many days later; earlier when negative. */
export function addDays(day: string, count: number) {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + count)
  return iso(date)
}

/** The day of the week, counted from Monday 0. */
export const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7
