const locale = 'nl-NL'
const timeZone = 'Europe/Amsterdam'

const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone })
const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone })
const fullDate = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone })
const weekdayAndDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone })
const weekdayAndShortDay = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone,
})
const monthAbbreviation = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
const characters = new Intl.Segmenter(locale)
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

/** A date, or the date of a timestamp: `4 maart 2026`. */
export const dayText = (day: string) => date.format(new Date(day))

/** A date with its weekday: `woensdag 4 maart 2026`. */
export const longDayText = (day: string) => fullDate.format(new Date(day))

/** A date below a bar of a chart: `4-3`. */
export const shortDayText = (day: string) => shortDate.format(new Date(day))

/** A date in the near future, without its year: `woensdag 4 maart`. */
export const weekdayAndDayText = (day: string) => weekdayAndDay.format(new Date(day))

/** A period: `4 maart 2026 tot en met 9 maart 2026`, or `4 maart 2026` for a single day. */
export const periodText = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayText(from) : `${dayText(from)} tot en met ${dayText(to)}`

/** A boolean in Dutch: `Ja` or `Nee`. */
export const booleanText = (value: boolean) => (value ? 'Ja' : 'Nee')

/** A text, cut after its first `maxLength` characters: `Maandag is de balie…`. */
export function truncatedText(text: string, maxLength = 100) {
  const shown = [...characters.segment(text)]
  if (shown.length <= maxLength) return text
  return `${shown
    .slice(0, maxLength)
    .map(({ segment }) => segment)
    .join('')}…`
}

/** The time of a timestamp in the Netherlands: `07:31`. */
export const timeText = (timestamp: string) => time.format(new Date(timestamp))

/** A time with its seconds, for ms since 1970: `07:31:05`. */
export const clockText = (ms: number) => clock.format(ms)

/** The date and time of a timestamp in the Netherlands: `4 maart 2026, 07:31`. */
export const momentText = (moment: string) => `${dayText(moment)}, ${timeText(moment)}`

/** The weekday and day of a timestamp, in a list of one year: `wo 4 mrt`. */
export const weekdayShortDayText = (moment: string) => weekdayAndShortDay.format(new Date(moment))

/** The short name of the weekday: `wo`. */
export const weekdayText = (day: string) => weekday.format(new Date(day))

/** The name of a month; 0 is `januari`. */
export const monthText = (index: number) => month.format(Date.UTC(2026, index, 1))

/** The short name of a month; 0 is `jan`. */
export const shortMonthText = (index: number) => monthAbbreviation.format(Date.UTC(2026, index, 1))

/** A number in Dutch notation: `1.100`. */
export const numberText = (value: number) => number.format(value)

/** A count with the singular or plural of its noun: `1 adres`, `3 adressen`. */
export const countText = (count: number, singular: string, plural: string) =>
  `${numberText(count)} ${count === 1 ? singular : plural}`

/** A rounded distance in metres, `240 m`, or from 995 m in kilometres, `1,2 km`. */
export const distanceText = (metres: number) =>
  metres < 995
    ? `${numberText(metres < 10 ? metres : 10 * Math.round(metres / 10))} m`
    : `${numberText(metres / 1000)} km`

/** Splits a long code into groups of four characters, so that it is easier to read aloud. */
export const groupedCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')
