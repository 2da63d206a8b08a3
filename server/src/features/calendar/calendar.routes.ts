import { type CalendarMeta, listMunicipalCollections, showCalendar } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { notFound } from '../../shared/errors.ts'
import type { SessionEmployee } from '../../shared/session.queries.ts'
import { type Area, findAreas, findBroughtStreams, findPlans, findUnpublished } from './calendar.queries.ts'
import { collectionsOf, withAppointments } from './collections.ts'
import { municipalitiesOf, ownAddress } from './own-address.ts'
import { findAppointments } from './pickup-appointments.queries.ts'

/** Whose calendar is asked for, and which areas it is made of. */
type Subject = Omit<CalendarMeta, 'areas' | 'unpublished'> & { of: Area[]; address_id: number | null }

/** The waste calendar: the collections of an address, an area or a municipality. */
export function calendarRoutes(app: FastifyInstance, db: Db) {
  async function addressSubject(employee: SessionEmployee, alias: string): Promise<Subject> {
    const { id, address, area } = await ownAddress(db, employee, alias)
    const { municipality } = address
    const brought = await findBroughtStreams(db, id)
    return { municipality, area, address, brought, of: area ? [area] : [], address_id: id }
  }

  async function municipalitySubject(
    employee: SessionEmployee,
    municipality_id: number,
    area_id?: number,
  ): Promise<Subject> {
    const municipality =
      (await municipalitiesOf(db, employee)).find(({ id }) => id === municipality_id) ??
      notFound('Deze gemeente is niet bekend')
    const areas = await findAreas(db, municipality.id)
    const area = area_id === undefined ? null : areas.find(({ id }) => id === area_id)
    if (area === undefined) notFound('Dit ophaalgebied bestaat niet')
    return { municipality, area, address: null, brought: [], of: area ? [area] : areas, address_id: null }
  }

  answer(
    app,
    showCalendar,
    async ({ employee, query: { address, municipality_id = 0, area_id, categories, from, to } }) => {
      const { of, address_id, ...subject } = address
        ? await addressSubject(employee, address)
        : await municipalitySubject(employee, municipality_id, area_id)
      const { brought, municipality, area } = subject
      const collections = collectionsOf(of, await findPlans(db, of, from, to), { from, to }).filter(
        ({ category }) => !brought.some((it) => it.category === category),
      )
      const appointments = address_id === null ? [] : await findAppointments(db, address_id, from, to)
      const areas = await findAreas(db, municipality.id)
      return {
        data: withAppointments(collections, appointments, area).filter(({ category }) =>
          (categories ?? [category]).includes(category),
        ),
        meta: {
          ...subject,
          areas,
          unpublished: await findUnpublished(db, municipality.id, from, to),
        },
      }
    },
  )

  answer(app, listMunicipalCollections, async ({ employee, query: { from, to } }) => {
    const municipalities = await municipalitiesOf(db, employee)
    const [only] = municipalities
    const areas = await findAreas(db, municipalities.length === 1 && only ? only.id : null)
    const plans = await findPlans(db, areas, from, to)
    const areasOf = Map.groupBy(areas, ({ municipality_id }) => municipality_id)
    return municipalities.map((municipality) => ({
      municipality,
      collections: collectionsOf(areasOf.get(municipality.id) ?? [], plans, { from, to }),
    }))
  })
}
