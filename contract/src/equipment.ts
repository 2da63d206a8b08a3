import * as z from 'zod/mini'
import { Day, Moment } from './fields.ts'
import { WasteStream } from './waste-streams.ts'

/** What kind of thing collects: a household's own container, bin or bag, or a shared one under or above the ground. */
export const EquipmentKind = z.enum(['minicontainer', 'citybin', 'zak', 'ondergronds', 'wijkcontainer'])
export type EquipmentKind = z.infer<typeof EquipmentKind>

/** One container (or bag) of an address or a collection system. */
export const Equipment = z.object({
  id: z.number(),
  /** The number on the sticker. */
  number: z.string(),
  waste_type: WasteStream,
  kind: EquipmentKind,
  volume_litres: z.number(),
  chip_number: z.nullable(z.string()),
  placed_on: Day,
  removed_on: z.nullable(Day),
  /** The last clearance: of the container, or by this address where it is shared. */
  last_cleared_at: z.nullable(Moment),
  /** The shared site it stands on; null for a household's own container. */
  collection_system: z.nullable(z.object({ alias: z.string(), name: z.string() })),
})
export type Equipment = z.infer<typeof Equipment>
