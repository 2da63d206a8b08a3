import { randomBytes } from 'node:crypto'
import { fullPath, openCalendarFeed, readCalendarFeed } from '@rd4-loket/contract'
import { findAddressCalendar } from '../../domain/collection-days/address-calendar.queries.ts'
import { ownAddress } from '../../domain/collection-days/calendar-access.ts'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { dayOf, today, yearOf } from '../../platform/runtime/days.ts'
import { findFeedAlias, keepFeed } from './calendar-feed.queries.ts'
import { icalendar } from './icalendar.ts'

const newToken = () => randomBytes(24).toString('base64url')
const unknownFeed = () => notFound('Deze agendalink werkt niet (meer)')

/** The link that brings an address's collections into a resident's own calendar; `portal` is where links lead to. */
export function calendarFeedRoutes(api: Api, db: Db, portal: string) {
  answer(api, openCalendarFeed, async ({ employee, body: { address, renew = false } }) => {
    const { id } = await ownAddress(db, employee, address)
    const token = await keepFeed(db, id, newToken(), renew)
    return { url: portal + fullPath(readCalendarFeed).replace(':token', token) }
  })

  answer(api, readCalendarFeed, async ({ params, query }) => {
    const alias = await findFeedAlias(db, params.token)
    // Last year's days stay where they are; of the coming ones there are as many as are published.
    const year = yearOf(dayOf(today()))
    const [from, to] = [`${year - 1}-01-01`, `${year + 1}-12-31`]
    const { address, plan, brought, rules_revision } =
      (alias && (await findAddressCalendar(db, alias, { from, to }))) || unknownFeed()
    const days = collectionDays(plan, from, to).filter(
      ({ category }) => !brought.some((it) => it.category === category),
    )
    return icalendar(address, days, { reminder: query.reminder === 'evening', rules_revision })
  })
}
