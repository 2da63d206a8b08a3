import {
  type CollectionSystem,
  type exportCollectionSystemClearances,
  type exportConnectedAddresses,
  extensionKey,
  type listAlternativeSystems,
  wasteStreamNames,
  wholeAddressLine,
} from '@rd4-loket/contract'
import { clearanceFile, withNumbers } from '../../domain/clearances/clearance-file.ts'
import { findCollectionSystemClearances } from '../../domain/clearances/clearances.queries.ts'
import { addressFileColumns } from '../../domain/places/address-file.ts'
import { findCollectionSystemEquipment } from '../../domain/places/equipment.queries.ts'
import { asAddress, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import { findNearbySystems } from '../../domain/places/nearby-systems.queries.ts'
import { findLocations, type LocationSearch } from '../../domain/street-search/location-search.ts'
import { streetKey } from '../../domain/street-search/street-key.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SheetColumn } from '../../platform/files/sheet.ts'
import type { Call } from '../../platform/http/answer.ts'
import { notFound } from '../../platform/http/errors.ts'
import { fileRowsPerQuery } from '../../platform/http/list-files.ts'
import { page, readCursor } from '../../platform/http/page.ts'
import {
  type AddressPosition,
  asCollectionSystem,
  type CollectionSystemRow,
  findCollectionSystem,
  findCollectionSystemId,
  findConnectedAddresses,
  findSystemSite,
  type SystemSearch,
  systemSource,
} from './collection-systems.queries.ts'

/** Returns one page of the collection systems that match all criteria, by street, house number and extension. */
export async function findCollectionSystems(db: Db, criteria: LocationSearch & SystemSearch) {
  const { rows, meta } = await findLocations<CollectionSystemRow>(db, criteria, systemSource(criteria))
  return { data: rows.map(asCollectionSystem), meta }
}

const unknownSystem = () => notFound('Dit verzamelsysteem bestaat niet')

/** Returns a collection system. Throws 404 for an unknown alias. */
export const findSystem = async (db: Db, alias: string) => (await findCollectionSystem(db, alias)) ?? unknownSystem()

/** Returns the id of a collection system. Throws 404 for an unknown alias. */
export const systemId = async (db: Db, alias: string) => (await findCollectionSystemId(db, alias)) ?? unknownSystem()

export const systemEquipment = async (db: Db, alias: string) =>
  findCollectionSystemEquipment(db, await systemId(db, alias))

/** Returns when the containers of a collection system were emptied. Throws 404 for an unknown alias. */
export const findSystemClearances = async (db: Db, alias: string, year?: number) =>
  (await findCollectionSystemClearances(db, alias, year)) ?? unknownSystem()

export async function systemClearanceFile({
  db,
  params: { alias },
  query: { year },
}: Call<typeof exportCollectionSystemClearances>) {
  const { data } = await findSystemClearances(db, alias, year)
  const system = await findSystem(db, alias)
  const owner = {
    kind: 'Verzamelsysteem' as const,
    name: system.name,
    town: wholeAddressLine(system),
    object_code: system.object_code,
  }
  return clearanceFile(withNumbers(data, await systemEquipment(db, alias)), { owner, year })
}

/** Returns one page of the addresses that may use a collection system, by street, house number and extension. */
export async function connectedAddresses(db: Db, id: number, cursor: string | null | undefined, limit: number) {
  const after = cursor
    ? (readCursor(cursor, ['string', 'number', 'number', 'string', 'number']) as AddressPosition)
    : undefined
  const found = await findConnectedAddresses(db, id, { after, limit: limit + 1 })
  const positionOf = (row: StoredAddressRow) => [
    streetKey(row.street),
    row.street_id,
    row.house_number,
    extensionKey(row.house_number_extension ?? ''),
    row.id,
  ]
  const { rows, meta } = page(found, limit, positionOf)
  return { data: rows.map(asAddress), meta }
}

export async function connectedAddressFile({ db, params }: Call<typeof exportConnectedAddresses>) {
  const id = await systemId(db, params.alias)
  return {
    columns: addressFileColumns,
    pageAfter: (cursor: string | null) => connectedAddresses(db, id, cursor, fileRowsPerQuery),
  }
}

/** Returns the nearest other systems for a waste stream, or by default for any stream of the system. */
export async function alternativeSystems({ db, params, query: { stream } }: Call<typeof listAlternativeSystems>) {
  const { id, lon, lat, waste_types } = (await findSystemSite(db, params.alias)) ?? unknownSystem()
  return findNearbySystems(db, { lon, lat, waste_types: stream ? [stream] : waste_types, except_id: id })
}

/** The columns of a collection system in an exported list, followed by the columns of its address. */
export const systemFileColumns: readonly SheetColumn<CollectionSystem>[] = [
  ['Verzamelsysteem', ({ name }) => name],
  ['Soort', ({ system }) => system.name],
  ['Afvalstromen', ({ waste_types }) => waste_types.map((stream) => wasteStreamNames[stream]).join(', ')],
  ['Aangesloten adressen', ({ connected_addresses }) => connected_addresses ?? null],
  ...addressFileColumns,
]
