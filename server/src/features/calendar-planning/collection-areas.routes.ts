import { countAreaAddresses, deleteArea, listAreaRules, previewArea, saveArea } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { changeArea, countByArea, deleteEmptyArea, listAreas, planArea } from './collection-areas.ts'

/** The collection areas of a municipality: their addresses and rules. */
export function collectionAreaRoutes(api: Api, db: Db) {
  answer(api, listAreaRules, (call) => listAreas(db, call))
  answer(api, countAreaAddresses, (call) => countByArea(db, call))
  answer(api, previewArea, async ({ employee, body }) => (await planArea(db, employee, body)).change)
  answer(api, saveArea, (call) => changeArea(db, call))
  answer(api, deleteArea, (call) => deleteEmptyArea(db, call))
}
