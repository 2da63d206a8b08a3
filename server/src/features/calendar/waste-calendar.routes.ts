import { broughtText, showWasteCalendar, type WasteCalendar } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { type Area, findBroughtStreams, findPlans, findUnpublished } from './calendar.queries.ts'
import { collectionDays } from './collection-days.ts'
import { keptItems } from './kept-items.ts'
import { findPlaceByPostalCode, findVersion } from './waste-calendar.queries.ts'

const notFound: WasteCalendar = {
  success: false,
  code: 404,
  message: 'Dit adres is niet bekend.',
  data: { items: [[]], info_text: '' },
}

/** The public calendar of an address, as software of others reads it: without a login, and without anything personal. */
export function wasteCalendarRoutes(app: FastifyInstance, db: Db) {
  const kept = keptItems()
  answer(app, showWasteCalendar, ({ query }) => wasteCalendar(db, kept, query))
}

type Asked = Parameters<typeof findPlaceByPostalCode>[1] & {
  year: number
  month?: number | undefined
  types: string[] | undefined
}

async function countItems(db: Db, area: Area, from: string, to: string) {
  const plan = (await findPlans(db, [area], from, to)).get(area.id)
  return (plan ? collectionDays(plan, from, to) : [])
    .filter(({ cancelled }) => !cancelled)
    .map(({ day, category }) => ({ date: day, month: Number(day.slice(5, 7)), type: category }))
}

async function wasteCalendar(
  db: Db,
  kept: ReturnType<typeof keptItems>,
  { year, month, types, ...asked }: Asked,
): Promise<WasteCalendar> {
  const place = await findPlaceByPostalCode(db, asked)
  if (!place) return notFound
  const { address_id, municipality_id, area } = place
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const { told, version } = area ? await findVersion(db, area.id) : { told: [], version: '' }
  const brought = await findBroughtStreams(db, address_id)
  const unpublished = told.includes(year) ? [] : await findUnpublished(db, municipality_id, from, to)
  const itemsOfArea = area ? await kept(`${area.id} ${year}`, version, () => countItems(db, area, from, to)) : []
  const items = itemsOfArea
    .filter(({ type }) => !brought.some(({ category }) => category === type))
    .filter((item) => (month ?? item.month) === item.month && (types ?? [item.type]).includes(item.type))
  const info = [
    ...unpublished.map((it) => `De ophaaldagen van ${it.year} zijn nog niet gepubliceerd.`),
    ...brought.map((it) => `${broughtText(it)}.`),
  ]
  return { success: true, code: 0, message: 'Jouw kalender.', data: { items: [items], info_text: info.join(' ') } }
}
