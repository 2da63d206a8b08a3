import type * as z from 'zod/mini'
import { enumOf } from './fields.ts'

/** The Dutch name of each outcome of a written objection to a bill. */
export const handoverOutcomeNames = {
  upheld: 'Toegekend',
  partly_upheld: 'Deels toegekend',
  rejected: 'Afgewezen',
  inadmissible: 'Niet-ontvankelijk',
  withdrawn: 'Ingetrokken',
}

/** The outcome of such an objection. */
export const HandoverOutcome = enumOf(handoverOutcomeNames)
export type HandoverOutcome = z.infer<typeof HandoverOutcome>
