import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NumberInPath, YearInPath } from './fields.ts'

/** Default maximum number of rolls per pass and year, for a year in which the municipality set no maximum. */
export const defaultAllowance = 6

/** Maximum number of rolls for each pass of a municipality in a year. */
export const Allowance = z.object({ year: z.number(), rolls: z.number() })

export const listAllowances = endpoint('GET /counter/settings/municipalities/:municipality_id/allowances', {
  summary: 'Geeft hoeveel rollen een milieupas per jaar mag krijgen, van vorig tot en met volgend jaar',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({ municipality_id: NumberInPath }),
  data: z.array(Allowance),
})

export const saveAllowance = endpoint('PUT /counter/settings/municipalities/:municipality_id/allowances/:year', {
  summary: 'Legt vast hoeveel rollen een milieupas in een jaar mag krijgen',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({
    municipality_id: NumberInPath,
    year: YearInPath,
  }),
  body: z.strictObject({ rolls: z.int().check(z.minimum(0), z.maximum(99)) }),
  data: Allowance,
})
