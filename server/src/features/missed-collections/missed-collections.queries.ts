import type {
  BroughtStream,
  CalendarCategory,
  CollectionHours,
  DeliveredClearances,
  DeskAction,
  decideMissedReports,
  MissedCollectionOutcome,
  NonClearanceReason,
  ParsedInput,
} from '@rd4-loket/contract'
import {
  broughtByAddress,
  type CollectionPlan,
  planColumns,
} from '../../domain/collection-days/collection-days.queries.ts'
import {
  collectionHours,
  isOpenReport,
  occupancyOfReport,
} from '../../domain/missed-collections/open-reports.queries.ts'
import { shownOccupancies } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { deskAction, isUndoable, type Undoer } from '../../domain/undo/undo.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type DayRange, dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, jsonList, runSql } from '../../platform/database/statements.queries.ts'

type StoredRecord = { waste_type: string; container_id: number | null; at: string }

/** The facts about all streams of an address. Moments are texts. */
export type StoredFacts = CollectionPlan & {
  retired: boolean
  occupancy_ids: number[]
  household_since: string
  brought: BroughtStream[]
  pickup_days: string[]
  hours: CollectionHours
  delivered: DeliveredClearances['streams']
  containers: {
    id: number
    number: string
    waste_type: string
    volume_litres: number
    placed_on: string
    removed_on: string | null
  }[]
  routes: { waste_type: string; day: string; started_at: string | null; finished_at: string | null }[]
  non_clearances: (StoredRecord & { reason: NonClearanceReason })[]
  clearances: StoredRecord[]
  reports: {
    id: number
    address_id: number
    waste_type: string
    container_id: number | null
    day: string
    disputed: boolean
    reported_at: string
    reported_by: string
    is_own: boolean
    seconds_ago: number
    retracted: boolean
    outcome: MissedCollectionOutcome | null
    outcome_day: string | null
    decided_at: string | null
    answer: string | null
  }[]
}

/** The first day of today's household of the row `address`. Without a household: the day after the last one. */
const householdSince = sql`coalesce(
  (
    select min(mine.first_day) from occupancy today, occupancy mine
    where today.address_id = address.id and today.first_day <= ${dutchToday}
      and (today.last_day is null or today.last_day >= ${dutchToday})
      and mine.address_id = address.id and mine.subject_id = today.subject_id
      and not exists (
        select from occupancy other
        where other.address_id = address.id and other.subject_id <> mine.subject_id
          and other.first_day > mine.first_day and other.first_day <= ${dutchToday})
  ),
  (select max(last_day) + 1 from occupancy where occupancy.address_id = address.id and last_day < ${dutchToday}),
  '2000-01-01')::text`

/**
 * Returns the facts of the rule about every stream of an address, by one statement. `period`: the collection days.
 * `since`: the first day of records and reports. Without `withLifts` no clearance is read. `initial`: the hours of a
 * municipality that has set none.
 */
