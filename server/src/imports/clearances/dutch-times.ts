const clock = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Amsterdam', timeZoneName: 'longOffset' })

/** How many seconds Dutch clocks are ahead at a moment (seconds since 1970). */
function offsetAt(moment: number) {
  const name = clock.formatToParts(moment * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, hours = '0', minutes = '0'] = /GMT\+(\d+):(\d+)/.exec(name) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60
}

const form = /^((?:19|20)\d{2}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/
const secondsPerDay = 86_400

/**
 * Reads moments as Dutch clocks show them, without a zone: `2024-01-15 10:30:00`. The answer is in seconds since 1970:
 * 'unreadable' for what is no moment, 'skipped' in the hour that clocks jump over in spring, and in the hour that comes
 * twice in autumn the first of the two.
 */
export function dutchMomentReader() {
  // A file has few days: the offsets at the beginning and the end of each are looked up once.
  const days = new Map<string, { begin: number; offsets: number[] } | undefined>()

  function readDay(text: string) {
    const begin = Date.parse(`${text}T00:00:00Z`) / 1000
    // 31 April would become the first of May.
    if (Number.isNaN(begin) || new Date(begin * 1000).toISOString().slice(0, 10) !== text) return undefined
    const offsets = new Set([offsetAt(begin - secondsPerDay / 4), offsetAt(begin + 1.25 * secondsPerDay)])
    return { begin, offsets: [...offsets].sort((one, other) => other - one) }
  }

  return (text: string): number | 'unreadable' | 'skipped' => {
    const [, dayText, hours, minutes, seconds] = form.exec(text) ?? []
    if (!dayText) return 'unreadable'
    if (!days.has(dayText)) days.set(dayText, readDay(dayText))
    const day = days.get(dayText)
    if (!day) return 'unreadable'
    const local = day.begin + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    const [only = 0, ...more] = day.offsets
    if (more.length === 0) return local - only
    // The larger offset is summer time, and gives the first of two moments.
    const offset = day.offsets.find((offset) => offsetAt(local - offset) === offset)
    return offset === undefined ? 'skipped' : local - offset
  }
}
