import { listMunicipalCollections, showCalendar } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { collectionsByMunicipality, showCollections } from './calendar.ts'

/** The calendar of an address, an area or a municipality. */
export function calendarRoutes(api: Api, db: Db) {
  answer(api, showCalendar, ({ employee, query }) => showCollections(db, employee, query))

  answer(api, listMunicipalCollections, ({ employee, query }) => collectionsByMunicipality(db, employee, query))
}
