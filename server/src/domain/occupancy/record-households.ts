import type { LoggedAccess } from '../../platform/http/api.ts'

/**
 * Records the households of an address whose data is in the reply. Without an occupancy that is one household: the
 * unknown one.
 */
export function recordHouseholds(
  { recordHousehold }: LoggedAccess,
  { address_id, occupancy_ids }: { address_id: number; occupancy_ids: number[] },
) {
  const recorded = occupancy_ids.length > 0 ? occupancy_ids : [null]
  for (const occupancy_id of recorded) recordHousehold({ address_id, occupancy_id })
}
