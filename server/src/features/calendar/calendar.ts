// Reasons: docs/calendar.md

import {
  CalendarCategory,
  type CalendarMeta,
  type Collection,
  calendarCategoryNames,
  listMunicipalCollections,
  pickupTitle,
  showCalendar,
} from '@rd4-loket/contract'
import {
  type CollectionPlan,
  findAddressCalendar,
  findAreas,
  findPlans,
  findUnpublishedYears,
  type MunicipalArea,
} from '../../domain/collection-days/collection-days.queries.ts'
import { collectionDays, isCollectedAtHome } from '../../domain/collection-days/collection-days.ts'
import { recordShownHouseholds } from '../../domain/occupancy/record-households.ts'
import type { Viewer } from '../../domain/places/in-municipality.queries.ts'
import { findVisibleMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import type { DayRange } from '../../platform/database/dutch-time.queries.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, LoggedAccess } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'

type CalendarCall = Call<typeof showCalendar>

/**
 * Returns the collections of an address, of a municipality, or of one area. Sorts them by day and category. Records the
 * household of an address if the reply contains pick-up appointments of that address.
 */
async function showCollections({ access, employee, query: { address, categories, ...query } }: CalendarCall) {
  const shown = new Set(categories ?? CalendarCategory.options)
  const { meta, collections } = address
    ? await addressCalendar(access, employee, address, { ...query, has_pickups: shown.has('pruning_waste') })
    : await municipalityCalendar(access.transaction, employee, query)
  return { data: collections.filter(({ category }) => shown.has(category)).sort(byDay), meta }
}

type Calendar = { meta: CalendarMeta; collections: Collection[] }

const shownArea = ({ id, name }: Pick<MunicipalArea, 'id' | 'name'>) => ({ id, name })

async function addressCalendar(
  access: LoggedAccess,
  viewer: Viewer,
  alias: string,
  { has_pickups, ...period }: DayRange & { has_pickups: boolean },
): Promise<Calendar> {
  const { transaction, purpose } = access
  const { id, plan, address, area, areas, brought, unpublished, pickup_days } =
    (await findAddressCalendar(transaction, viewer, alias, period, {
      streams: CalendarCategory.options,
      purpose: has_pickups ? purpose : null,
    })) ?? notFound('Dit adres bestaat niet')
  const collections = area ? mergeCollections([area], new Map([[area.id, plan]]), period) : []
  if (pickup_days.length > 0) await recordShownHouseholds(access, id)
  const pickups = pickup_days.map(
    (day): Collection => ({
      title: pickupTitle,
      start: day,
      category: 'pruning_waste',
      moved_from: null,
      cancelled: false,
      reason: null,
      areas: area ? [area.name] : [],
    }),
  )
  return {
    meta: { municipality: address.municipality, areas, area: area && shownArea(area), address, brought, unpublished },
    collections: [...collections.filter(isCollectedAtHome(brought)), ...pickups],
  }
}

async function municipalityCalendar(
  db: Db,
  viewer: Viewer,
  { municipality: municipality_id, area: area_id, ...period }: Omit<CalendarCall['query'], 'address' | 'categories'>,
): Promise<Calendar> {
  const municipality =
    (await findVisibleMunicipalities(db, viewer)).find(({ id }) => id === municipality_id) ??
    notFound('Deze gemeente is niet bekend')
  const areas = await findAreas(db, municipality.id)
  const area =
    area_id === undefined ? null : (areas.find(({ id }) => id === area_id) ?? notFound('Dit ophaalgebied bestaat niet'))
  const shownAreas = area ? [area] : areas
  const plans = await findPlans(db, shownAreas, period)
  const unpublished = await findUnpublishedYears(db, municipality.id, period)
  return {
    meta: {
      municipality,
      areas: areas.map(shownArea),
      area: area && shownArea(area),
      address: null,
      brought: [],
      unpublished,
    },
    collections: mergeCollections(shownAreas, plans, period),
  }
}

/** Returns the collections of each municipality that the employee may see. */
async function collectionsByMunicipality({ db, employee, query: period }: Call<typeof listMunicipalCollections>) {
  const municipalities = await findVisibleMunicipalities(db, employee)
  const areas = await findAreas(db, ...municipalities.map(({ id }) => id))
  const plans = await findPlans(db, areas, period)
  const areasOf = Map.groupBy(areas, ({ municipality_id }) => municipality_id)
  const years = [...new Set([period.from, period.to].map((day) => Number(day.slice(0, 4))))]
  return municipalities.map((municipality) => {
    const own = areasOf.get(municipality.id) ?? []
    // The years of a municipality are the same in the plan of each area.
    const published = plans.get(own[0]?.id ?? 0)?.published ?? []
    return {
      municipality,
      collections: mergeCollections(own, plans, period).sort(byDay),
      unpublished: years.filter((year) => !published.includes(year)),
    }
  })
}

/** Merges collections that are equal in several areas into one item with the names of these areas. */
function mergeCollections(
  areas: MunicipalArea[],
  plans: Map<number, CollectionPlan>,
  { from, to }: DayRange,
): Collection[] {
  const collections = new Map<string, Collection>()
  for (const { id, name } of areas) {
    const plan = plans.get(id)
    for (const { category, planned, day, reason, cancelled } of plan ? collectionDays(plan, from, to) : []) {
      const key = [day, category, planned, cancelled, reason].join()
      const equal = collections.get(key)
      if (equal) equal.areas.push(name)
      else
        collections.set(key, {
          title: calendarCategoryNames[category],
          start: day,
          category,
          moved_from: planned === day ? null : planned,
          cancelled,
          reason: planned === day && !cancelled ? null : reason,
          areas: [name],
        })
    }
  }
  return [...collections.values()]
}

const position = (category: CalendarCategory) => CalendarCategory.options.indexOf(category)

const byDay = (one: Collection, other: Collection) =>
  Date.parse(one.start) - Date.parse(other.start) || position(one.category) - position(other.category)

/** The calendar of an address, an area or a municipality. */
export function calendarRoutes(api: Api) {
  answer(api, showCalendar, showCollections)
  answer(api, listMunicipalCollections, collectionsByMunicipality)
}
