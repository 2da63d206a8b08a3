import { addNotice, changeNotice, listNotices, listNoticesToEdit, removeNotice } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { deleteNotice, findCurrentNotices, findNotices, insertNotice, updateNotice } from './notices.queries.ts'
import { findOwnNotice, noticeRow } from './notices.ts'

/** Notices: shown on the dashboard during their period, and written by the municipality's employees. */
export function noticeRoutes(api: Api) {
  answer(api, listNotices, ({ db, employee }) => findCurrentNotices(db, employee.municipality?.id ?? null))
  answer(api, listNoticesToEdit, ({ db, employee }) => findNotices(db, employee.municipality?.id ?? null))
  answer(api, addNotice, async ({ db, body, employee }) =>
    findOwnNotice(db, employee, await insertNotice(db, await noticeRow(db, employee, body))),
  )
  answer(api, changeNotice, async ({ db, params, body, employee }) => {
    const { id } = await findOwnNotice(db, employee, params.notice_id)
    await updateNotice(db, id, await noticeRow(db, employee, body))
    return findOwnNotice(db, employee, id)
  })
  answer(api, removeNotice, async ({ db, params, employee }) => {
    const { id } = await findOwnNotice(db, employee, params.notice_id)
    await deleteNotice(db, id)
    return null
  })
}
