import type { DeskAction, IssueOrder, RollIssue, UndoableAction } from '@rd4-loket/contract'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { deskAction, isUndoable, type Undoer, undoSecondsLeft } from '../../domain/undo/undo.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type DayRange, onDays } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import { inThisYear, onPassOf } from './residents.queries.ts'

/**
 * Locks a pass and the other passes of its resident until the transaction ends. Later reads include the rolls that all
 * earlier transactions issued to this household.
 */
export const lockPassesOfResident = (transaction: Db, number: string) => runSql(transaction)`
  select from environmental_pass
  where resident_id = (select holder.resident_id from environmental_pass holder where holder.number = ${number})
  order by id for update`

/**
 * Returns the issue that an employee made with this idempotency key. `rolls_this_year` counts the rolls of the
 * household in the year of that issue, until and including that issue.
 */
export function findIssueByKey(db: Db, employee_id: number, key: string) {
  return firstRow<{
    request_id: number
    number: string
    rolls: number
    is_cancelled: boolean
    rolls_this_year: number
  }>(db)`
    select issue.id as request_id, environmental_pass.number, issue.rolls, cancelled_at is not null as is_cancelled,
      (
        select sum(earlier.rolls)::int
        from roll_issue earlier join environmental_pass issued_on_pass on issued_on_pass.id = earlier.environmental_pass_id
        where issued_on_pass.resident_id = environmental_pass.resident_id and earlier.id <= issue.id
          and earlier.cancelled_at is null
          and earlier.requested_at >= date_trunc('year', issue.requested_at, 'Europe/Amsterdam')
      ) as rolls_this_year
    from roll_issue issue join environmental_pass on environmental_pass.id = issue.environmental_pass_id
    where employee_id = ${employee_id} and idempotency_key = ${key}`
}

/**
 * Inserts an issue and returns its id; undefined when a parallel request of the employee used the same idempotency key
 * for another pass.
 */
export async function insertRollIssue(
  db: Db,
  issue: { environmental_pass_id: number; employee_id: number; rolls: number; idempotency_key: string | null },
) {
  const { environmental_pass_id, employee_id, rolls, idempotency_key } = issue
  return firstValue<number | undefined>(db)`
    insert into roll_issue (environmental_pass_id, employee_id, rolls, idempotency_key)
    values (${environmental_pass_id}, ${employee_id}, ${rolls}, ${idempotency_key})
    on conflict (employee_id, idempotency_key) do nothing returning id`
}

const issueColumns = { by: sql`employee_id`, at: sql`requested_at` }

/** Returns the issues of this employee that can still be cancelled, newest first. */
export const findUndoableIssues = (db: Db, undoer: Undoer) => allRows<UndoableAction>(db)`
  select 'roll_issue' as kind, roll_issue.id, right(number, 4) as pass_ending, rolls,
    dutch_time(requested_at) as done_at, ${undoSecondsLeft(undoer, issueColumns.at)} as seconds_left
  from roll_issue join environmental_pass on environmental_pass.id = environmental_pass_id
  where ${isUndoable(undoer, issueColumns)} and cancelled_at is null
  order by requested_at desc, roll_issue.id desc`

/**
 * Locks an issue until the transaction ends, and returns it as this employee sees it. Returns undefined for an unknown
 * issue, and for an issue in another municipality.
 */
export const lockIssue = (transaction: Db, viewer: Viewer & { id: number }, issue_id: number) =>
  firstRow<DeskAction & { is_cancelled: boolean }>(transaction)`
    select ${deskAction(viewer.id, issueColumns)}, cancelled_at is not null as is_cancelled
    from roll_issue
      join environmental_pass pass on pass.id = environmental_pass_id
      join address on address.id = pass.address_id
      join street on street.id = street_id
    where roll_issue.id = ${issue_id} and ${inMunicipality(viewer)} for update of roll_issue`

/** Cancels an issue. Returns the pass number, and the number of rolls of the household this year that remain. */
export async function cancelIssue(db: Db, issue_id: number) {
  const cancelled = await firstRow<{ resident_id: number; number: string }>(db)`
    update roll_issue set cancelled_at = coalesce(cancelled_at, now())
    from environmental_pass
    where roll_issue.id = ${issue_id} and environmental_pass.id = environmental_pass_id
    returning resident_id, number`
  if (!cancelled) return undefined
  const rolls_this_year = await firstValue<number>(db)`
    select coalesce(sum(rolls), 0)::int from roll_issue
    where ${onPassOf(cancelled.resident_id)} and cancelled_at is null and ${inThisYear}`
  return { number: cancelled.number, rolls_this_year }
}

const issues = sql`
  roll_issue
  join employee on employee.id = employee_id
  join environmental_pass on environmental_pass.id = environmental_pass_id
  join address on address.id = environmental_pass.address_id
  join street on street.id = street_id`

/** A period, and optionally a part of the name of the employee and the last four characters of the pass number. */
export type IssueCriteria = DayRange & { employee?: string | undefined; ending?: string | undefined }

type IssuePage = { after: number | undefined; order?: IssueOrder; limit: number }

const matches = (viewer: Viewer, { employee, ending, ...period }: IssueCriteria) => sql`
  ${onDays(sql`requested_at`, period)}
  and (${employee ?? null}::text is null or position(lower(${employee ?? null}) in lower(employee.name)) > 0)
  and (${ending ?? null}::text is null or right(environmental_pass.number, 4) = ${ending ?? null})
  and ${inMunicipality(viewer)}`

const orderColumns: Record<string, Sql> = {
  requested_at: sql`roll_issue.requested_at`,
  rolls: sql`roll_issue.rolls`,
  requested_by: sql`lower(employee.name)`,
  pass_ending: sql`right(environmental_pass.number, 4)`,
}

/**
 * Returns the matching issues that the caller may see, in an order. With `after`, the id of an
 * issue, returns only the issues after that issue in the same order.
 */
export const findIssues = (
  db: Db,
  viewer: Viewer,
  { after, limit, order = '-requested_at', ...criteria }: IssueCriteria & IssuePage,
) => {
  const column = orderColumns[order.replace('-', '')] ?? sql`roll_issue.requested_at`
  const [isAfter, direction] = order.startsWith('-') ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  return allRows<RollIssue>(db)`
  select roll_issue.id, dutch_time(requested_at) as requested_at, employee.name as requested_by,
    right(environmental_pass.number, 4) as pass_ending, rolls, cancelled_at is not null as cancelled
  from ${issues}
  where ${matches(viewer, criteria)} and (
    ${after ?? null}::int is null or (${column}, roll_issue.id) ${isAfter} (
      select ${column}, roll_issue.id from ${issues} where roll_issue.id = ${after ?? null}
    )
  )
  order by ${column} ${direction}, roll_issue.id ${direction} limit ${limit}`
}

/** Returns the rolls of the matching issues in each week, without cancelled issues. */
export function findRollsByWeek(db: Db, viewer: Viewer, criteria: IssueCriteria) {
  return allRows<{ week: string; rolls: number }>(db)`
    select date_trunc('week', requested_at at time zone 'Europe/Amsterdam')::date as week, sum(rolls)::int as rolls
    from ${issues} where ${matches(viewer, criteria)} and cancelled_at is null group by 1 order by 1`
}
