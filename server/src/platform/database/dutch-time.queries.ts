import { type Sql, sql } from './sql.ts'

/** A range of days, from `from` up to and including `to`. */
export type DayRange = { from: string; to: string }

/** The current day in the Netherlands. */
export const dutchToday = sql`(now() at time zone 'Europe/Amsterdam')::date`

/** The current year in the Netherlands. */
export const dutchYear = sql`extract(year from now() at time zone 'Europe/Amsterdam')::int`

/** Returns a condition: the moment is on one of the days, in Dutch local time. */
export const onDays = (moment: Sql, { from, to }: DayRange) => sql`
  ${moment} >= (${from}::date::timestamp at time zone 'Europe/Amsterdam')
  and ${moment} < ((${to}::date + 1)::timestamp at time zone 'Europe/Amsterdam')`
