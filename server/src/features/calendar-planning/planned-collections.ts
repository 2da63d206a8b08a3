// Reasons: docs/calendar.md

import type { listPlannedCollections } from '@rd4-loket/contract'
import { findAreas, findPlans, findUnpublishedYears } from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Call } from '../../platform/http/answer.ts'
import { countAddressesByArea } from './collection-areas.queries.ts'

/** Returns the collections of each area of a municipality in a period, including those of unpublished years. */
export async function plannedCollections({ db, employee, params, query }: Call<typeof listPlannedCollections>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const areas = await findAreas(db, municipality_id)
  const plans = await findPlans(db, areas, query)
  const addresses = await countAddressesByArea(db, municipality_id)
  const [first, last] = [query.from, query.to].map((day) => Number(day.slice(0, 4))) as [number, number]
  // A collection of last December can have moved to January.
  const published = Array.from({ length: last - first + 2 }, (_, index) => first - 1 + index)
  const collections = areas.flatMap(({ id: area_id }) => {
    const plan = plans.get(area_id)
    if (!plan) return []
    const active = plan.exceptions.filter(({ state }) => state !== 'withdrawn')
    const changed = new Set(active.map(({ category, day }) => `${category} ${day}`))
    return collectionDays({ ...plan, published }, query.from, query.to).map(({ planned, day, ...collection }) => ({
      ...collection,
      area_id,
      day: planned,
      start: day,
      changed: changed.has(`${collection.category} ${planned}`),
    }))
  })
  return {
    areas: areas.map(({ id, name }) => ({ id, name, addresses: addresses.get(id) ?? 0 })),
    collections,
    unpublished: (await findUnpublishedYears(db, municipality_id, query)).map(({ year }) => year),
  }
}
