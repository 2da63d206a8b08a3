import type { Purpose } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstValue } from '../../platform/database/statements.queries.ts'

/** The SQL condition that the row `occupancy` covers a Dutch day. */
export const coversDay = (day: Sql) =>
  sql`occupancy.first_day <= ${day} and (occupancy.last_day is null or occupancy.last_day >= ${day})`

/** The id of the household that was liable at an address on the Dutch day of a moment. Null: nobody was. */
export const occupancyOn = (address_id: Sql, moment: Sql) => sql`(
  select occupancy.id from occupancy
  where occupancy.address_id = ${address_id} and ${coversDay(sql`(${moment} at time zone 'Europe/Amsterdam')::date`)})`

/** Returns whether a purpose also shows households that no longer live at the address. */
export const showsFormer = (purpose: Purpose) => purpose === 'aanslag_bezwaar'

/**
 * The periods that a purpose hides at an address, as one `tstzmultirange`: the occupancies of all households except
 * today's household. Occupancies with the same subject are one household. Periods without an occupancy are not hidden.
 */
export const hiddenPeriods = (address_id: Sql, purpose: Purpose) =>
  showsFormer(purpose)
    ? sql`'{}'::tstzmultirange`
    : sql`(
        select coalesce(range_agg(tstzrange(
          first_day::timestamp at time zone 'Europe/Amsterdam',
          (last_day + 1)::timestamp at time zone 'Europe/Amsterdam')), '{}')
        from occupancy former
        where former.address_id = ${address_id} and subject_id is distinct from (
          select occupancy.subject_id from occupancy
          where occupancy.address_id = ${address_id} and ${coversDay(dutchToday)}))`

/**
 * The ids of the occupancies that a purpose shows at an address, as an array. An objection shows the occupancies in
 * `year`, or all occupancies without `year`. Any other purpose shows only the current occupancy.
 */
export const shownOccupancies = (address_id: Sql, purpose: Purpose, year?: number) => {
  const inYear =
    year === undefined
      ? sql`true`
      : sql`first_day <= make_date(${year}::int, 12, 31) and (last_day is null or last_day >= make_date(${year}::int, 1, 1))`
  const shown = showsFormer(purpose) ? inYear : coversDay(dutchToday)
  return sql`array(
    select occupancy.id from occupancy where occupancy.address_id = ${address_id} and ${shown} order by first_day)`
}

/** Returns the ids of the occupancies that a purpose shows at an address. */
export const findShownOccupancies = (db: Db, address_id: number, purpose: Purpose) =>
  firstValue<number[]>(db)`select ${shownOccupancies(sql`${address_id}`, purpose)} as occupancy_ids`
