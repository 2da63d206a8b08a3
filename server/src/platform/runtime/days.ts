/** A day as the number of days since 1 January 1970: cheap to step through and to compare. */
export type Day = number

const secondsPerDay = 86_400

/** The day of `2026-03-04`. */
export const dayOf = (text: string): Day => Date.parse(`${text}T00:00:00Z`) / 1000 / secondsPerDay

/** The same day as `2026-03-04`. */
export const textOf = (day: Day) => new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10)

/** The day in the Netherlands now, as `2026-03-04`. */
export const today = () => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format(new Date())

export const yearOf = (day: Day) => new Date(day * secondsPerDay * 1000).getUTCFullYear()

/** The first day of a year. */
export const newYear = (year: number): Day => Date.UTC(year, 0, 1) / 1000 / secondsPerDay

/** The day of the week; Monday is 0. The first of January 1970 was a Thursday. */
export const weekdayOf = (day: Day) => (day + 3) % 7

const day = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date) / 1000 / secondsPerDay

const lastSundayBefore = (at: Day) => at - 1 - ((weekdayOf(at - 1) + 1) % 7)

/** A moment in the Netherlands, by day and second of the day, as seconds since 1970 in UTC; not for the hours before 4. */
export function dutchMoment(at: Day, second: number) {
  const year = yearOf(at)
  // Summer time lasts from the last Sunday of March until the last one of October, and changes in the night.
  const summer = at >= lastSundayBefore(day(year, 4, 1)) && at < lastSundayBefore(day(year, 11, 1))
  return at * secondsPerDay + second - (summer ? 7200 : 3600)
}

/** Easter Sunday, by the rule that Gauss and others after him wrote down. */
function easter(year: number): Day {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leaps = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (leaps + 19 * golden + 15) % 30
  const fullMoon = moon - (moon === 29 || (moon === 28 && golden > 10) ? 1 : 0)
  const march21 = day(year, 3, 21)
  const after = march21 + fullMoon
  return after + 7 - ((weekdayOf(after) + 1) % 7)
}

const holidays = new Map<number, Map<Day, string>>()

function holidaysOf(year: number) {
  const known = holidays.get(year)
  if (known) return known
  const easterMonday = easter(year) + 1
  const kingsDay = day(year, 4, 27)
  const found = new Map([
    [day(year, 1, 1), 'Nieuwjaarsdag'],
    [easterMonday, 'Pasen'],
    [weekdayOf(kingsDay) === 6 ? kingsDay - 1 : kingsDay, 'Koningsdag'],
    [easterMonday + 38, 'Hemelvaartsdag'],
    [easterMonday + 49, 'Pinksteren'],
    [day(year, 12, 25), 'Kerstmis'],
    [day(year, 12, 26), 'Kerstmis'],
  ])
  holidays.set(year, found)
  return found
}

/** What the Dutch celebrate on this day, so that no lorry drives; undefined on other days. */
export const holidayOn = (at: Day) => holidaysOf(yearOf(at)).get(at)

/** Do lorries drive on this day? */
export const isWorkingDay = (at: Day) => weekdayOf(at) < 5 && holidayOn(at) === undefined

/** This day, or the first one after it on which lorries drive. */
export const workingDayFrom = (at: Day): Day => (isWorkingDay(at) ? at : workingDayFrom(at + 1))
