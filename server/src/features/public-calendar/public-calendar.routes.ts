import { showWasteCalendar } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { makeCalendarCache } from './calendar-cache.ts'
import { publicCalendar } from './public-calendar.ts'

/** The calendar of an address for third-party software, without a login and without personal data. */
export function publicCalendarRoutes(api: Api, db: Db) {
  const cached = makeCalendarCache()
  answer(api, showWasteCalendar, ({ query }) => publicCalendar(db, cached, query))
}
