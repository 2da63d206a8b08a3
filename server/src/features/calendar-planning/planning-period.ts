import { invalidField } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'

/** Days can be planned for this year and the next two years. A later year is probably a typing error. */
const yearsAhead = 2

/** The last year for which days can be planned. */
export const lastPlannedYear = () => Number(today().slice(0, 4)) + yearsAhead

/** The first year whose days can still be changed: in January, a day of last December can have moved to January. */
export const firstPlannedYear = () => Number(today().slice(0, 4)) - 1

/** Throws 422 at the first field with a day after the last planned year. */
export function checkDaysPlanned(fields: Record<string, (string | null | undefined)[]>) {
  const year = lastPlannedYear()
  for (const [field, days] of Object.entries(fields))
    if (days.some((day) => day && day > `${year}-12-31`))
      invalidField(field, `Kies een dag tot en met 31 december ${year}`)
}
