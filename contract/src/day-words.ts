const dayFormat = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns a day in Dutch with its year: `31 december 2026`. */
export const longDayWords = (day: string) => dayFormat.format(Date.parse(day))
