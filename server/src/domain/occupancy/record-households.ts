import type { LoggedAccess } from '../../platform/http/api.ts'
import { findShownOccupancies } from './occupancy.queries.ts'

/**
 * Records that the reply contains data of households of one address. Returns the keys of these households in the logs.
 * Without occupancies, records one household whose `occupancy_id` is null.
 */
export function recordHouseholds(
  { recordHousehold }: LoggedAccess,
  { address_id, occupancy_ids }: { address_id: number; occupancy_ids: number[] },
) {
  const recorded = occupancy_ids.length > 0 ? occupancy_ids : [null]
  return recorded.map((occupancy_id) => recordHousehold({ address_id, occupancy_id }))
}

/** Records the households of an address that the purpose of the call shows. */
export async function recordShownHouseholds(access: LoggedAccess, address_id: number) {
  const occupancy_ids = await findShownOccupancies(access.transaction, address_id, access.purpose)
  recordHouseholds(access, { address_id, occupancy_ids })
}
