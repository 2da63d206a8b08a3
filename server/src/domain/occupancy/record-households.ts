import type { LoggedAccess } from '../../platform/http/api.ts'

/**
 * Records the households of one address that the reply contains data of. Without occupancies, records one household
 * whose `occupancy_id` is null.
 */
export function recordHouseholds(
  { recordHousehold }: LoggedAccess,
  { address_id, occupancy_ids }: { address_id: number; occupancy_ids: number[] },
) {
  const recorded = occupancy_ids.length > 0 ? occupancy_ids : [null]
  for (const occupancy_id of recorded) recordHousehold({ address_id, occupancy_id })
}
