import type { EmployeeMonth } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type Asked = { month: string; municipality_id: number | null; employee_id?: number }
type Row = Omit<EmployeeMonth, 'reviewed'> & { reviewed_at: string | null; reviewed_by: string | null }

/** The employees of a municipality (null: of all) who looked at residents in a month, with what may raise a question. */
export async function findMonth(db: Db, { month, municipality_id, employee_id }: Asked): Promise<EmployeeMonth[]> {
  const first = `${month}-01`
  const { rows } = await sql<Row>`
    with look as (
      select employee_key, action, result, object_key, happened_at at time zone 'Europe/Amsterdam' as at
      from audit_event
      where log = 'audit' and action in ('find_resident', 'show_resident_name')
        and happened_at >= (${first}::date::timestamp at time zone 'Europe/Amsterdam')
        and happened_at < ((${first}::date + interval '1 month') at time zone 'Europe/Amsterdam')
    ), by_employee as (
      select employee_key,
        count(*) filter (where action = 'find_resident')::int as looks,
        count(*) filter (where action = 'show_resident_name' and result = 'done')::int as names_shown,
        count(*) filter (where action = 'find_resident' and result = 'not_found')::int as not_found,
        count(*) filter (where extract(isodow from at) > 5 or at::time < '07:00' or at::time >= '19:00')::int as outside_hours
      from look group by employee_key
    ), by_pass as (
      select employee_key, max(times)::int as same_pass from (
        select employee_key, count(*) as times from look where action = 'find_resident' group by employee_key, object_key
      ) passes group by employee_key
    )
    select employee.id as employee_id, employee.name, looks, names_shown, not_found, outside_hours,
      coalesce(same_pass, 0) as same_pass, dutch_time(reviewed_at) as reviewed_at, reviewer.name as reviewed_by
    from by_employee
    join employee on employee.audit_key = by_employee.employee_key
    left join by_pass on by_pass.employee_key = by_employee.employee_key
    left join audit_review on audit_review.month = ${first} and audit_review.employee_key = employee.audit_key
    left join employee reviewer on reviewer.audit_key = audit_review.reviewed_by
    where (${municipality_id}::int is null or employee.municipality_id = ${municipality_id})
      and (${employee_id ?? null}::int is null or employee.id = ${employee_id ?? null})
    order by looks desc, employee.name, employee.id`.execute(db)
  return rows.map(({ reviewed_at, reviewed_by, ...row }) => ({
    ...row,
    reviewed: reviewed_at === null ? null : { at: reviewed_at, by: reviewed_by },
  }))
}

/** Keeps that an administrator reviewed the month of an employee; a later review comes in the place of an earlier. */
export const keepReview = (
  db: Db,
  { month, employee_id, reviewer_id }: { month: string; employee_id: number; reviewer_id: number },
) =>
  sql`
    insert into audit_review (month, employee_key, reviewed_by)
    select ${`${month}-01`}::date, employee.audit_key, reviewer.audit_key
    from employee, employee reviewer where employee.id = ${employee_id} and reviewer.id = ${reviewer_id}
    on conflict (month, employee_key) do update set reviewed_by = excluded.reviewed_by, reviewed_at = now()`.execute(db)
