import { broughtText, showWasteCalendar, type WasteCalendar } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { findBroughtStreams, findPlans, findUnpublished } from './calendar.queries.ts'
import { collectionDays } from './collection-days.ts'
import { findPlaceByPostalCode } from './waste-calendar.queries.ts'

const notFound: WasteCalendar = {
  success: false,
  code: 404,
  message: 'Dit adres is niet bekend.',
  data: { items: [[]], info_text: '' },
}

/** The public calendar of an address, as software of others reads it: without a login, and without anything personal. */
export function wasteCalendarRoutes(app: FastifyInstance, db: Db) {
  answer(app, showWasteCalendar, ({ query }) => wasteCalendar(db, query))
}

type Asked = Parameters<typeof findPlaceByPostalCode>[1] & {
  year: number
  month?: number | undefined
  types: string[] | undefined
}

async function wasteCalendar(db: Db, { year, month, types, ...asked }: Asked): Promise<WasteCalendar> {
  const place = await findPlaceByPostalCode(db, asked)
  if (!place) return notFound
  const { address_id, municipality_id, area } = place
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const plan = area && (await findPlans(db, [area], from, to)).get(area.id)
  const brought = await findBroughtStreams(db, address_id)
  const unpublished = await findUnpublished(db, municipality_id, from, to)
  const items = (plan ? collectionDays(plan, from, to) : [])
    .filter(({ cancelled, category }) => !cancelled && !brought.some((it) => it.category === category))
    .map(({ day, category }) => ({ date: day, month: Number(day.slice(5, 7)), type: category }))
    .filter((item) => (month ?? item.month) === item.month && (types ?? [item.type]).includes(item.type))
  const info = [
    ...unpublished.map((it) => `De ophaaldagen van ${it.year} zijn nog niet gepubliceerd.`),
    ...brought.map((it) => `${broughtText(it)}.`),
  ]
  return { success: true, code: 0, message: 'Jouw kalender.', data: { items: [items], info_text: info.join(' ') } }
}
