import type {
  AuditEntry,
  EmployeeMonth,
  LogState,
  OfficeHours,
  ParsedInput,
  Processing,
  searchAuditEvents,
} from '@rd4-loket/contract'
import { coversMonth, purposeOfActivity } from '../../domain/access-log/access-log.queries.ts'
import { coversDay } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday, onDays } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, hasRow, runSql } from '../../platform/database/statements.queries.ts'

type EventFilter = Omit<ParsedInput<typeof searchAuditEvents>['body'], 'cursor' | 'environmental_pass_number'> & {
  /** The key of a person in the logs, which selects the events about this person. Undefined selects all events. */
  subject: string | undefined
  /** The caller, who may see the events of some employees. */
  viewer: Viewer
}

// An object key is text: a key that is not a number must not make the query fail.
const objectId = sql`case when object_key ~ '^[0-9]{1,9}([/ ]|$)' then substring(object_key from '^[0-9]+')::int end`

/** The text of the address with this alias, or null. */
const addressText = (alias: Sql) => sql`(
  select street.name || ' ' || house_number
    || coalesce(case when house_number_extension ~ '^[0-9]' then '-' else ' ' end || house_number_extension, '')
    || ', ' || street.city
  from address join street on street.id = street_id where alias = ${alias})`

/** The name of the object of an event. A pass has no name: the object key does not reveal the pass number. */
const objectName = sql`
  case
    when object_kind = 'address' then ${addressText(sql`object_key`)}
    when object_kind = 'employee' then (
      select subject.name from employee subject where subject.audit_key::text = object_key)
    when object_kind = 'employee_month' then (select subject.name from employee subject where subject.id = ${objectId})
    when object_kind in (
      'allowance', 'allowance_rule', 'pass_form', 'letter_sender', 'office_hours', 'pickup_capacity', 'bill_rule',
      'charge_rule', 'tariff', 'collection_year', 'collection_hours', 'malfunction_mail', 'roll_words'
    ) then (
      select municipality.name from municipality where municipality.id = ${objectId})
    when object_kind in ('collection_area', 'collection_rules') then (
      select collection_area.name from collection_area where collection_area.id = ${objectId})
    when object_kind = 'collection_change' then (
      select municipality.name from collection_change join municipality on municipality.id = municipality_id
      where collection_change.id = ${objectId})
    when object_kind in ('card', 'notice') then (select title from card where card.id = ${objectId})
    when object_kind = 'list' then object_key
  end`

/**
 * The new values of an event. The key of the employee who proposed them, and the alias of the address of a first pass,
 * are replaced by a name.
 */
const namedNewValues = sql`
  case
    when new_values ->> 'proposed_by' is not null then new_values || jsonb_build_object(
      'proposed_by', coalesce(
        (select proposer.name from employee proposer where proposer.audit_key::text = new_values ->> 'proposed_by'),
        'een oud-medewerker'))
    when action = 'issue_pass' and new_values ->> 'address' is not null then new_values || jsonb_build_object(
      'address', coalesce(${addressText(sql`new_values ->> 'address'`)}, 'een vervallen adres'))
    else new_values
  end`

/** The condition that a column has this value. It is `true` without a value, so that an index of a filter is used. */
const equals = (column: Sql, value: Sql | string | undefined | null) => (value ? sql`${column} = ${value}` : sql`true`)

/**
 * Returns the events that match the criteria, newest first. With `before`, returns only events before the event at that
 * position. The order is that of the indexes on a moment, an employee, an action and an object, so a page reads few rows
 * of a long log.
 */
export const findAuditEvents = (
  db: Db,
  { log, from, to, employee_id, action, subject, viewer }: EventFilter,
  { before, limit }: { before: number | undefined; limit: number },
) => {
  const employee_key = sql`(select audit_key from employee where id = ${employee_id})`
  const last = sql`(select happened_at, position from audit_event where log = ${log} and position = ${before})`
  return allRows<AuditEntry>(db)`
    select position, dutch_time(happened_at) as happened_at, employee.name as employee, action, object_kind, object_key,
      ${objectName} as object_name,
      result, result_count, purpose, old_values, ${namedNewValues} as new_values, origin, trace_id
    from audit_event left join employee on employee.audit_key = employee_key
    where log = ${log} and ${onDays(sql`happened_at`, { from, to })}
      and ${equals(sql`employee_key`, employee_id ? employee_key : null)}
      and ${equals(sql`action`, action)} and ${equals(sql`object_key`, subject)}
      and ${inMunicipality(viewer, sql`employee.municipality_id`)}
      and ${before ? sql`(happened_at, position) < ${last}` : sql`true`}
    order by audit_event.happened_at desc, position desc limit ${limit}`
}

