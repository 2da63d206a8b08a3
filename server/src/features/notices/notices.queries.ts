import type { Notice } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'

type NoticeRow = Omit<Notice, 'municipality'> & { municipality_id: number | null; municipality_name: string | null }

const asNotice = ({ municipality_id, municipality_name, ...notice }: NoticeRow): Notice => ({
  ...notice,
  municipality: municipality_id === null ? null : { id: municipality_id, name: municipality_name ?? '' },
})

async function noticesThat(db: Db, meet: RawBuilder<unknown>) {
  const { rows } = await sql<NoticeRow>`
    select notice.id, title, html, valid_from, valid_to, municipality_id, municipality.name as municipality_name
    from notice left join municipality on municipality.id = municipality_id
    where ${meet} order by valid_from desc, notice.id desc limit 200`.execute(db)
  return rows.map(asNotice)
}

/** The notices that hold today: those for all, and those of the municipality, or of every one for who works for all. */
export const findNoticesOfToday = (db: Db, municipality_id: number | null) =>
  noticesThat(
    db,
    sql`${dutchToday} between valid_from and valid_to
      and (municipality_id is null or ${municipality_id}::int is null or municipality_id = ${municipality_id})`,
  )

/** The notices that an employee may change: those of their municipality, or all for who works for all. */
export const findNotices = (db: Db, municipality_id: number | null, id?: number) =>
  noticesThat(
    db,
    sql`(${municipality_id}::int is null or municipality_id = ${municipality_id}) and (${id ?? null}::int is null or notice.id = ${id ?? null})`,
  )

type NoticeToKeep = Pick<NoticeRow, 'title' | 'html' | 'valid_from' | 'valid_to' | 'municipality_id'>

/** Keeps a new notice; gives its id. */
export async function insertNotice(db: Db, notice: NoticeToKeep) {
  const { id } = await db.insertInto('notice').values(notice).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Keeps a notice as it was changed. */
export const updateNotice = (db: Db, id: number, notice: NoticeToKeep) =>
  db.updateTable('notice').set(notice).where('id', '=', id).execute()

/** Takes a notice away. */
export const deleteNotice = (db: Db, id: number) => db.deleteFrom('notice').where('id', '=', id).execute()
