// Reasons: docs/work.md

import {
  countTasks,
  full_percent,
  isBsgwEmployee,
  listTasks,
  markOutcomeSeen,
  markVersionSeen,
  maxFullContainers,
  maxListedTasks,
  mayUse,
  outcome_days,
  type Reply,
  showWork,
  type Task,
  type TaskCounts,
} from '@rd4-loket/contract'
import { findOpenHandovers, providerHandover } from '../../domain/bill/handover-rows.queries.ts'
import { findOpenObjections } from '../../domain/bill/objection-rows.queries.ts'
import { datesOfReceipt, type ObjectionRules } from '../../domain/bill/objection-terms.ts'
import { countContactTasks } from '../../domain/contacts/open-call-backs.queries.ts'
import { summariseOpenReports } from '../../domain/missed-collections/missed-streets.ts'
import { countOpenReports } from '../../domain/missed-collections/open-reports.queries.ts'
import { everyMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, Caller, LoggedAccess } from '../../platform/http/api.ts'
import { dayOf, textOf, today } from '../../platform/runtime/days.ts'
import {
  countFullContainers,
  countOutcomes,
  countPickups,
  countWaiting,
  findExpiredInvitations,
  findFullContainers,
  findLateMalfunctions,
  findOutcomes,
  findSeenVersion,
  findUnreviewedMonths,
  markHandoverSeen,
  markObjectionSeen,
  storeSeenVersion,
} from './dashboard.queries.ts'

const daysAhead = 7
const reviewedMonths = 3
/** The days in which a desk tells the resident an outcome. */
const daysToTell = 7

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

/** Returns whose reports of missed collections an employee follows: all, or for an administrator the own ones. */
function followerOf(employee: Caller): Viewer | undefined {
  if (isBsgwEmployee(employee)) return everyMunicipality
  return mayUse('administrator', employee) ? employee : undefined
}

/** Returns how many tasks of each kind wait for an employee. */
async function waitingTasks(db: Db, employee: Caller): Promise<TaskCounts> {
  const administers = mayUse('administrator', employee)
  const follower = followerOf(employee)
  const none = { objections: 0, handovers: 0, corrections: 0, quarantine_lines: 0, malfunctions: 0 }
  return {
    ...((isBsgwEmployee(employee) && (await countWaiting(db, employee.id))) || none),
    ...(await countContactTasks(db, employee)),
    missed_reports: follower ? await countOpenReports(db, follower) : 0,
    outcomes: await countOutcomes(db, { id: employee.id, outcome_days }),
    invitations: administers ? (await findExpiredInvitations(db, employee)).length : 0,
    months: administers ? (await findUnreviewedMonths(db, employee, reviewedMonths)).length : 0,
  }
}

/** Returns the cases of a provider employee, and records their households. */
async function providerTasks(
  { transaction, recordHousehold }: LoggedAccess,
  employee: Caller,
  rules: ObjectionRules,
): Promise<Task[]> {
  const objections = await findOpenObjections(transaction, maxListedTasks, employee.id)
  const handovers = await findOpenHandovers(transaction, maxListedTasks, employee.id)
  const malfunctions = await findLateMalfunctions(transaction, maxListedTasks)
  return [
    ...objections.map(({ filed_by_id: _, decided_by_id: __, address_id, occupancy_id, ...row }): Task => {
      recordHousehold({ address_id, occupancy_id })
      const due_on = rules.actBy(datesOfReceipt(row.filed_at.slice(0, 10)))
      return { kind: 'objection', due_on, ...withLinkedAddress(row), is_own: false }
    }),
    ...handovers.map(({ address_id, occupancy_id, ...row }): Task => {
      recordHousehold({ address_id, occupancy_id })
      const handover = withLinkedAddress(providerHandover(row, rules, today()))
      return { kind: 'handover', due_on: rules.actBy(row), ...handover }
    }),
    ...malfunctions.map((row): Task => ({ kind: 'malfunction', ...row })),
  ]
}

/** Returns the outcomes that the employee has not seen, and records their households. */
async function outcomeTasks({ transaction, recordHousehold }: LoggedAccess, { id }: Caller): Promise<Task[]> {
  const outcomes = await findOutcomes(transaction, { id, outcome_days }, maxListedTasks)
  return outcomes.map(({ address_id, occupancy_id, decided_on, ...row }) => {
    recordHousehold({ address_id, occupancy_id })
    return { kind: 'outcome', due_on: textOf(dayOf(decided_on) + daysToTell), ...withLinkedAddress(row) }
  })
}

/** Returns the last day of the month after a month: then its review is due. */
function reviewDay(month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number + 1, 0)).toISOString().slice(0, 10)
}

/** Returns the invitations and the months that wait for an administrator. */
async function administratorTasks(db: Db, employee: Caller): Promise<Task[]> {
  const invitations = await findExpiredInvitations(db, employee)
  const months = await findUnreviewedMonths(db, employee, reviewedMonths)
  return [
    ...invitations.slice(0, maxListedTasks).map((row): Task => ({ kind: 'invitation', ...row })),
    ...months.map(
      (row): Task => ({ kind: 'month', id: Number(row.month.replace('-', '')), due_on: reviewDay(row.month), ...row }),
    ),
  ]
}

/** Returns the open reports of missed collections as one task. It names no address, so nothing is recorded. */
async function missedReportTasks(db: Db, employee: Caller): Promise<Task[]> {
  const follower = followerOf(employee)
  const reports = follower && (await summariseOpenReports(db, follower))
  return reports ? [{ kind: 'missed_reports', id: 0, ...reports }] : []
}

/** Returns what waits for the caller, the first due first, and the last version that the caller was told about. */
async function dueTasks(
  { access, employee }: Call<typeof listTasks>,
  rules: ObjectionRules,
): Promise<Reply<typeof listTasks>> {
  const { transaction } = access
  const tasks = [
    ...(isBsgwEmployee(employee) ? await providerTasks(access, employee, rules) : []),
    ...(await missedReportTasks(transaction, employee)),
    ...(await outcomeTasks(access, employee)),
    ...(mayUse('administrator', employee) ? await administratorTasks(transaction, employee) : []),
  ]
  return {
    // The sort is stable: tasks of one day stay in the order of their kinds, the oldest first.
    data: tasks.sort((one, other) => one.due_on.localeCompare(other.due_on)),
    meta: {
      today: today(),
      counts: await waitingTasks(transaction, employee),
      seen_version: await findSeenVersion(transaction, employee.id),
    },
  }
}

/** Stores that the caller saw the outcome of an own objection. Has no effect on an objection of a colleague. */
async function storeSeen({ db, employee, body: { of, id } }: Call<typeof markOutcomeSeen>) {
  await (of === 'objection' ? markObjectionSeen : markHandoverSeen)(db, id, employee.id)
  return null
}

/** What waits for an employee, and what happens today. */
export function dashboardRoutes(api: Api, rules: ObjectionRules) {
  answer(api, showWork, currentWork)
  answer(api, countTasks, ({ db, employee }) => waitingTasks(db, employee))
  answer(api, listTasks, (call) => dueTasks(call, rules))
  answer(api, markOutcomeSeen, storeSeen)
  answer(api, markVersionSeen, async ({ db, employee, body }) => {
    await storeSeenVersion(db, employee.id, body.version)
    return null
  })
}
