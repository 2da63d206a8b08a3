import type { FullContainer, Reply, showWork, Task, TaskKind } from '@rd4-loket/contract'
import { coversMonth } from '../../domain/access-log/access-log.queries.ts'
import { occupancyOn } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { LinkedAddressColumns } from '../../domain/places/linked-address.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'

type PickupsOfDay = Reply<typeof showWork>['data']['pickups'][number]
type TaskOf<Kind extends TaskKind> = Extract<Task, { kind: Kind }>

const dutchDay = (moment: Sql) => sql`(${moment} at time zone 'Europe/Amsterdam')::date::text`

const municipalityObject = sql`json_build_object('id', municipality.id, 'name', municipality.name)`

/** Returns the appointments that the caller may see, per day and municipality, on `days` days from today on. */
export const countPickups = (db: Db, viewer: Viewer, days: number) => allRows<PickupsOfDay>(db)`
  select day, ${municipalityObject} as municipality, count(*)::int as appointments,
    sum(volume_litres)::int as volume_litres
  from pickup_appointment join municipality on municipality.id = municipality_id
  where ${inMunicipality(viewer, sql`municipality_id`)} and cancelled_at is null
    and day >= ${dutchToday} and day < ${dutchToday} + ${days}::int
  group by day, municipality.id, municipality.name order by day, municipality.name`

/** The filter for full containers: the caller, who may see some of them, and the lowest fill level. */
type FullFilter = { viewer: Viewer; from_percent: number }

const fullContainers = ({ viewer, from_percent }: FullFilter) => sql`
  container_state
  join container on container.id = container_id and removed_on is null
  join collection_system on collection_system.id = collection_system_id
  join street on street.id = street_id
  join municipality on municipality.id = municipality_id
  where fill_percent >= ${from_percent} and ${inMunicipality(viewer, sql`municipality_id`)}`

/** Returns the full containers, the fullest first. */
export const findFullContainers = (db: Db, filter: FullFilter, limit: number) => allRows<FullContainer>(db)`
  select json_build_object('alias', alias, 'name', collection_system.name, 'municipality', ${municipalityObject})
      as collection_system,
    number as container_number, waste_type, fill_percent, dutch_time(measured_at) as measured_at
  from ${fullContainers(filter)}
  order by fill_percent desc, measured_at, container_id limit ${limit}`

export const countFullContainers = (db: Db, filter: FullFilter) =>
  firstValue<number>(db)`select count(*)::int from ${fullContainers(filter)}`

/** Returns the employees with an expired invitation who are not blocked, if the caller may see them. */
export const findExpiredInvitations = (db: Db, viewer: Viewer) =>
  allRows<Omit<TaskOf<'invitation'>, 'kind'>>(db)`
    select employee.id, employee.name, ${dutchDay(sql`invitation_ends_at`)} as due_on,
      case when municipality.id is not null then ${municipalityObject} end as municipality
    from employee left join municipality on municipality.id = municipality_id
    where invitation_ends_at <= now() and blocked_at is null
      and ${inMunicipality(viewer, sql`municipality_id`)}
    order by invitation_ends_at, employee.id`

/**
 * Returns the ended months that an administrator still has to review. `employees` counts the employees who accessed
 * data of residents or households in a month without a review, and whom the viewer may see. It does not count the
 * viewer, who may not review their own month.
 */
export const findUnreviewedMonths = (db: Db, viewer: Viewer & { id: number }, months: number) =>
  allRows<Pick<TaskOf<'month'>, 'month' | 'employees'>>(db)`
    select to_char(month, 'YYYY-MM') as month, count(*)::int as employees
    from generate_series(1, ${months}::int) as ago,
      lateral (select (date_trunc('month', ${dutchToday}) - make_interval(months => ago))::date as month) ended,
      employee
    where employee.id <> ${viewer.id} and ${inMunicipality(viewer, sql`municipality_id`)}
      and exists (
        select from audit_event
        where log = 'audit' and audit_event.employee_key = employee.audit_key
          and (action in ('find_resident', 'show_resident_name') or object_kind = 'address')
          and happened_at >= (month::timestamp at time zone 'Europe/Amsterdam')
          and happened_at < ((month + interval '1 month') at time zone 'Europe/Amsterdam'))
      and not exists (
        select from audit_review
        where audit_review.month = ended.month and audit_review.employee_key = employee.audit_key and ${coversMonth})
    group by month order by month`

const isPastItsDay = sql`closed_at is null and expected_end < ${dutchToday}`

