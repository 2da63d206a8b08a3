import * as z from 'zod/mini'
import { Address, checkLocation, locationCriteria } from './addresses.ts'
import { Clearance, ClearanceMeta, ClearancePeriod } from './clearances.ts'
import { endpoint } from './endpoint.ts'
import { Equipment } from './equipment.ts'
import { AliasInPath, choice } from './fields.ts'
import { CollectionSystemKind, SystemChoices } from './meta.ts'
import { NonClearance, StartHours } from './non-clearances.ts'
import { PageMeta, Paging, SearchMeta } from './paging.ts'
import { WasteStream } from './waste-streams.ts'

/** A shared site with one or more containers. Its address is the address in front of the site. */
export const CollectionSystem = z.object({
  ...Address.shape,
  name: z.string(),
  system: CollectionSystemKind,
  waste_types: z.array(WasteStream),
  /** The number of addresses that may use the site. Absent from a server that implements only the specification. */
  connected_addresses: z.optional(z.number()),
})
export type CollectionSystem = z.infer<typeof CollectionSystem>

const collectionSystemCriteria = {
  ...locationCriteria,
  waste_type: choice(WasteStream),
  /** The id of the kind of system, from the meta endpoint. */
  collection_system: choice(z.int().check(z.minimum(1), z.maximum(9999))),
}

/** The input of a search for collection systems: at least one of eight criteria, and which page to return. */
export const CollectionSystemSearch = z.pipe(
  z.strictObject({ ...collectionSystemCriteria, ...Paging }),
  z.transform(checkLocation),
)

const params = z.strictObject({ alias: AliasInPath })

export const searchCollectionSystems = endpoint('POST /counter/collection-system/search', {
  summary: 'Zoekt verzamelsystemen die aan alle ingevulde criteria voldoen',
  specified: true,
  access: 'bsgw_employee',
  body: CollectionSystemSearch,
  data: z.array(CollectionSystem),
  meta: SearchMeta,
})

export const exportCollectionSystems = endpoint('POST /counter/collection-system/export', {
  summary: 'Geeft alle verzamelsystemen die aan de ingevulde criteria voldoen als bestand',
  access: 'bsgw_employee',
  file: 'verzamelsystemen',
  body: z.pipe(z.strictObject(collectionSystemCriteria), z.transform(checkLocation)),
  data: z.string(),
})

export const showCollectionSystemMeta = endpoint('GET /counter/collection-system/meta', {
  summary: 'Geeft de soorten verzamelsystemen en de afvalstromen waarop gezocht kan worden',
  specified: true,
  access: 'bsgw_employee',
  data: SystemChoices,
})

export const showCollectionSystem = endpoint('GET /counter/collection-system/:alias', {
  summary: 'Geeft één verzamelsysteem',
  specified: true,
  access: 'bsgw_employee',
  params,
  data: CollectionSystem,
})

export const listCollectionSystemEquipment = endpoint('GET /counter/collection-system/:alias/equipment', {
  summary: 'Geeft de containers van een verzamelsysteem',
  specified: true,
  access: 'bsgw_employee',
  params,
  data: z.array(Equipment),
})

export const listCollectionSystemClearances = endpoint('GET /counter/collection-system/:alias/clearances', {
  summary: 'Geeft de ledigingen van een verzamelsysteem: de meest recente, of die van een jaar',
  specified: true,
  access: 'bsgw_employee',
  params,
  query: ClearancePeriod,
  data: z.array(Clearance),
  /**
   * `non_clearances`: what the crew did not empty in the same period. `start`: the hours that the municipality has
   * set. Absent from a server of the specification.
   */
  meta: z.extend(ClearanceMeta, {
    non_clearances: z.optional(z.array(NonClearance)),
    start: z.nullish(StartHours),
  }),
})

export const listConnectedAddresses = endpoint('GET /counter/collection-system/:alias/addresses', {
  summary: 'Geeft de adressen die een verzamelsysteem mogen gebruiken',
  access: 'bsgw_employee',
  params,
  query: z.strictObject({ cursor: Paging.cursor }),
  data: z.array(Address),
  meta: PageMeta,
})

export const exportCollectionSystemClearances = endpoint('POST /counter/collection-system/:alias/clearances/export', {
  summary: 'Geeft de ledigingen van een verzamelsysteem als bestand: de meest recente, of die van een jaar',
  access: 'bsgw_employee',
  file: 'ledigingen',
  params,
  query: ClearancePeriod,
  data: z.string(),
})

export const exportConnectedAddresses = endpoint('POST /counter/collection-system/:alias/addresses/export', {
  summary: 'Geeft alle adressen die een verzamelsysteem mogen gebruiken als bestand',
  access: 'bsgw_employee',
  file: 'aangesloten adressen',
  params,
  data: z.string(),
})
