// Reasons: docs/missed-collections.md

import { addressesOfMissedStreet, defaultCollectionHours, type MissedStreet } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import type { LoggedAccess } from '../../platform/http/api.ts'
import { dutchMomentText } from '../../platform/runtime/days.ts'
import type { Viewer } from '../places/in-municipality.queries.ts'
import { withLinkedAddress } from '../places/linked-address.ts'
import { overdueFrom } from './decide.ts'
import { findOpenReports } from './open-reports.queries.ts'

type GroupedReports = { street: MissedStreet; households: { address_id: number; occupancy_id: number | null }[] }

/** Groups the open reports by street, stream and day: overdue streets first, and then the oldest report first. */
async function groupOpenReports(db: Db, viewer: Viewer): Promise<GroupedReports[]> {
  const groups = new Map<string, GroupedReports>()
  for (const { street_id, address_id, occupancy_id, hours, addresses, ...row } of await findOpenReports(
    db,
    viewer,
    defaultCollectionHours,
  )) {
    const { street, city, municipality, waste_type, day } = row
    const due = overdueFrom(row, hours)
    const key = `${street_id} ${waste_type} ${day}`
    const group = groups.get(key) ?? {
      street: {
        ...{ street, city, municipality, waste_type, day, addresses },
        likely_missed: addresses >= addressesOfMissedStreet,
        due_at: dutchMomentText(due),
        overdue: due <= new Date(),
        reports: [],
      },
      households: [],
    }
    groups.set(key, group)
    const { id, version, address, container_number, disputed, reported_at, reported_by } = withLinkedAddress(row)
    group.street.reports.push({
      ...{ id, version, address, container_number, disputed, reported_by },
      reported_at: dutchMomentText(reported_at),
      overdue: due <= new Date(),
    })
    group.households.push({ address_id, occupancy_id })
  }
  return [...groups.values()].sort((one, other) => Number(other.street.overdue) - Number(one.street.overdue))
}

/** Returns the numbers of open and overdue reports, and when the first one is due; undefined without open reports. */
export async function summariseOpenReports(db: Db, viewer: Viewer) {
  const streets = (await groupOpenReports(db, viewer)).map(({ street }) => street)
  const [first] = streets.map(({ due_at }) => due_at).sort()
  if (first === undefined) return undefined
  return { ...countReports(streets), due_on: first.slice(0, 10) }
}

function countReports(streets: MissedStreet[]) {
  const reports = streets.flatMap((street) => street.reports)
  return { open: reports.length, overdue: reports.filter(({ overdue }) => overdue).length }
}

/** Returns the first streets with open reports, and the numbers of all of them. Records their households. */
export async function findMissedStreets({ transaction, recordHousehold }: LoggedAccess, viewer: Viewer, limit: number) {
  const groups = await groupOpenReports(transaction, viewer)
  const listed = groups.slice(0, limit)
  for (const household of listed.flatMap(({ households }) => households)) recordHousehold(household)
  return {
    data: listed.map(({ street }) => street),
    meta: { total: groups.length, ...countReports(groups.map(({ street }) => street)) },
  }
}
