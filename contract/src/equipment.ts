import * as z from 'zod/mini'
import { Day, Moment } from './fields.ts'
import { WasteStream } from './waste-streams.ts'

/** What kind of thing collects: a household's own container, bin or bag, or a shared one under or above the ground. */
export const EquipmentKind = z.enum(['minicontainer', 'citybin', 'zak', 'ondergronds', 'wijkcontainer'])
export type EquipmentKind = z.infer<typeof EquipmentKind>

/** Why nothing can be thrown into a shared container. */
export const Malfunction = z.enum(['full', 'drum_stuck', 'lock', 'pass_reader', 'damaged'])
export type Malfunction = z.infer<typeof Malfunction>

/** What each malfunction is called on screen. */
export const malfunctionNames: Record<Malfunction, string> = {
  full: 'De container zit vol',
  drum_stuck: 'De trommel klemt',
  lock: 'Het slot werkt niet',
  pass_reader: 'De paslezer werkt niet',
  damaged: 'De container is beschadigd',
}

/** What a shared container last reported: how full it is, and whether it works. */
export const ContainerState = z.object({
  fill_percent: z.nullable(z.number()),
  /** When it said how full it is. */
  measured_at: z.nullable(Moment),
  malfunction: z.nullable(Malfunction),
  malfunction_since: z.nullable(Moment),
})
export type ContainerState = z.infer<typeof ContainerState>

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
  /** Null where nothing is ever reported, as of a household's own container. */
  state: z.nullable(ContainerState),
})
export type Equipment = z.infer<typeof Equipment>
