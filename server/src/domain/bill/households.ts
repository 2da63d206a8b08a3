import { dayOf, textOf } from '../../platform/runtime/days.ts'
import type { Occupancy, StoredBillFacts } from './bill-facts.queries.ts'
import type { PartOfYear } from './proration.ts'

/** The days of one occupancy in a year. On these days its household is liable. */
export type LiablePeriod = PartOfYear & {
  /** Equal for all periods of one household. Null: the unknown household of an address without occupancies. */
  subject_id: string | null
  household_size: number | null
  is_current: boolean
}

type OccupancyFacts = Pick<StoredBillFacts, 'occupancies' | 'today'>

const covers = ({ first_day, last_day }: Occupancy, day: string) =>
  first_day <= day && (last_day === null || last_day >= day)

const dayBefore = (day: string) => textOf(dayOf(day) - 1)

/** Returns the periods of liability in a year, in order of time. */
export function periodsIn(year: number, { occupancies, today }: OccupancyFacts): LiablePeriod[] {
  const [newYearsDay, newYearsEve] = [`${year}-01-01`, `${year}-12-31`]
  if (occupancies.length === 0)
    return [
      {
        from: newYearsDay,
        to: newYearsEve,
        continues: false,
        subject_id: null,
        household_size: null,
        is_current: true,
      },
    ]
  const current = occupancies.find((occupancy) => covers(occupancy, today))
  return occupancies
    .filter(({ first_day, last_day }) => first_day <= newYearsEve && (last_day === null || last_day >= newYearsDay))
    .map(({ first_day, last_day, subject_id, household_size }) => ({
      from: first_day < newYearsDay ? newYearsDay : first_day,
      to: last_day === null || last_day > newYearsEve ? newYearsEve : last_day,
      continues: occupancies.some(
        (other) =>
          other.subject_id === subject_id &&
          other.last_day !== null &&
          other.last_day < first_day &&
          other.last_day === dayBefore(first_day),
      ),
      subject_id,
      household_size,
      is_current: subject_id === current?.subject_id,
    }))
}

/** Returns the period that contains a day, or undefined. */
export const periodOn = <P extends PartOfYear>(periods: P[], day: string) =>
  periods.find(({ from, to }) => from <= day && to >= day)

/** Returns whether a household is liable for the whole year. `periods`: the periods of the household in that year. */
export const isWholeYear = (year: number, periods: PartOfYear[]) =>
  periods[0]?.from === `${year}-01-01` &&
  periods.at(-1)?.to === `${year}-12-31` &&
  periods.every(({ from }, index) => index === 0 || periods[index - 1]?.to === dayBefore(from))

/** Returns the group of household sizes that tariffs and norms use for a household. */
export function sizeGroup(household_size: number | null) {
  if (household_size === null) return 'unknown'
  return household_size === 1 ? 'one' : 'several'
}
