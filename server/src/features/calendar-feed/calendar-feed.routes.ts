import { fullPath, openCalendarFeed, readCalendarFeed } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { openFeed, readFeed } from './calendar-feed.ts'

/** The link with which a resident's calendar program follows the collection days of an address. */
export function calendarFeedRoutes(api: Api, portalUrl: string) {
  answer(api, openCalendarFeed, async (call) => ({
    url: portalUrl + fullPath(readCalendarFeed).replace(':token', `${await openFeed(call)}.ics`),
  }))

  answer(api, readCalendarFeed, readFeed)
}
