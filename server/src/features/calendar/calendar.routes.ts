import { type CalendarMeta, listMunicipalCollections, showCalendar } from '@rd4-loket/contract'
import { findAddressCalendar } from '../../domain/collection-days/address-calendar.queries.ts'
import { municipalitiesOf, onlyOwn } from '../../domain/collection-days/calendar-access.ts'
import type { Period } from '../../domain/collection-days/calendar-lists.queries.ts'
import { type Area, findAreas, findPlans, findYears } from '../../domain/collection-days/collection-days.queries.ts'
import type { CollectionPlan } from '../../domain/collection-days/collection-days.ts'
import { untoldYears } from '../../domain/collection-days/collection-years.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { collectionsOf, withAppointments } from './calendar.ts'

/** Whose calendar is asked for: the areas that it is made of with what decides on their days, and the appointments among them. */
type Subject = CalendarMeta & { of: Area[]; plans: Map<number, CollectionPlan>; appointments: { day: string }[] }

/** The waste calendar: the collections of an address, an area or a municipality. */
export function calendarRoutes(api: Api, db: Db) {
  async function addressSubject(employee: SessionEmployee, alias: string, period: Period): Promise<Subject> {
    const found = onlyOwn(employee, await findAddressCalendar(db, alias, period))
    const { address, area, areas, brought, appointments, years, plan } = found
    return {
      municipality: address.municipality,
      areas,
      area,
      address,
      brought,
      unpublished: untoldYears(years, period),
      of: area ? [area] : [],
      plans: new Map(area ? [[area.id, plan]] : []),
      appointments,
    }
  }

  async function municipalitySubject(
    employee: SessionEmployee,
    { municipality_id, area_id }: { municipality_id: number; area_id: number | undefined },
    period: Period,
  ): Promise<Subject> {
    const municipality =
      (await municipalitiesOf(db, employee)).find(({ id }) => id === municipality_id) ??
      notFound('Deze gemeente is niet bekend')
    const areas = await findAreas(db, municipality.id)
    const area = area_id === undefined ? null : areas.find(({ id }) => id === area_id)
    if (area === undefined) notFound('Dit ophaalgebied bestaat niet')
    const of = area ? [area] : areas
    return {
      municipality,
      areas,
      area,
      address: null,
      brought: [],
      unpublished: untoldYears(await findYears(db, municipality.id), period),
      of,
      plans: await findPlans(db, of, period),
      appointments: [],
    }
  }

  answer(
    api,
    showCalendar,
    async ({ employee, query: { address, municipality_id = 0, area_id, categories, from, to } }) => {
      const period = { from, to }
      const { of, plans, appointments, ...meta } = address
        ? await addressSubject(employee, address, period)
        : await municipalitySubject(employee, { municipality_id, area_id }, period)
      const collections = collectionsOf(of, plans, period).filter(
        ({ category }) => !meta.brought.some((it) => it.category === category),
      )
      return {
        data: withAppointments(collections, appointments, meta.area).filter(({ category }) =>
          (categories ?? [category]).includes(category),
        ),
        meta,
      }
    },
  )

  answer(api, listMunicipalCollections, async ({ employee, query: { from, to } }) => {
    const municipalities = await municipalitiesOf(db, employee)
    const [only] = municipalities
    const areas = await findAreas(db, municipalities.length === 1 && only ? only.id : null)
    const plans = await findPlans(db, areas, { from, to })
    const areasOf = Map.groupBy(areas, ({ municipality_id }) => municipality_id)
    return municipalities.map((municipality) => ({
      municipality,
      collections: collectionsOf(areasOf.get(municipality.id) ?? [], plans, { from, to }),
    }))
  })
}
