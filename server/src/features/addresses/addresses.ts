import {
  addressLine,
  type exportAddressClearances,
  type listAddressClearances,
  type listAddressEquipment,
  type listNearbySystems,
  type listNonClearances,
  townLine,
} from '@rd4-loket/contract'
import { findLoggedBill } from '../../domain/bill/find-bill.ts'
import { clearanceFile, withNumbers } from '../../domain/clearances/clearance-file.ts'
import { findAddressClearances } from '../../domain/clearances/clearances.queries.ts'
import { findAddressNonClearances } from '../../domain/clearances/non-clearances.queries.ts'
import { recordHouseholds, recordShownHouseholds } from '../../domain/occupancy/record-households.ts'
import { findAddressEquipment } from '../../domain/places/equipment.queries.ts'
import { findNearbySystems } from '../../domain/places/nearby-systems.queries.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { LoggedAccess } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findAddress, findAddressId } from './addresses.queries.ts'

/** Throws 404 for an alias without an address. */
export const unknownAddress = () => notFound('Dit adres bestaat niet')

/** Returns the containers of an address. Logs the households, because the reply shows when containers were emptied. */
export async function addressEquipment({ access, params: { alias } }: Call<typeof listAddressEquipment>) {
  const address_id = (await findAddressId(access.transaction, alias)) ?? unknownAddress()
  await recordShownHouseholds(access, address_id)
  return findAddressEquipment(access.transaction, address_id, access.purpose)
}

/** Returns the clearances of an address and the id of the address. Logs the households. */
async function findLoggedClearances(access: LoggedAccess, alias: string, year: number | undefined) {
  const { transaction, purpose } = access
  const { owner, data, meta } = (await findAddressClearances(transaction, alias, { year, purpose })) ?? unknownAddress()
  recordHouseholds(access, owner)
  return { address_id: owner.address_id, list: { data, meta } }
}

export const addressClearances = async ({ access, params, query }: Call<typeof listAddressClearances>) =>
  (await findLoggedClearances(access, params.alias, query.year)).list

/** Returns what was not emptied at an address, and why. Logs the households. */
export async function addressNonClearances({
  access,
  params: { alias },
  query: { year },
}: Call<typeof listNonClearances>) {
  const { transaction, purpose } = access
  const found = (await findAddressNonClearances(transaction, alias, { year, purpose })) ?? unknownAddress()
  recordHouseholds(access, found.owner)
  return { data: found.data, meta: found.meta }
}

/** Returns the clearances of an address as a file. With a year, the amounts are those on the bill of that year. */
export async function addressClearanceFile({ access, params, query, employee }: Call<typeof exportAddressClearances>) {
  const { alias } = params
  const { year } = query
  const address = (await findAddress(access.transaction, alias)) ?? unknownAddress()
  const owner = {
    kind: 'Adres' as const,
    name: addressLine(address),
    town: townLine(address),
    object_code: address.object_code,
  }
  if (year === undefined) {
    const { address_id, list } = await findLoggedClearances(access, alias, year)
    const equipment = await findAddressEquipment(access.transaction, address_id, access.purpose)
    return clearanceFile(withNumbers(list.data, equipment), { owner, year })
  }
  const found = (await findLoggedBill(access, { alias, year, employee_id: employee.id })) ?? unknownAddress()
  const clearances = found.bill.clearances.map((lift) => ({ ...lift, amount_cents: lift.charged_cents }))
  return clearanceFile(clearances, { owner, year })
}

/** Returns the nearest systems for a waste stream, or for any stream. Returns none without coordinates. */
export async function systemsNearAddress({ db, params: { alias }, query: { stream } }: Call<typeof listNearbySystems>) {
  const { location } = (await findAddress(db, alias)) ?? unknownAddress()
  return location ? findNearbySystems(db, { ...location, waste_types: stream ? [stream] : null }) : []
}
