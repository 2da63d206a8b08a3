import {
  addOpenedPlace,
  listOpenedPlaces,
  mayUse,
  search,
  searchCalendarAddresses,
  showCollectionSystem,
  suggestStreets,
} from '@rd4-loket/contract'
import { searchInQueue } from '../../domain/street-search/search-queue.ts'
import { suggestStreets as findStreets } from '../../domain/street-search/street-suggestions.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findOpenedPlaces, insertOpenedPlace } from './opened-places.queries.ts'
import { searchCalendarLine, searchLine } from './search.ts'

/** The search box, and the street suggestions of the search forms. Neither returns residents or passes. */
export function searchRoutes(api: Api) {
  answer(api, search, ({ db, body, employee }) => searchInQueue(employee, {}, () => searchLine(db, employee, body)))

  answer(api, searchCalendarAddresses, (call) => searchInQueue(call.employee, {}, () => searchCalendarLine(call)))

  answer(api, suggestStreets, ({ db, body, employee }) => searchInQueue(employee, {}, () => findStreets(db, body)))
}

/** The places that an employee opened. They are stored in the session, which only the main database can change. */
export function openedPlaceRoutes(api: Api) {
  answer(api, listOpenedPlaces, ({ db, employee }) =>
    findOpenedPlaces(db, employee, { withSystems: mayUse(showCollectionSystem.access, employee) }),
  )

  answer(api, addOpenedPlace, async ({ db, body, employee }) => {
    await insertOpenedPlace(db, employee.session_id, body)
    return null
  })
}
