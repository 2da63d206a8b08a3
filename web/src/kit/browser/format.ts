const locale = 'nl-NL'
const timeZone = 'Europe/Amsterdam'

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone })
const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone })
const spokenDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone })
const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

/** A day or the day of a moment: `4 maart 2026`. */
export const dayText = (date: string) => day.format(new Date(date))

/** A day with its day of the week: `woensdag 4 maart 2026`. */
export const longDayText = (date: string) => longDay.format(new Date(date))

/** A day as it is said of one that is near: `woensdag 4 maart`. */
export const weekdayAndDayText = (date: string) => spokenDay.format(new Date(date))

/** From the one day to the other: `4 maart 2026 tot en met 9 maart 2026`, or `4 maart 2026` where they are the same. */
export const periodText = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayText(from) : `${dayText(from)} tot en met ${dayText(to)}`

/** A place with its municipality, where that goes by another name than the city: `Hoensbroek, gemeente Heerlen`. */
export const inMunicipality = (place: string, of: { city: string; municipality: { name: string } }) =>
  of.city === of.municipality.name ? place : `${place}, gemeente ${of.municipality.name}`

/** The time of a moment in the Netherlands: `07:31`. */
export const timeText = (moment: string) => time.format(new Date(moment))

/** The day and time of a moment in the Netherlands: `4 maart 2026, 07:31`. */
export const momentText = (moment: string) => `${dayText(moment)}, ${timeText(moment)}`

/** The day of the week, in short: `wo`. */
export const weekdayText = (date: string) => weekday.format(new Date(date))

/** The name of a month, counted from 0: `januari`. */
export const monthText = (index: number) => month.format(Date.UTC(2026, index, 1))

/** Cents as an amount: `€ 6,45`. */
export const euroText = (cents: number) => euros.format(cents / 100)

/** A number as the Dutch write it: `1.100`. */
export const numberText = (value: number) => number.format(value)

/** A count with the right form of its noun: `1 adres`, `3 adressen`. */
export const countText = (count: number, one: string, more: string) =>
  `${numberText(count)} ${count === 1 ? one : more}`

/** A distance as people say it, from a thousand metres in kilometres: `240 m`, `1,2 km`. */
export const distanceText = (metres: number) =>
  metres < 995
    ? `${numberText(metres < 10 ? metres : 10 * Math.round(metres / 10))} m`
    : `${numberText(metres / 1000)} km`