/** The office hours of a row of `office_hours`, or `initial` for a municipality without such a row. */
const officeHours = ({ opens, closes, tolerance }: OfficeHours) => sql`jsonb_build_object(
  'opens', to_char(coalesce(opens, ${opens}::time), 'HH24:MI'),
  'closes', to_char(coalesce(closes, ${closes}::time), 'HH24:MI'),
  'tolerance', coalesce(tolerance, ${tolerance}::int))`

/** Returns the office hours of a municipality, or `initial` if it has set none. */
export async function findOfficeHours(db: Db, municipality_id: number, initial: OfficeHours): Promise<OfficeHours> {
  const stored = await firstRow<{ office_hours: OfficeHours }>(db)`
    select ${officeHours(initial)} as office_hours from office_hours where municipality_id = ${municipality_id}`
  return stored?.office_hours ?? initial
}

/**
 * Returns the office hours of a municipality, and locks them until the transaction ends. Inserts `initial` if the
 * municipality has set none, because only an existing row can be locked.
 */
export async function lockOfficeHours(transaction: Db, municipality_id: number, initial: OfficeHours) {
  const { opens, closes, tolerance } = initial
  await runSql(transaction)`
    insert into office_hours (municipality_id, opens, closes, tolerance)
    values (${municipality_id}, ${opens}::time, ${closes}::time, ${tolerance}) on conflict do nothing`
  await runSql(transaction)`select from office_hours where municipality_id = ${municipality_id} for update`
  return findOfficeHours(transaction, municipality_id, initial)
}

/** Stores the office hours of a municipality. */
export const updateOfficeHours = (db: Db, municipality_id: number, hours: OfficeHours) => runSql(db)`
  update office_hours set opens = ${hours.opens}::time, closes = ${hours.closes}::time, tolerance = ${hours.tolerance}
  where municipality_id = ${municipality_id}`

/** Returns the number of all passes. */
export const countPasses = async (db: Db) =>
  (await firstRow<{ count: number }>(db)`select count(*)::int from environmental_pass`)?.count

/** Returns the numbers of passes of all municipalities, in the order of their ids. */
export const findPassesAfter = (db: Db, { id, limit }: { id: number; limit: number }) =>
  allRows<{ id: number; number: string }>(db)`
    select id, number from environmental_pass where id > ${id} order by id limit ${limit}`

/** Returns which of some passes the viewer may know, with their streets. */
export const findKnownPasses = (db: Db, viewer: Viewer, ids: number[]) =>
  allRows<{ number: string; street: string }>(db)`
    select number, street.name as street from environmental_pass
    join address on address.id = environmental_pass.address_id
    join street on street.id = street_id
    where environmental_pass.id = any(${ids}::int[]) and ${inMunicipality(viewer)}`

type MonthFilter = {
  month: string
  employee_id?: number
  viewer: Viewer & { id: number }
  /** The office hours of a municipality that has set none. */
  initial: OfficeHours
}
type MonthRow = Omit<EmployeeMonth, 'reviewed'> & {
  reviewed_at: string | null
  reviewed_by: string | null
  remark: string | null
}

/**
 * Returns the employees who accessed data of residents or households in a month, each with the counts of that month.
 * Returns only employees whom the viewer may see.
 */
