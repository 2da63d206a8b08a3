import {
  countTasks,
  full_percent,
  isBsgwEmployee,
  maxFullContainers,
  mayUse,
  showAdministrationWork,
  showWork,
} from '@rd4-loket/contract'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import {
  countFullContainers,
  countPickups,
  countWaiting,
  findExpiredInvitations,
  findFullContainers,
  findUnreviewedMonths,
} from './dashboard.queries.ts'

const daysAhead = 7
const reviewedMonths = 3

/** Returns the appointments of the next seven days and the full containers that the caller may see. */
async function currentWork({ db, employee }: Call<typeof showWork>) {
  const full = { viewer: employee, from_percent: full_percent }
  const [pickups, full_containers, total] = await Promise.all([
    countPickups(db, employee, daysAhead),
    findFullContainers(db, full, maxFullContainers),
    countFullContainers(db, full),
  ])
  return { data: { pickups, full_containers }, meta: { full_containers: total } }
}

/** Returns the expired invitations and the unreviewed months of the employees whom an administrator may see. */
async function administrationWork({ db, employee }: Call<typeof showAdministrationWork>) {
  const [expired_invitations, unreviewed_months] = await Promise.all([
    findExpiredInvitations(db, employee),
    findUnreviewedMonths(db, employee, reviewedMonths),
  ])
  return { expired_invitations, unreviewed_months }
}

/** Returns how many tasks of each kind wait for the caller. */
async function waitingTasks({ db, employee }: Call<typeof countTasks>) {
  const administers = mayUse('administrator', employee)
  const none = { objections: 0, handovers: 0, malfunctions: 0 }
  return {
    ...((isBsgwEmployee(employee) && (await countWaiting(db, employee.id))) || none),
    invitations: administers ? (await findExpiredInvitations(db, employee)).length : 0,
    months: administers ? (await findUnreviewedMonths(db, employee, reviewedMonths)).length : 0,
  }
}

/** What an employee has to do today. */
export function dashboardRoutes(api: Api) {
  answer(api, showWork, currentWork)
  answer(api, showAdministrationWork, administrationWork)
  answer(api, countTasks, waitingTasks)
}
