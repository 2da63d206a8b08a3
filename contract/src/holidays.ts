const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day))
const plus = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000)

/** Returns Easter Sunday by the computus of Gauss, with the later corrections to his lunar formula. */
export function easterSunday(year: number) {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leaps = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (leaps + 19 * golden + 15) % 30
  const fullMoon = plus(utc(year, 3, 21), moon - (moon === 29 || (moon === 28 && golden > 10) ? 1 : 0))
  return plus(fullMoon, 7 - fullMoon.getUTCDay())
}

/** Returns the public holidays of a year on which no waste is collected, each with its Dutch name, in order of time. */
export function holidaysIn(year: number) {
  const easterMonday = plus(easterSunday(year), 1)
  const kingsDay = utc(year, 4, 27)
  const holidays: [Date, string][] = [
    [utc(year, 1, 1), 'Nieuwjaarsdag'],
    [easterMonday, 'Pasen'],
    [kingsDay.getUTCDay() === 0 ? plus(kingsDay, -1) : kingsDay, 'Koningsdag'],
    [plus(easterMonday, 38), 'Hemelvaartsdag'],
    [plus(easterMonday, 49), 'Pinksteren'],
    [utc(year, 12, 25), 'Kerstmis'],
    [utc(year, 12, 26), 'Kerstmis'],
  ]
  return holidays
    .sort(([one], [other]) => one.getTime() - other.getTime())
    .map(([date, name]) => ({ day: date.toISOString().slice(0, 10), name }))
}
