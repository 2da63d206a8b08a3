/**
 * The date on which every screen is checked, a Wednesday. With a fixed date, lists, calendars and sentences are equal
 * in every run.
 */
export const day = '2026-11-18'

/** The time on that date at which the server's clock starts. The browser's clock stands still at this time. */
export const moment = new Date(`${day}T10:00:00+01:00`)
