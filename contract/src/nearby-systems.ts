import * as z from 'zod/mini'
import { Location } from './addresses.ts'
import { CollectionSystem } from './collection-systems.ts'
import { endpoint } from './endpoint.ts'
import { AliasInPath, choice } from './fields.ts'
import { WasteStream } from './waste-streams.ts'

const { alias, name, system, waste_types, municipality } = CollectionSystem.shape

/** A collection system near an address or near another system. */
export const NearbySystem = z.object({
  alias,
  name,
  system,
  waste_types,
  municipality,
  location: Location,
  /** The distance in a straight line, in whole metres. */
  distance_metres: z.number(),
  /** The streams that the system cannot accept now: every container for such a stream has a malfunction. */
  out_of_order: z.array(WasteStream),
})
export type NearbySystem = z.infer<typeof NearbySystem>

const nearby = {
  access: 'bsgw_employee',
  params: z.strictObject({ alias: AliasInPath }),
  query: z.strictObject({ stream: choice(WasteStream) }),
  data: z.array(NearbySystem),
} as const

export const listNearbySystems = endpoint('GET /counter/addresses/:alias/nearby-systems', {
  ...nearby,
  summary: 'Geeft de dichtstbijzijnde verzamelsystemen van een adres, hemelsbreed; van alle afvalstromen of van één',
})

export const listAlternativeSystems = endpoint('GET /counter/collection-system/:alias/alternatives', {
  ...nearby,
  summary: 'Geeft de dichtstbijzijnde andere verzamelsystemen met een zelfde afvalstroom, hemelsbreed',
})
