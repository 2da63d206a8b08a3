/** The day on which every screen is looked at, a Wednesday: its lists, calendars and sentences are the same at each run. */
export const day = '2026-11-18'

/** The moment of that day at which the product under test starts, and where the browser's clock stands still. */
export const moment = new Date(`${day}T10:00:00+01:00`)
