import { fullPath, openCalendarFeed, readCalendarFeed } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { openFeed, readFeed } from './calendar-feed.ts'

/** The link with which a resident's calendar program follows the collection days of an address. */
export function calendarFeedRoutes(api: Api, db: Db, portalUrl: string) {
  answer(api, openCalendarFeed, async ({ employee, body }) => ({
    url: portalUrl + fullPath(readCalendarFeed).replace(':token', await openFeed(db, employee, body)),
  }))

  answer(api, readCalendarFeed, ({ params, query }) => readFeed(db, params.token, query.reminder === 'evening'))
}