export const findFacts = (
  db: Db,
  { address_id, area_id, employee_id }: { address_id: number; area_id: number | null; employee_id: number },
  {
    period,
    since,
    withLifts,
    streams,
    initial,
  }: { period: DayRange; since: string; withLifts: boolean; streams: CalendarCategory[]; initial: CollectionHours },
) => {
  const sinceMoment = sql`(${since}::date::timestamp at time zone 'Europe/Amsterdam')`
  return firstRow<StoredFacts>(db)`
    select address.retired_on is not null as retired,
      ${shownOccupancies(sql`address.id`, 'vraag_inwoner')} as occupancy_ids,
      ${householdSince} as household_since,
      ${planColumns(period)},
      ${broughtByAddress(streams)} as brought,
      array(
        select day::text from pickup_appointment
        where pickup_appointment.address_id = address.id and cancelled_at is null order by day) as pickup_days,
      ${collectionHours(sql`street.municipality_id`, initial)} as hours,
      ${jsonList(sql`
        select waste_type, since, day as until from delivered_until
        where delivered_until.municipality_id = street.municipality_id and kind = 'non_clearances'`)} as delivered,
      ${jsonList(sql`
        select id, number, waste_type, volume_litres, placed_on, removed_on from container
        where container.address_id = address.id order by waste_type, number`)} as containers,
      ${jsonList(sql`
        select waste_type, day, started_at, finished_at from route_day
        where collection_area_id = area.id and day >= ${dutchToday}`)} as routes,
      ${jsonList(sql`
        select waste_type, container_id, happened_at as at, reason from non_clearance
        where non_clearance.address_id = address.id and happened_at >= ${sinceMoment}`)} as non_clearances,
      ${
        withLifts
          ? jsonList(sql`
        select clearance.waste_type, container_id, cleared_at as at
        from clearance join container on container.id = container_id and container.address_id = address.id
        where clearance.address_id = address.id and cleared_at >= ${sinceMoment}`)
          : sql`'[]'::json`
      } as clearances,
      ${jsonList(sql`
        select report.id, report.address_id, waste_type, container_id, report.day, disputed,
          dutch_time(reported_at) as reported_at, author.name as reported_by, outcome, outcome_day, decided_at, answer,
          retracted_at is not null as retracted,
          ${deskAction(employee_id, { by: sql`employee_id`, at: sql`reported_at` })}
        from address place
          join missed_report report on report.address_id = place.id
          join employee author on author.id = employee_id
        where place.street_id = address.street_id and report.day >= ${since}::date
        order by report.id`)} as reports
    from address join street on street.id = street_id left join collection_area area on area.id = ${area_id}::int
    where address.id = ${address_id}`
}

/** Locks the reports of an address until the transaction ends. Later statements see all committed reports. */
export const lockReportsOfAddress = (transaction: Db, address_id: number) =>
  runSql(transaction)`select from address where id = ${address_id} for no key update`

export type NewReport = {
  address_id: number
  waste_type: string
  container_id: number | null
  day: string
  disputed: boolean
  employee_id: number
  idempotency_key: string | null
}

/** Returns whether an address has an open report of the same container or stream and day, of any household. */
export const hasOpenReport = (
  db: Db,
  { address_id, waste_type, container_id, day }: Pick<NewReport, 'address_id' | 'waste_type' | 'container_id' | 'day'>,
) => firstValue<boolean>(db)`
  select exists (
    select from missed_report where address_id = ${address_id} and waste_type = ${waste_type}
      and container_id is not distinct from ${container_id}::int and day = ${day} and ${isOpenReport})`

/** Inserts a report. Returns the number of inserted rows: 0 when the key was used for another address. */
export const insertReport = (db: Db, report: NewReport) => runSql(db)`
  insert into missed_report (address_id, waste_type, container_id, day, disputed, employee_id, idempotency_key)
  values (${report.address_id}, ${report.waste_type}, ${report.container_id}, ${report.day}, ${report.disputed},
    ${report.employee_id}, ${report.idempotency_key})
  on conflict (employee_id, idempotency_key) do nothing`

/** Returns the report that an employee stored with an idempotency key. */
export const findReportByKey = (db: Db, employee_id: number, key: string) =>
  firstRow<Pick<NewReport, 'address_id' | 'waste_type' | 'container_id' | 'day' | 'disputed'> & { retracted: boolean }>(
    db,
  )`
    select address_id, waste_type, container_id, day, disputed, retracted_at is not null as retracted from missed_report
    where employee_id = ${employee_id} and idempotency_key = ${key}`

type ReportColumns = {
  id: number
  address_id: number
  occupancy_id: number | null
  day: string
  version: number
  retracted: boolean
  outcome: MissedCollectionOutcome | null
  outcome_day: string | null
  answer: string | null
  decided_by: number | null
  decider: string | null
}

export type LockedReport = ReportColumns & DeskAction & { done_at: string }

/** The reporter of a report and the decider of an outcome, each with the moment. */
const actions = {
  report: { by: sql`report.employee_id`, at: sql`reported_at` },
  outcome: { by: sql`report.decided_by`, at: sql`decided_at` },
}

/**
 * Returns reports that the viewer may see, and locks them until the transaction ends. `action` selects what the viewer
 * wants to undo: the report, or its outcome.
 */