/** Returns how many open cases wait for a provider employee. Nobody decides their own objection or hand-over. */
export const countWaiting = (db: Db, employee_id: number) =>
  firstRow<Record<'objections' | 'handovers' | 'corrections' | 'quarantine_lines' | 'malfunctions', number>>(db)`
    select
      (select count(*)::int from clearance_objection where state = 'open' and filed_by <> ${employee_id}) as objections,
      (select count(*)::int from objection_handover where outcome is null and handed_over_by <> ${employee_id})
        as handovers,
      (select count(*)::int from correction where (state = 'ready' and proposed_by <> ${employee_id})
        or (state = 'applied' and undo_by <> ${employee_id})) as corrections,
      (select coalesce(sum(lines), 0)::int from quarantine_count where state = 'waiting')
        + (select count(*)::int from quarantine_line where state = 'proposed' and decided_by <> ${employee_id})
        as quarantine_lines,
      (select count(*)::int from recorded_malfunction where ${isPastItsDay}) as malfunctions`

/** Returns the recorded malfunctions whose expected end has passed, the longest ago first. */
export const findLateMalfunctions = (db: Db, limit: number) => allRows<Omit<TaskOf<'malfunction'>, 'kind'>>(db)`
  select recorded.id, expected_end::text as due_on, waste_type, malfunction, note,
    json_build_object('alias', alias, 'name', collection_system.name, 'municipality', ${municipalityObject})
      as collection_system
  from recorded_malfunction recorded
    join container on container.id = container_id
    join collection_system on collection_system.id = collection_system_id
    join street on street.id = street_id
    join municipality on municipality.id = municipality_id
  where ${isPastItsDay} order by expected_end, recorded.id limit ${limit}`

/** The employee who filed objections, and for how many days an outcome waits for that employee. */
type Filer = { id: number; outcome_days: number }

const isUnseen = ({ outcome_days }: Filer, decided_at: Sql) =>
  sql`outcome_seen_at is null and ${decided_at} > now() - make_interval(days => ${outcome_days})`

const ofFiler = (filer: Filer) =>
  sql`filed_by = ${filer.id} and decided_by is not null and ${isUnseen(filer, sql`decided_at`)}`

// A hand-over that the filer retracted has no outcome to read.
const ofDesk = (filer: Filer) =>
  sql`handed_over_by = ${filer.id} and closed_by <> handed_over_by and ${isUnseen(filer, sql`closed_at`)}`

/** Returns how many outcomes of own objections the employee has not seen. */
export const countOutcomes = (db: Db, filer: Filer) =>
  firstValue<number>(db)`
    select (select count(*) from clearance_objection where ${ofFiler(filer)})::int
      + (select count(*) from objection_handover where ${ofDesk(filer)})::int`

type StoredOutcome = Omit<TaskOf<'outcome'>, 'kind' | 'due_on' | 'address'> &
  LinkedAddressColumns & { decided_on: string; address_id: number; occupancy_id: number | null }

/** Returns the outcomes of own objections that the employee has not seen, the oldest first. */
export const findOutcomes = (db: Db, filer: Filer, limit: number) => allRows<StoredOutcome>(db)`
  select decided.of, decided.id, year, outcome, reason, decided_on, address_id, occupancy_id,
    decider.name as decided_by, alias, street.name as street, street.city, house_number,
    house_number_extension, postal_code
  from (
      select 'objection' as of, objection.id, dutch_year(objection.cleared_at) as year, state as outcome,
        decision_reason as reason, decided_by as decider_id, decided_at, ${dutchDay(sql`decided_at`)} as decided_on,
        objection.address_id, ${occupancyOn(sql`objection.address_id`, sql`objection.cleared_at`)} as occupancy_id
      from clearance_objection objection where ${ofFiler(filer)}
      union all
      select 'handover', handover.id, year, outcome, answer, closed_by, closed_at, ${dutchDay(sql`closed_at`)},
        handover.address_id, handover.occupancy_id
      from objection_handover handover where ${ofDesk(filer)}
    ) decided
    join employee decider on decider.id = decider_id
    join address on address.id = decided.address_id
    join street on street.id = street_id
  order by decided_at, decided.of, decided.id limit ${limit}`

/** Stores that the employee saw the outcome of an own objection to a lift. */
export const markObjectionSeen = (db: Db, id: number, employee_id: number) => runSql(db)`
  update clearance_objection set outcome_seen_at = now()
  where id = ${id} and filed_by = ${employee_id} and decided_by is not null and outcome_seen_at is null`

/** Stores that the employee saw the outcome of an own hand-over. */
export const markHandoverSeen = (db: Db, id: number, employee_id: number) => runSql(db)`
  update objection_handover set outcome_seen_at = now()
  where id = ${id} and handed_over_by = ${employee_id} and outcome is not null and outcome_seen_at is null`

/** Returns the last version whose changes an employee was told about. */
export const findSeenVersion = (db: Db, employee_id: number) =>
  firstValue<string | null>(db)`select seen_version from employee where id = ${employee_id}`

export const storeSeenVersion = (db: Db, employee_id: number, version: string) =>
  runSql(db)`update employee set seen_version = ${version} where id = ${employee_id}`
