import { broughtText, showWasteCalendar, type WasteCalendar } from '@rd4-loket/contract'
import { findPlans } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { toldYears, untoldYears } from '../../domain/collection-days/collection-years.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { keptItems } from './calendar-cache.ts'
import { findDoor } from './public-calendar.queries.ts'

const notFound: WasteCalendar = {
  success: false,
  code: 404,
  message: 'Dit adres is niet bekend.',
  data: { items: [[]], info_text: '' },
}

/** The public calendar of an address, as software of others reads it: without a login, and without anything personal. */
export function wasteCalendarRoutes(api: Api, db: Db) {
  const kept = keptItems()
  answer(api, showWasteCalendar, ({ query }) => wasteCalendar(db, kept, query))
}

type Asked = Parameters<typeof findDoor>[1] & {
  year: number
  month?: number | undefined
  types: string[] | undefined
}

async function countItems(db: Db, area_id: number, year: number) {
  const period = { from: `${year}-01-01`, to: `${year}-12-31` }
  const plan = (await findPlans(db, [{ id: area_id }], period)).get(area_id)
  return (plan ? collectionDays(plan, period.from, period.to) : [])
    .filter(({ cancelled }) => !cancelled)
    .map(({ day, category }) => ({ date: day, month: Number(day.slice(5, 7)), type: category }))
}

async function wasteCalendar(
  db: Db,
  kept: ReturnType<typeof keptItems>,
  { year, month, types, ...asked }: Asked,
): Promise<WasteCalendar> {
  const door = await findDoor(db, asked)
  if (!door) return notFound
  const { area_id, brought, years } = door
  // Read before the days themselves, so that these are never older.
  const version = [door.rules_revision, door.exceptions_revision, ...toldYears(years)].join(' ')
  const itemsOfArea =
    area_id === null ? [] : await kept(`${area_id} ${year}`, version, () => countItems(db, area_id, year))
  const items = itemsOfArea
    .filter(({ type }) => !brought.some(({ category }) => category === type))
    .filter((item) => (month ?? item.month) === item.month && (types ?? [item.type]).includes(item.type))
  const info = [
    ...untoldYears(years, { from: `${year}`, to: `${year}` }).map(
      (it) => `De ophaaldagen van ${it.year} zijn nog niet gepubliceerd.`,
    ),
    ...brought.map((it) => `${broughtText(it)}.`),
  ]
  return { success: true, code: 0, message: 'Jouw kalender.', data: { items: [items], info_text: info.join(' ') } }
}
