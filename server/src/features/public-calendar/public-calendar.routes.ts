import { showWasteCalendar } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { makeCalendarCache } from './calendar-cache.ts'
import { publicCalendar } from './public-calendar.ts'

/** The calendar of an address for third-party software, without a login and without personal data. */
export function publicCalendarRoutes(api: Api) {
  const cached = makeCalendarCache()
  answer(api, showWasteCalendar, ({ db, query }) => publicCalendar(db, cached, query))
}
