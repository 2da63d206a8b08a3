import { type RawBuilder, sql } from 'kysely'

/** Days from the first to the last, both included. */
export type DayRange = { from: string; to: string }

/** Today in the Netherlands. */
export const dutchToday = sql`(now() at time zone 'Europe/Amsterdam')::date`

/** This year in the Netherlands. */
export const dutchYear = sql`extract(year from now() at time zone 'Europe/Amsterdam')::int`

/** Whether a moment is in a range of days in Dutch local time. */
export const onDays = (moment: RawBuilder<unknown>, { from, to }: DayRange) => sql`
  ${moment} >= (${from}::date::timestamp at time zone 'Europe/Amsterdam')
  and ${moment} < ((${to}::date + 1)::timestamp at time zone 'Europe/Amsterdam')`
