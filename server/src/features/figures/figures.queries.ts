import type { Figure, FigureSubject } from '@rd4-loket/contract'
import { occupancyOn } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { LinkedAddressColumns } from '../../domain/places/linked-address.ts'
import type { Db } from '../../platform/database/db.ts'
import type { DayRange } from '../../platform/database/dutch-time.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, allValues, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'
import type { CountedKind } from './counted-things.queries.ts'
import type { CountedGroup, StoredFigure } from './merge-groups.ts'

// The id of the advisory lock: an arbitrary number that no other lock uses.
const figureLock = 4_711_044

const firstDay = (month: string) => sql`${`${month}-01`}::date`

/**
 * Returns the ended months without figures, the oldest first. A month is counted from the second day after it. Without
 * any figures, the first month is `months` back.
 */
export const findDueMonths = (db: Db, { today, months }: { today: string; months: number }) => allValues<string>(db)`
  with ended as (
    select (date_trunc('month', (${today}::date - 1)::timestamp) - interval '1 month')::date as month)
  select to_char(due, 'YYYY-MM')
  from ended, generate_series(
    coalesce((select max(month) from figure) + interval '1 month', month - make_interval(months => ${months - 1})),
    month, interval '1 month') due
  order by due`

/** Locks the counting of months until the transaction ends. Returns false if another process counts. */
export const lockFigures = async (transaction: Db) =>
  firstValue<boolean>(transaction)`select pg_try_advisory_xact_lock(${figureLock})`

export const isCounted = (db: Db, month: string) => hasRow(db)`select from figure where month = ${firstDay(month)}`

/** Lets the statements of a transaction run for a longer time than those of a call. */
export const allowTime = (transaction: Db, timeout_ms: number) => runSql(transaction)`
  select set_config('statement_timeout', ${String(timeout_ms)}, true)`

/** Counts the things of one kind by each of its subjects. One statement, so that all its subjects count the same things. */
export const countThings = (db: Db, { rows, subjects }: CountedKind, days: DayRange) => {
  const columns = Object.entries(subjects).map(
    ([subject, column]) => sql`(${sql.literal(subject)}, thing.${sql.identifier(column)})`,
  )
  return allRows<CountedGroup & { subject: FigureSubject }>(db)`
    select subject, municipality_id, group_key, count(*)::int as count, sum(cents)::float8 as cents
    from (${rows(days)}) thing cross join lateral (values ${sql.join(columns)}) part (subject, group_key)
    group by 1, 2, 3`
}

export const insertFigures = (db: Db, month: string, figures: (StoredFigure & { subject: FigureSubject })[]) =>
  runSql(db)`
    insert into figure (month, subject, municipality_id, group_key, count, cents)
    select ${firstDay(month)}, subject, municipality_id, group_key, count, cents
    from ${tableOf('counted', figures, { text: ['subject', 'group_key'], int: ['municipality_id', 'count'], bigint: ['cents'] })}`

/** Returns the figures of some months that a caller may see, by month, municipality and count. */
export const findFigures = (db: Db, viewer: Viewer, { from, to }: { from: string; to: string }) =>
  allRows<Figure & { month: string }>(db)`
    select to_char(month, 'YYYY-MM') as month, subject, group_key as group, count, cents::float8 as cents,
      case when municipality.id is not null
        then json_build_object('id', municipality.id, 'name', municipality.name) end as municipality
    from figure left join municipality on municipality.id = municipality_id
    where month between ${firstDay(from)} and ${firstDay(to)} and ${inMunicipality(viewer, sql`municipality_id`)}
    order by figure.month, subject, municipality.name nulls last, group_key is null, count desc, group_key`

/** Returns the months that have figures, the newest first. */
export const findCountedMonths = (db: Db) =>
  allValues<string>(db)`select to_char(month, 'YYYY-MM') from figure group by month order by month desc`

/** A figure of a month. `municipality_id` 0: the small municipalities. Undefined: all that the caller may see. */
export type FigureKey = {
  month: string
  subject: FigureSubject
  group: string | null
  municipality_id: number | undefined
}

/** Returns what a figure counts, or undefined without such a figure. */
export const findFigureCount = (db: Db, viewer: Viewer, { month, subject, group, municipality_id }: FigureKey) =>
  firstValue<number | null>(db)`
    select sum(count)::float8 from figure
    where month = ${firstDay(month)} and subject = ${subject} and group_key is not distinct from ${group}::text
      and (${municipality_id ?? null}::int is null or coalesce(municipality_id, 0) = ${municipality_id ?? null}::int)
      and ${inMunicipality(viewer, sql`municipality_id`)}`

/** The position after which a page of things begins. */
type ThingPosition = { at: string; key: string }

/**
 * The things of one figure. Each thing belongs to its municipality if that is counted alone, and to its group if that is
 * counted alone there. The other things belong to the figures without a name.
 */
const thingsOf = (
  viewer: Viewer,
  kind: CountedKind,
  { month, subject, group, municipality_id }: FigureKey,
  days: DayRange,
) => {
  const column = sql.identifier(kind.subjects[subject] ?? '')
  return sql`(
    with shown as (
      select coalesce(municipality_id, 0) as area, group_key from figure
      where month = ${firstDay(month)} and subject = ${subject} and count > 0)
    select * from (
      select thing.*, thing.${column} as group_key,
        case when municipality_id in (select area from shown) then municipality_id else 0 end as area
      from (${kind.rows(days)}) thing
    ) thing
    where (${municipality_id ?? null}::int is null or area = ${municipality_id ?? null}::int)
      and ${inMunicipality(viewer, sql`municipality_id`)}
      and case when (area, group_key) in (select area, shown.group_key from shown where shown.group_key is not null)
        then group_key end is not distinct from ${group}::text)`
}

export const countFigureRows = (db: Db, viewer: Viewer, kind: CountedKind, key: FigureKey, days: DayRange) =>
  firstRow<{ count: number }>(db)`select count(*)::int as count from ${thingsOf(viewer, kind, key, days)} thing`

/** A thing with the columns of its address, its household, and its group in each subject of its kind. */
export type FoundThing = Partial<LinkedAddressColumns> & {
  day: string
  at: string
  key: string
  address_id: number | null
  occupancy_id: number | null
  groups: { subject: FigureSubject; group: string | null }[]
}

/** Returns the things of a figure in the order of their moments, after a position. */
export const findFigureRows = (
  db: Db,
  viewer: Viewer,
  kind: CountedKind,
  key: FigureKey,
  days: DayRange,
  { after, limit }: { after: ThingPosition | undefined; limit: number },
) => {
  const groups = Object.entries(kind.subjects).map(
    ([subject, column]) =>
      sql`jsonb_build_object('subject', ${sql.literal(subject)}, 'group', page.${sql.identifier(column)})`,
  )
  return allRows<FoundThing>(db)`
    select (at at time zone 'Europe/Amsterdam')::date as day, at::text as at, page.key, address_id,
      ${occupancyOn(sql`page.address_id`, sql`at`)} as occupancy_id, jsonb_build_array(${sql.join(groups)}) as groups,
      alias, street.name as street, house_number, house_number_extension, postal_code, city
    from (
      select * from ${thingsOf(viewer, kind, key, days)} thing
      where ${after ? sql`(at, key) > (${after.at}::timestamptz, ${after.key}::text)` : sql`true`}
      order by at, key limit ${limit}
    ) page left join address on address.id = page.address_id left join street on street.id = street_id
    order by page.at, page.key`
}