export async function findMonth(
  db: Db,
  { month, employee_id, viewer, initial }: MonthFilter,
): Promise<EmployeeMonth[]> {
  const first = `${month}-01`
  const rows = await allRows<MonthRow>(db)`
    with access as (
      select employee_key, action, result, object_kind, object_key, happened_at at time zone 'Europe/Amsterdam' as at
      from audit_event
      where log = 'audit' and (action in ('find_resident', 'show_resident_name') or object_kind = 'address')
        and happened_at >= (${first}::date::timestamp at time zone 'Europe/Amsterdam')
        and happened_at < ((${first}::date + interval '1 month') at time zone 'Europe/Amsterdam')
    ), timed as (
      select access.*, extract(isodow from at) > 5
        or at::time < coalesce(opens, ${initial.opens}::time)
          or at::time >= coalesce(closes, ${initial.closes}::time) as is_outside
      from access
      left join employee on employee.audit_key = access.employee_key
      left join office_hours on office_hours.municipality_id = employee.municipality_id
    ), by_employee as (
      select employee_key,
        count(*) filter (where action = 'find_resident')::int as lookups,
        count(*) filter (where action = 'show_resident_name' and result = 'done')::int as names_shown,
        count(*) filter (where action = 'find_resident' and result = 'not_found')::int as not_found,
        count(distinct object_key) filter (where object_kind = 'address')::int as addresses,
        -- The page of an address makes several calls, so an address counts once.
        (count(*) filter (where is_outside and object_kind is distinct from 'address')
          + count(distinct object_key) filter (where is_outside and object_kind = 'address'))::int as outside_hours
      from timed group by employee_key
    ), by_pass as (
      select employee_key, max(times)::int as same_pass from (
        select employee_key, count(*) as times from access where action = 'find_resident' group by employee_key, object_key
      ) passes group by employee_key
    )
    select employee.id as employee_id, employee.name, lookups, names_shown, not_found, addresses, outside_hours,
      coalesce(same_pass, 0) as same_pass, ${officeHours(initial)} as office_hours, dutch_time(reviewed_at) as reviewed_at, reviewer.name as reviewed_by,
      audit_review.remark, employee.id = ${viewer.id} as own
    from by_employee
    join employee on employee.audit_key = by_employee.employee_key
    left join by_pass on by_pass.employee_key = by_employee.employee_key
    left join audit_review on audit_review.month = ${first} and audit_review.employee_key = employee.audit_key
      and ${coversMonth}
    left join office_hours on office_hours.municipality_id = employee.municipality_id
    left join employee reviewer on reviewer.audit_key = audit_review.reviewed_by
    where ${inMunicipality(viewer, sql`employee.municipality_id`)}
      and (${employee_id ?? null}::int is null or employee.id = ${employee_id ?? null})
    order by lookups + addresses desc, employee.name, employee.id`
  return rows.map(({ reviewed_at, reviewed_by, remark, ...row }) => ({
    ...row,
    reviewed: reviewed_at === null ? null : { at: reviewed_at, by: reviewed_by, remark },
  }))
}

/** Stores a review of an employee's month. Replaces an earlier review of that month. */
export const upsertReview = (
  db: Db,
  {
    month,
    employee_id,
    reviewer_id,
    remark,
  }: { month: string; employee_id: number; reviewer_id: number; remark: string | null },
) => runSql(db)`
  insert into audit_review (month, employee_key, reviewed_by, remark)
  select ${`${month}-01`}::date, employee.audit_key, reviewer.audit_key, ${remark}
  from employee, employee reviewer where employee.id = ${employee_id} and reviewer.id = ${reviewer_id}
  on conflict (month, employee_key) do update set reviewed_by = excluded.reviewed_by, reviewed_at = now(),
    remark = excluded.remark`

/** Returns each log with its length and the result of its last check. */
export const findLogs = (db: Db) =>
  allRows<LogState>(db)`
    select log, log_chain.length, kept_from, (
        select jsonb_build_object('at', dutch_time(checked_at), 'length', log_check.length, 'fault', fault,
          'broken_at', broken_at)
        from log_check where log_check.log = log_chain.log order by id desc limit 1
      ) as checked
    from log_chain order by log`

/** Returns whether a pass with this number exists that the caller may see. */
export const isKnownPass = (db: Db, viewer: Viewer, number: string) => hasRow(db)`
  select from environmental_pass
  join resident on resident.id = resident_id
  join address on address.id = resident.address_id
  join street on street.id = street_id
  where number = ${number} and ${inMunicipality(viewer)}`

/**
 * Returns the address of a pass, and all occupancies of the household that lives there today. The list of occupancies
 * is empty when that household is unknown. Returns undefined for the pass of a resident who moved away.
 */
export const findHouseholdOfPass = (db: Db, number: string) =>
  firstRow<{ address_id: number; occupancy_ids: number[] }>(db)`
    select resident.address_id, array(
      select own.id from occupancy own
      where own.address_id = resident.address_id and own.subject_id = (
        select occupancy.subject_id from occupancy
        where occupancy.address_id = resident.address_id and ${coversDay(dutchToday)})
      order by own.first_day
    ) as occupancy_ids
    from environmental_pass join resident on resident.id = resident_id
    where number = ${number} and blocked_reason is distinct from 'move'`

/** Returns the stored processings of the data of these subjects, newest first, and each call once. */
export async function findProcessings(db: Db, subjects: string[]): Promise<Processing[]> {
  const rows = await allRows<Omit<Processing, 'purpose'> & { activity: string }>(db)`
    select dutch_time(min(start_time)) as at, name as action, processing_activity_id as activity
    from processing_record where data_subject_id = any (${subjects})
    group by trace_id, name, processing_activity_id order by max(position) desc`
  return rows.map(({ activity, ...processing }) => ({ ...processing, purpose: purposeOfActivity(activity) }))
}
