import { type RawBuilder, sql } from 'kysely'

/** Today in the Netherlands. */
export const dutchToday = sql`(now() at time zone 'Europe/Amsterdam')::date`

/** This year in the Netherlands. */
export const dutchYear = sql`extract(year from now() at time zone 'Europe/Amsterdam')::int`

/** Whether a moment is between two days in Dutch local time, both included. */
export const onDays = (moment: RawBuilder<unknown>, { from, to }: { from: string; to: string }) => sql`
  ${moment} >= (${from}::date::timestamp at time zone 'Europe/Amsterdam')
  and ${moment} < ((${to}::date + 1)::timestamp at time zone 'Europe/Amsterdam')`
