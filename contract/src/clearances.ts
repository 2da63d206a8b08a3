import * as z from 'zod/mini'
import { Day, Moment } from './fields.ts'
import { WasteStream } from './waste-streams.ts'

/** Where on the bill a clearance belongs. */
export const ClearanceCategory = z.enum(['containers', 'locations', 'waste_depot', 'gft', 'rest'])
export type ClearanceCategory = z.infer<typeof ClearanceCategory>

/** What each category is called on screen. */
export const clearanceCategoryNames: Record<ClearanceCategory, string> = {
  containers: 'Containers',
  locations: 'Ondergrondse containers',
  waste_depot: 'Grondstoffenparkbezoeken',
  gft: 'GFT',
  rest: 'Restafval',
}

/** One chargeable event: a container lifted, an underground drum opened, a visit to the waste depot. */
export const Clearance = z.object({
  id: z.number(),
  cleared_at: Moment,
  waste_type: WasteStream,
  category: ClearanceCategory,
  /** Null for a visit to the waste depot. */
  equipment_id: z.nullable(z.number()),
  volume_litres: z.nullable(z.number()),
  weight_kg: z.nullable(z.number()),
  amount_cents: z.nullable(z.number()),
})
export type Clearance = z.infer<typeof Clearance>

/** Which clearances are asked for: those of a year, or without one the most recent. */
export const ClearancePeriod = z.strictObject({
  year: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(19|20)[0-9]{2}$/, 'Vul een jaar in, zoals 2026')),
      z.transform((text) => Number(text)),
    ),
  ),
})

/** Beside clearances: the years that have any, the newest first, and until when the supplier's clearances are in. */
export const ClearanceMeta = z.object({ years: z.array(z.number()), updated_until: z.nullable(Day) })
