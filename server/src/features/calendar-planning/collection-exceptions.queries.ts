import type { CalendarCategory, CollectionChange } from '@rd4-loket/contract'
import type { AreaException } from '../../domain/collection-days/collection-days.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/** A planned collection of an area. `day` is the day according to the rules, before a move. */
export type AreaDay = { collection_area_id: number; category: CalendarCategory; day: string }

/** A new state of a planned collection. */
export type NewException = AreaDay & Pick<AreaException, 'state' | 'moved_to' | 'reason'>

/** Locks areas until the transaction ends. Another transaction that changes the same areas waits. */
export const lockAreas = (transaction: Db, area_ids: number[]) => runSql(transaction)`
  select from collection_area where id = any (${area_ids}::int[]) order by id for no key update`

/** Returns the exceptions on these planned collections, including withdrawn exceptions. */
export const findExceptionsOn = (db: Db, days: AreaDay[]) => allRows<NewException & { revision: number }>(db)`
  select collection_area_id, category, day, state, moved_to, reason, revision
  from collection_exception
    join json_to_recordset(${JSON.stringify(days)}) as days (collection_area_id int, category text, day date)
      using (collection_area_id, category, day)`

/** Inserts a change without its collections, and returns its id. */
export const insertChange = (
  transaction: Db,
  municipality_id: number,
  employee_id: number,
  kind: CollectionChange['kind'],
) => firstValue<number>(transaction)`
  insert into collection_change (municipality_id, employee_id, kind)
  values (${municipality_id}, ${employee_id}, ${kind}) returning id`

/** Stores exceptions, raises their revisions, and adds them to the history as a part of this change. */
export const writeExceptions = (transaction: Db, change_id: number, exceptions: NewException[]) => runSql(transaction)`
  with change as (
    select wanted.*, coalesce(stored.state, 'withdrawn') as state_before, stored.moved_to as moved_to_before,
      coalesce(stored.reason, '') as reason_before
    from json_to_recordset(${JSON.stringify(exceptions)}) as wanted
        (collection_area_id int, category text, day date, state text, moved_to date, reason text)
      left join collection_exception stored using (collection_area_id, category, day)),
  written as (
    insert into collection_exception (collection_area_id, category, day, state, moved_to, reason)
    select collection_area_id, category, day, state, moved_to, reason from change
    on conflict (collection_area_id, category, day) do update set
      state = excluded.state, moved_to = excluded.moved_to, reason = excluded.reason,
      revision = collection_exception.revision + 1
    returning collection_area_id, category, day, revision)
  insert into collection_change_day
    (collection_change_id, collection_area_id, category, day, state_before, moved_to_before, reason_before,
      state, moved_to, reason, revision)
  select ${change_id}, collection_area_id, category, day, state_before, moved_to_before, reason_before,
    state, moved_to, reason, revision
  from change join written using (collection_area_id, category, day)`

/** Returns the kind and the municipality of a change that the caller may see, or undefined. */
export const findChange = (db: Db, viewer: Viewer, id: number) =>
  firstRow<{ municipality_id: number; kind: CollectionChange['kind'] }>(db)`
    select municipality_id, kind from collection_change
    where id = ${id} and ${inMunicipality(viewer, sql`municipality_id`)}`

/** Returns the collections of a change, each with its state before the change and its revision after the change. */
export const findChangedDays = (db: Db, change_id: number) => allRows<NewException & { revision: number }>(db)`
  select collection_area_id, category, day, state_before as state, moved_to_before as moved_to,
    reason_before as reason, revision
  from collection_change_day where collection_change_id = ${change_id}`

type ChangeRow = Pick<CollectionChange, 'id' | 'by' | 'at' | 'kind' | 'collections' | 'areas' | 'is_latest'> &
  Pick<AreaDay, 'category' | 'day'> &
  Pick<NewException, 'state' | 'moved_to' | 'reason'> & {
    state_before: NewException['state']
    moved_to_before: string | null
    reason_before: string
  }

const maxChanges = 50

/** Returns the last changes of a municipality, or of one planned collection, newest first. */
export const findChanges = (db: Db, municipality_id: number, of: AreaDay | null) => allRows<ChangeRow>(db)`
  select change.id, employee.name as by, dutch_time(changed_at) as at, kind, total.collections, total.areas,
    total.is_latest,
    first.category, first.day, first.state, first.moved_to, first.reason,
    first.state_before, first.moved_to_before, first.reason_before
  from collection_change change
    left join employee on employee.id = change.employee_id
    cross join lateral (
      select count(*)::int as collections, json_agg(distinct area.name) as areas,
        coalesce(bool_and(stored.revision = changed.revision), false) as is_latest
      from collection_change_day changed
        join collection_area area on area.id = changed.collection_area_id
        join collection_exception stored using (collection_area_id, category, day)
      where changed.collection_change_id = change.id) total
    join lateral (
      select * from collection_change_day changed
      where changed.collection_change_id = change.id
        and (${of === null} or (collection_area_id = ${of?.collection_area_id ?? null}
          and category = ${of?.category ?? null} and day = ${of?.day ?? null}))
      order by day, category, collection_area_id limit 1) first on true
  where change.municipality_id = ${municipality_id}
  order by change.id desc limit ${maxChanges}`
