import {
  atPostalAddress,
  broughtText,
  CalendarCategory,
  neverLoadedText,
  type ParsedInput,
  showWasteCalendar,
  type WasteCalendar,
} from '@rd4-loket/contract'
import { findPlans } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays, isCollectedAtHome } from '../../domain/collection-days/collection-days.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { today } from '../../platform/runtime/days.ts'
import { makeCalendarCache } from './calendar-cache.ts'
import { findPublicAddresses } from './public-calendar.queries.ts'

const unknownAddress: WasteCalendar = {
  success: false,
  code: 404,
  message: 'Dit adres is niet bekend.',
  data: { items: [], info_text: '' },
}

const noArea = 'Bij dit adres hoort nog geen ophaalgebied. Daarom zijn er geen ophaaldagen bekend.'

/** Returns why a calendar is empty that has an area and a published year. `isFiltered`: other days are in the year. */
const withoutDays = (year: number, isFiltered: boolean) =>
  isFiltered
    ? `Bij deze keuze zijn er in ${year} geen ophaaldagen.`
    : `Voor ${year} zijn er geen ophaaldagen vastgelegd.`

/** Returns why a year without published days has none. The days of a past year do not come any more. */
const unpublished = (year: number) =>
  year < Number(today().slice(0, 4))
    ? `Van ${year} zijn geen ophaaldagen bekend.`
    : `De ophaaldagen van ${year} zijn nog niet gepubliceerd.`

/** Returns the collections of an address in a year, without cancelled collections. */
async function publicCalendar(
  db: Db,
  cached: ReturnType<typeof makeCalendarCache>,
  { year, month, types, ...postalAddress }: ParsedInput<typeof showWasteCalendar>['query'],
): Promise<WasteCalendar> {
  const found = await findPublicAddresses(db, postalAddress, CalendarCategory.options)
  const [address] = atPostalAddress(found, postalAddress)
  if (!address) return unknownAddress
  const { area_id, brought, published, municipality } = address
  const neverLoaded = neverLoadedText('collection_days', municipality)
  // The version is read before the collections, so that cached collections are never older than their version.
  const version = [address.rules_revision, address.exceptions_revision, ...published].join()
  const itemsOfArea =
    area_id === null ? [] : await cached(`${area_id} ${year}`, version, () => computeItems(db, area_id, year))
  const isAtHome = isCollectedAtHome(brought)
  const items = itemsOfArea.filter(
    (item) =>
      isAtHome({ category: item.type }) &&
      (month ?? item.month) === item.month &&
      (types ?? [item.type]).includes(item.type),
  )
  const reasons = [
    ...(area_id === null ? [neverLoaded ?? noArea] : []),
    ...(published.includes(year) || neverLoaded ? [] : [unpublished(year)]),
    ...brought.map((stream) => `${broughtText(stream)}.`),
  ]
  const info = items.length > 0 || reasons.length > 0 ? reasons : [withoutDays(year, itemsOfArea.length > 0)]
  return { success: true, code: 0, message: 'Jouw kalender.', data: { items: [items], info_text: info.join(' ') } }
}

async function computeItems(db: Db, area_id: number, year: number) {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const plan = (await findPlans(db, [{ id: area_id }], { from, to })).get(area_id)
  return (plan ? collectionDays(plan, from, to) : [])
    .filter(({ cancelled }) => !cancelled)
    .map(({ day, category }) => ({ date: day, month: Number(day.slice(5, 7)), type: category }))
}

/** The calendar of an address for third-party software, without a login and without personal data. */
export function publicCalendarRoutes(api: Api) {
  const cached = makeCalendarCache()
  answer(api, showWasteCalendar, ({ db, query }) => publicCalendar(db, cached, query))
}