const lockReports = (db: Db, viewer: Viewer & { id: number }, ids: number[], action: keyof typeof actions) =>
  allRows<LockedReport>(db)`
    select report.id, report.address_id, ${occupancyOfReport} as occupancy_id, day, version,
      retracted_at is not null as retracted, outcome, outcome_day, answer, decided_by,
      (select name from employee where employee.id = decided_by) as decider,
      ${deskAction(viewer.id, actions[action])}, dutch_time(${actions[action].at}) as done_at
    from missed_report report join address on address.id = report.address_id join street on street.id = street_id
    where report.id = any (${ids}::int[]) and ${inMunicipality(viewer)}
    order by report.id for update of report`

/** Locks a report as an action of its reporter. */
export const lockReport = async (db: Db, viewer: Viewer & { id: number }, id: number) =>
  (await lockReports(db, viewer, [id], 'report'))[0]

/** Locks reports as actions of those who decided them. */
export const lockOutcomes = (db: Db, viewer: Viewer & { id: number }, ids: number[]) =>
  lockReports(db, viewer, ids, 'outcome')

/** Retracts an open report if the employee may undo it. */
export const retractReport = (db: Db, id: number, undoer: Undoer) => runSql(db)`
  update missed_report report set retracted_at = now()
  where id = ${id} and ${isOpenReport} and ${isUndoable(undoer, actions.report)}`

/** Stores one outcome of all reports. Its moment is the same for all of them. */
export const storeOutcome = (
  db: Db,
  {
    ids,
    employee_id,
    outcome,
    outcome_day,
    answer,
  }: Omit<ParsedInput<typeof decideMissedReports>['body'], 'reports'> & {
    ids: number[]
    employee_id: number
  },
) => runSql(db)`
  update missed_report set outcome = ${outcome}, outcome_day = ${outcome_day}, answer = ${answer},
    decided_by = ${employee_id}, decided_at = now(), version = version + 1
  where id = any (${ids}::int[])`

/** Returns the ids of the reports that one decision closed together with a report. */
export const findDecidedTogether = (db: Db, id: number) => allRows<{ id: number }>(db)`
  select report.id from missed_report report
    join missed_report one on one.decided_by = report.decided_by and one.decided_at = report.decided_at
  where one.id = ${id}`

/** Locks the addresses of reports until the transaction ends. Returns whether one has another open report like it. */
export async function hasOpenSuccessor(transaction: Db, ids: number[]) {
  await runSql(transaction)`
    select from address where id in (select address_id from missed_report where id = any (${ids}::int[]))
    order by id for no key update`
  return firstValue<boolean>(transaction)`
    select exists (
      select from missed_report closed
      where id = any (${ids}::int[]) and outcome is not null and exists (
        select from missed_report report
        where report.address_id = closed.address_id and report.waste_type = closed.waste_type
          and report.container_id is not distinct from closed.container_id and report.day = closed.day
          and ${isOpenReport}))`
}

/** Opens reports again if the employee may undo their outcome. */
export const reopenReports = (db: Db, ids: number[], undoer: Undoer) => runSql(db)`
  update missed_report report
  set outcome = null, outcome_day = null, answer = null, decided_by = null, decided_at = null, version = version + 1
  where id = any (${ids}::int[]) and ${isUndoable(undoer, actions.outcome)}`

/** Returns the hours of a municipality, or `initial` if it has set none. */
export const findHours = (db: Db, municipality_id: number, initial: CollectionHours) =>
  firstValue<CollectionHours>(db)`select ${collectionHours(sql`${municipality_id}::int`, initial)} as hours`

/** Returns the hours of a municipality, and locks the municipality's hours until the transaction ends. */
export async function lockHours(transaction: Db, municipality_id: number, initial: CollectionHours) {
  await runSql(transaction)`select from municipality where id = ${municipality_id} for no key update`
  return findHours(transaction, municipality_id, initial)
}

/** Stores the hours of a municipality. */
export const updateHours = (db: Db, municipality_id: number, hours: CollectionHours) => runSql(db)`
  insert into collection_hours (municipality_id, settings) values (${municipality_id}, ${JSON.stringify(hours)}::jsonb)
  on conflict (municipality_id) do update set settings = excluded.settings`
