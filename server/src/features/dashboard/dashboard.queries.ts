import type { FullContainer, Reply, showAdministrationWork, showWork } from '@rd4-loket/contract'
import { coversMonth } from '../../domain/access-log/access-log.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue } from '../../platform/database/statements.queries.ts'

type PickupsOfDay = Reply<typeof showWork>['data']['pickups'][number]
type AdministrationWork = Reply<typeof showAdministrationWork>

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
  allRows<AdministrationWork['expired_invitations'][number]>(db)`
    select id as employee_id, name from employee
    where invitation_ends_at <= now() and blocked_at is null
      and ${inMunicipality(viewer, sql`municipality_id`)}
    order by name, id`

/**
 * Returns the ended months that an administrator still has to review. `employees` counts the employees who accessed
 * data of residents or households in a month without a review, and whom the viewer may see. It does not count the
 * viewer, who may not review their own month.
 */
export const findUnreviewedMonths = (db: Db, viewer: Viewer & { id: number }, months: number) =>
  allRows<AdministrationWork['unreviewed_months'][number]>(db)`
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

/** Returns how many open cases wait for a provider employee. Nobody decides their own objection or hand-over. */
export const countWaiting = (db: Db, employee_id: number) =>
  firstRow<Record<'objections' | 'handovers' | 'malfunctions', number>>(db)`
    select
      (select count(*)::int from clearance_objection where state = 'open' and filed_by <> ${employee_id}) as objections,
      (select count(*)::int from objection_handover where outcome is null and handed_over_by <> ${employee_id})
        as handovers,
      (select count(*)::int from recorded_malfunction where closed_at is null and expected_end < ${dutchToday})
        as malfunctions`
