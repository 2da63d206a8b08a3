import { sql } from 'kysely'

/** The year that it is in the Netherlands. */
export const thisYear = sql`extract(year from now() at time zone 'Europe/Amsterdam')::int`

/** How many rolls a pass may have in a year where its municipality did not say so. */
export const usualAllowance = 6
