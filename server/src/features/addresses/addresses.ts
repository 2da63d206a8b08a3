import type { exportAddressClearances, listNearbySystems } from '@rd4-loket/contract'
import { clearanceFile } from '../../domain/clearances/clearance-file.ts'
import { findAddressClearances } from '../../domain/clearances/clearances.queries.ts'
import { findAddressEquipment } from '../../domain/places/equipment.queries.ts'
import { findNearbySystems } from '../../domain/places/nearby-systems.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/answer.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findAddress, findAddressId } from './addresses.queries.ts'

/** Throws 404 for an alias without an address. */
export const unknownAddress = () => notFound('Dit adres bestaat niet')

export const addressEquipment = async (db: Db, alias: string) =>
  findAddressEquipment(db, (await findAddressId(db, alias)) ?? unknownAddress())

export async function addressClearanceFile({
  db,
  params: { alias },
  query: { year },
}: Call<typeof exportAddressClearances>) {
  const { data } = (await findAddressClearances(db, alias, year)) ?? unknownAddress()
  return clearanceFile(data, await addressEquipment(db, alias))
}

/** Returns the nearest systems for a waste stream, or for any stream; none for an address without coordinates. */
export async function systemsNearAddress({
  db,
  params: { alias },
  query: { waste_type },
}: Call<typeof listNearbySystems>) {
  const { location } = (await findAddress(db, alias)) ?? unknownAddress()
  return location ? findNearbySystems(db, { ...location, waste_types: waste_type ? [waste_type] : null }) : []
}
