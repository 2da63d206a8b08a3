import { ApiError } from '@rd4-loket/contract'
import { invalidInput } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'

/** Days are planned for this year and the two after it: a later one is a slip of the keys. */
const yearsAhead = 2

/** The last year for which days are planned now. */
export const lastPlannedYear = () => Number(today().slice(0, 4)) + yearsAhead

/** The first year of which days are still changed now: what was planned in December may come in January. */
export const firstPlannedYear = () => Number(today().slice(0, 4)) - 1

/** Refuses days after the last planned year, each at its field. */
export function refuseBeyondPlan(fields: Record<string, (string | null | undefined)[]>) {
  const last = `${lastPlannedYear()}-12-31`
  for (const [field, days] of Object.entries(fields))
    if (days.some((day) => day && day > last))
      throw new ApiError(422, invalidInput, { [field]: [`Kies een dag tot en met 31 december ${last.slice(0, 4)}`] })
}
