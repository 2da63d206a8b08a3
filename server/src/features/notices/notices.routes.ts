import {
  ApiError,
  addNotice,
  changeNotice,
  listNotices,
  listNoticesToEdit,
  type Received,
  removeNotice,
} from '@rd4-loket/contract'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import { deleteNotice, findNotices, findNoticesOfToday, insertNotice, updateNotice } from './notices.queries.ts'
import { safeHtml } from './rich-text.ts'

/** Notices: on the dashboard while they hold, and written by the municipality's employees. */
export function noticeRoutes(api: Api, db: Db) {
  const own = async (employee: SessionEmployee, notice_id: string | number) => {
    const [notice] = await findNotices(db, employee.municipality?.id ?? null, Number(notice_id))
    return notice ?? notFound('Deze mededeling bestaat niet')
  }
  const asWritten = async (
    employee: SessionEmployee,
    { municipality_id, html, ...rest }: Received<typeof addNotice>['body'],
  ) => {
    const safe = safeHtml(html)
    if (safe.replace(/<[^>]*>/g, '').trim() === '')
      throw new ApiError(422, invalidInput, { html: ['Dit veld is verplicht'] })
    const asked = municipality_id ?? employee.municipality?.id ?? null
    return { ...rest, html: safe, municipality_id: asked === null ? null : await ownMunicipality(db, employee, asked) }
  }

  answer(api, listNotices, ({ employee }) => findNoticesOfToday(db, employee.municipality?.id ?? null))

  answer(api, listNoticesToEdit, ({ employee }) => findNotices(db, employee.municipality?.id ?? null))

  answer(api, addNotice, async ({ body, employee }) =>
    own(employee, await insertNotice(db, await asWritten(employee, body))),
  )

  answer(api, changeNotice, async ({ params, body, employee }) => {
    const { id } = await own(employee, params.notice_id)
    await updateNotice(db, id, await asWritten(employee, body))
    return own(employee, id)
  })

  answer(api, removeNotice, async ({ params, employee }) => {
    const { id } = await own(employee, params.notice_id)
    await deleteNotice(db, id)
    return null
  })
}
