// Reasons: docs/calendar.md

import { createHash, randomBytes } from 'node:crypto'
import { CalendarCategory, fullPath, openCalendarFeed, readCalendarFeed } from '@rd4-loket/contract'
import { findVisibleAddress } from '../../domain/collection-days/calendar-access.ts'
import { findAddressCalendar } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays, isCollectedAtHome } from '../../domain/collection-days/collection-days.ts'
import { everyMunicipality } from '../../domain/places/in-municipality.queries.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { dayOf, today, yearOf } from '../../platform/runtime/days.ts'
import { findFeedAlias, saveFeedToken } from './calendar-feed.queries.ts'
import { icalendar } from './icalendar.ts'

/** Returns the token of an address's feed. With `renew` the earlier token stops working. */
async function openFeed({ db, employee, body: { address, renew = false } }: Call<typeof openCalendarFeed>) {
  const { id } = await findVisibleAddress(db, employee, address)
  return saveFeedToken(db, id, randomBytes(24).toString('base64url'), renew)
}

/** Returns the name of a feed in its UIDs. It reveals neither the token nor the address, and lasts until a renewal. */
const feedId = (token: string) => createHash('sha256').update(`feed ${token}`).digest('base64url').slice(0, 22)

/** Returns the collections of last year, this year and next year as iCalendar. Throws 404 for an unknown token. */
async function readFeed({ db, params, query }: Call<typeof readCalendarFeed>) {
  const alias = await findFeedAlias(db, params.token)
  const year = yearOf(dayOf(today()))
  const [from, to] = [`${year - 1}-01-01`, `${year + 1}-12-31`]
  const shown = { streams: CalendarCategory.options, purpose: null }
  const { address, plan, brought, rules_revision, rules_changed_at } =
    (alias && (await findAddressCalendar(db, everyMunicipality, alias, { from, to }, shown))) ||
    notFound('Deze agendalink werkt niet (meer)')
  const days = collectionDays(plan, from, to).filter(isCollectedAtHome(brought))
  return icalendar(address, days, {
    feed_id: feedId(params.token),
    reminder: query.reminder === 'evening',
    rules_revision,
    rules_changed_at,
    exceptions: plan.exceptions,
  })
}

/** The link with which a resident's calendar program follows the collection days of an address. */
export function calendarFeedRoutes(api: Api, portalUrl: string) {
  answer(api, openCalendarFeed, async (call) => ({
    url: portalUrl + fullPath(readCalendarFeed).replace(':token', `${await openFeed(call)}.ics`),
  }))

  answer(api, readCalendarFeed, readFeed)
}
