import type { Notice } from '@rd4-loket/contract'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstValue, runSql } from '../../platform/database/statements.queries.ts'

const findNoticesWhere = (db: Db, condition: Sql) => allRows<Notice>(db)`
  select notice.id, title, html, valid_from, valid_to,
    case when municipality.id is not null
      then json_build_object('id', municipality.id, 'name', municipality.name) end as municipality
  from notice left join municipality on municipality.id = municipality_id
  where ${condition} order by valid_from desc, notice.id desc limit 200`

/** Returns today's notices for all employees, and those for the municipalities that the caller may see. */
export const findCurrentNotices = (db: Db, viewer: Viewer) =>
  findNoticesWhere(
    db,
    sql`${dutchToday} between valid_from and valid_to
      and (municipality_id is null or ${inMunicipality(viewer, sql`municipality_id`)})`,
  )

/** Returns the notices for the municipalities that the caller may see. With `id`, returns at most that notice. */
export const findNotices = (db: Db, viewer: Viewer, id?: number) =>
  findNoticesWhere(
    db,
    sql`${inMunicipality(viewer, sql`municipality_id`)}
      and (${id ?? null}::int is null or notice.id = ${id ?? null})`,
  )

type NoticeRow = Pick<Notice, 'title' | 'html' | 'valid_from' | 'valid_to'> & { municipality_id: number | null }

/** Locks a notice until the transaction ends. */
export const lockNotice = (transaction: Db, id: number) =>
  runSql(transaction)`select from notice where id = ${id} for update`

/** Inserts a notice and returns its id. */
export function insertNotice(db: Db, { title, html, valid_from, valid_to, municipality_id }: NoticeRow) {
  return firstValue<number>(db)`
    insert into notice (title, html, valid_from, valid_to, municipality_id)
    values (${title}, ${html}, ${valid_from}, ${valid_to}, ${municipality_id}) returning id`
}

export const updateNotice = (db: Db, id: number, { title, html, valid_from, valid_to, municipality_id }: NoticeRow) =>
  runSql(db)`
    update notice set title = ${title}, html = ${html}, valid_from = ${valid_from}, valid_to = ${valid_to},
      municipality_id = ${municipality_id}
    where id = ${id}`

export const deleteNotice = (db: Db, id: number) => runSql(db)`delete from notice where id = ${id}`
