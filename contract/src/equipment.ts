import * as z from 'zod/mini'
import { Day, enumOf, Moment } from './fields.ts'
import { WasteStream } from './waste-streams.ts'

/** External keys of the kinds: a household's container, bin or bag, or a shared container below or above the ground. */
export const EquipmentKind = z.enum(['minicontainer', 'citybin', 'zak', 'ondergronds', 'wijkcontainer'])
export type EquipmentKind = z.infer<typeof EquipmentKind>

/** The screen text of each malfunction. */
export const malfunctionNames = {
  full: 'De container zit vol',
  drum_stuck: 'De trommel klemt',
  lock: 'Het slot werkt niet',
  pass_reader: 'De paslezer werkt niet',
  damaged: 'De container is beschadigd',
}

/** The reason why a shared container accepts no waste. */
export const Malfunction = enumOf(malfunctionNames)
export type Malfunction = z.infer<typeof Malfunction>

/** The last report of a shared container: the fill level, and the malfunction if there is one. */
export const ContainerState = z.object({
  fill_percent: z.nullable(z.number()),
  measured_at: z.nullable(Moment),
  malfunction: z.nullable(Malfunction),
  malfunction_since: z.nullable(Moment),
})
export type ContainerState = z.infer<typeof ContainerState>

/** A malfunction of a shared container that an employee recorded. */
export const RecordedMalfunction = z.object({
  id: z.number(),
  malfunction: Malfunction,
  note: z.string(),
  recorded_by: z.string(),
  recorded_at: Moment,
  /** The day on which the malfunction is expected to end; null when nobody knows. */
  expected_end: z.nullable(Day),
  closed_by: z.nullable(z.string()),
  closed_at: z.nullable(Moment),
})
export type RecordedMalfunction = z.infer<typeof RecordedMalfunction>

/**
 * One container or bag of an address or a collection system.
 * A server that implements only the specification does not send the optional fields.
 */
export const Equipment = z.object({
  id: z.number(),
  /** The number on the sticker. */
  number: z.optional(z.string()),
  waste_type: WasteStream,
  kind: z.optional(EquipmentKind),
  volume_litres: z.optional(z.number()),
  chip_number: z.nullable(z.string()),
  placed_on: z.optional(Day),
  removed_on: z.nullable(Day),
  /**
   * The last time that the container was emptied. For a household's own container, the purpose of the call can hide
   * lifts of former households.
   */
  last_cleared_at: z.optional(z.nullable(Moment)),
  /** The last day of which lifts of this stream are known; null when the municipality never got any. */
  lifts_until: z.optional(z.nullable(Day)),
  /**
   * How often the current household of an address used a shared container this year, and the moment of the last use.
   * Null for a household's own container. Also null when the container is listed for a collection system.
   */
  used: z.optional(z.nullable(z.object({ times_this_year: z.number(), last_used_at: z.nullable(Moment) }))),
  /** The collection system of a shared container; null for a household's own container. */
  collection_system: z.nullable(z.object({ alias: z.string(), name: z.string() })),
  /** Null for a container that sends no reports, such as a household's own container. */
  state: z.nullable(ContainerState),
  /** The open malfunction that an employee recorded; null when there is none. */
  recorded_malfunction: z.optional(z.nullable(RecordedMalfunction)),
})
export type Equipment = z.infer<typeof Equipment>
