import { type Day, dateOf, weekdayOf, yearOf } from '../../platform/runtime/days.ts'

/** Returns Easter Sunday by the computus of Gauss, with the later corrections to his lunar formula. */
function easter(year: number): Day {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leaps = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (leaps + 19 * golden + 15) % 30
  const fullMoon = dateOf(year, 3, 21) + moon - (moon === 29 || (moon === 28 && golden > 10) ? 1 : 0)
  return fullMoon + 7 - ((weekdayOf(fullMoon) + 1) % 7)
}

const holidaysOfYear = new Map<number, Map<Day, string>>()

function holidaysOf(year: number) {
  const cached = holidaysOfYear.get(year)
  if (cached) return cached
  const easterMonday = easter(year) + 1
  const kingsDay = dateOf(year, 4, 27)
  const holidays = new Map([
    [dateOf(year, 1, 1), 'Nieuwjaarsdag'],
    [easterMonday, 'Pasen'],
    [weekdayOf(kingsDay) === 6 ? kingsDay - 1 : kingsDay, 'Koningsdag'],
    [easterMonday + 38, 'Hemelvaartsdag'],
    [easterMonday + 49, 'Pinksteren'],
    [dateOf(year, 12, 25), 'Kerstmis'],
    [dateOf(year, 12, 26), 'Kerstmis'],
  ])
  holidaysOfYear.set(year, holidays)
  return holidays
}

/** Returns the Dutch name of the public holiday on a day, or undefined. No waste is collected on these holidays. */
export const holidayOn = (day: Day) => holidaysOf(yearOf(day)).get(day)

/** Returns whether waste is collected on a day. */
export const isWorkingDay = (day: Day) => weekdayOf(day) < 5 && holidayOn(day) === undefined

/** Returns a day itself, or the first working day after it. */
export const workingDayFrom = (day: Day): Day => (isWorkingDay(day) ? day : workingDayFrom(day + 1))
