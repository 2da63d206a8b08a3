import { addNotice, changeNotice, listNotices, listNoticesToEdit, removeNotice } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findCurrentNotices, findNotices } from './notices.queries.ts'
import { placeNotice, replaceNotice, withdrawNotice } from './notices.ts'

/** Notices: shown on the dashboard during their period, and written by the municipality's employees. */
export function noticeRoutes(api: Api) {
  answer(api, listNotices, ({ db, employee }) => findCurrentNotices(db, employee))
  answer(api, listNoticesToEdit, ({ db, employee }) => findNotices(db, employee))
  answer(api, addNotice, placeNotice)
  answer(api, changeNotice, replaceNotice)
  answer(api, removeNotice, withdrawNotice)
}
