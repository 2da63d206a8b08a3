const clock = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Amsterdam', timeZoneName: 'longOffset' })

/** Returns how many seconds Dutch time is ahead of UTC at a moment (seconds since 1970). */
function offsetAt(moment: number) {
  const name = clock.formatToParts(moment * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, hours = '0', minutes = '0'] = /GMT\+(\d+):(\d+)/.exec(name) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60
}

const form = /^((?:19|20)\d{2}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/
const secondsPerDay = 86_400

/**
 * Returns a function that reads a Dutch local time without a zone (`2024-01-15 10:30:00`) as seconds since 1970.
 * It returns 'unreadable' for any other text, and 'skipped' for the hour that clocks skip in spring. For the hour
 * that occurs twice in autumn it returns the first of the two moments.
 */
export function dutchTimeReader() {
  // A file has few distinct days, so the UTC offsets around each day are cached.
  const days = new Map<string, { start: number; offsets: number[] } | undefined>()

  function readDay(text: string) {
    const start = Date.parse(`${text}T00:00:00Z`) / 1000
    // Date.parse reads 31 April as 1 May.
    if (Number.isNaN(start) || new Date(start * 1000).toISOString().slice(0, 10) !== text) return undefined
    const offsets = new Set([offsetAt(start - secondsPerDay / 4), offsetAt(start + 1.25 * secondsPerDay)])
    return { start, offsets: [...offsets].sort((one, other) => other - one) }
  }

  return (text: string): number | 'unreadable' | 'skipped' => {
    const [, dayText, hours, minutes, seconds] = form.exec(text) ?? []
    if (!dayText) return 'unreadable'
    if (!days.has(dayText)) days.set(dayText, readDay(dayText))
    const day = days.get(dayText)
    if (!day) return 'unreadable'
    const local = day.start + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    const [only = 0, ...more] = day.offsets
    if (more.length === 0) return local - only
    // The offsets are in descending order: summer time is tried first, which gives the first of two moments.
    const offset = day.offsets.find((offset) => offsetAt(local - offset) === offset)
    return offset === undefined ? 'skipped' : local - offset
  }
}
