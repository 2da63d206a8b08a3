import * as z from 'zod/mini'
import { Day, enumOf, Moment, numberOf } from './fields.ts'
import { WasteStream } from './waste-streams.ts'

/** The screen text of each part of the bill. */
export const clearanceCategoryNames = {
  containers: 'Containers',
  locations: 'Ondergrondse containers',
  waste_depot: 'Grondstoffenparkbezoeken',
  gft: 'GFT',
  rest: 'Restafval',
}

/** The part of the bill that a clearance belongs to. */
export const ClearanceCategory = enumOf(clearanceCategoryNames)
export type ClearanceCategory = z.infer<typeof ClearanceCategory>

/**
 * One chargeable event: a container is lifted, an underground drum is opened, or the waste depot is visited.
 * A server that implements only the specification sends no category.
 */
export const Clearance = z.object({
  id: z.number(),
  cleared_at: Moment,
  waste_type: WasteStream,
  category: z.optional(ClearanceCategory),
  /** Null for a visit to the waste depot. */
  equipment_id: z.nullable(z.number()),
  volume_litres: z.nullable(z.number()),
  weight_kg: z.nullable(z.number()),
  amount_cents: z.nullable(z.number()),
})
export type Clearance = z.infer<typeof Clearance>

/** The year of the requested clearances. Without a year the most recent clearances are returned. */
export const ClearancePeriod = z.strictObject({
  year: z.optional(numberOf(1900, 2099, 'Vul een jaar in, zoals 2026')),
})

/**
 * The municipality of a place, and the streams of which it ever got clearances. `since` is the day of the earliest
 * clearance, if known. `until` is the last day that the supplier delivered completely. A server that implements only
 * the specification sends none.
 */
export const DeliveredClearances = z.object({
  municipality: z.string(),
  streams: z.array(z.object({ waste_type: WasteStream, since: z.nullish(Day), until: Day })),
})
export type DeliveredClearances = z.infer<typeof DeliveredClearances>

/** The years with clearances, newest first, and the last day of which the municipality of the place has clearances. */
export const ClearanceMeta = z.object({
  years: z.array(z.number()),
  updated_until: z.nullable(Day),
  delivered: z.optional(DeliveredClearances),
})
