import { listMunicipalCollections, showCalendar } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { collectionsByMunicipality, showCollections } from './calendar.ts'

/** The calendar of an address, an area or a municipality. */
export function calendarRoutes(api: Api) {
  answer(api, showCalendar, showCollections)
  answer(api, listMunicipalCollections, collectionsByMunicipality)
}
