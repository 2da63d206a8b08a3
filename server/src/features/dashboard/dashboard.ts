import { full_percent, maxFullContainers, type showAdministrationWork, type showWork } from '@rd4-loket/contract'
import { onlyVisibleMunicipality } from '../../domain/collection-days/calendar-access.ts'
import type { Call } from '../../platform/http/answer.ts'
import {
  countFullContainers,
  countPickups,
  findExpiredInvitations,
  findFullContainers,
  findUnreviewedMonths,
} from './dashboard.queries.ts'

const daysAhead = 7
const reviewedMonths = 3

/**
 * Returns the appointments of the next seven days and the full containers. `onlyVisibleMunicipality` decides whether
 * the employee sees one municipality or all municipalities.
 */
export async function currentWork({ db, employee }: Call<typeof showWork>) {
  const municipality_id = onlyVisibleMunicipality(employee)?.id ?? null
  const full = { municipality_id, from_percent: full_percent }
  const [pickups, full_containers, total] = await Promise.all([
    countPickups(db, municipality_id, daysAhead),
    findFullContainers(db, full, maxFullContainers),
    countFullContainers(db, full),
  ])
  return { data: { pickups, full_containers }, meta: { full_containers: total } }
}

/** Returns the expired invitations and the unreviewed months of the municipality of an administrator. */
export async function administrationWork({ db, employee: { id, municipality } }: Call<typeof showAdministrationWork>) {
  const municipality_id = municipality?.id ?? null
  const [expired_invitations, unreviewed_months] = await Promise.all([
    findExpiredInvitations(db, municipality_id),
    findUnreviewedMonths(db, municipality_id, id, reviewedMonths),
  ])
  return { expired_invitations, unreviewed_months }
}
