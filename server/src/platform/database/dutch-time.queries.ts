import { type RawBuilder, sql } from 'kysely'

/** The day that it is in the Netherlands. */
export const dutchToday = sql`(now() at time zone 'Europe/Amsterdam')::date`

/** The year that it is there. */
export const dutchYear = sql`extract(year from now() at time zone 'Europe/Amsterdam')::int`

/** Is a moment on one of the days from one to another, by the clock there? */
export const onDays = (moment: RawBuilder<unknown>, { from, to }: { from: string; to: string }) => sql`
  ${moment} >= (${from}::date::timestamp at time zone 'Europe/Amsterdam')
  and ${moment} < ((${to}::date + 1)::timestamp at time zone 'Europe/Amsterdam')`
