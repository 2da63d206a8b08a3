import { countAreaAddresses, deleteArea, listAreaRules, previewArea, saveArea } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { changeArea, countByArea, deleteEmptyArea, listAreas, previewAreaChange } from './collection-areas.ts'

/** The collection areas of a municipality: their addresses and rules. */
export function collectionAreaRoutes(api: Api, db: Db) {
  answer(api, listAreaRules, ({ employee, params }) => listAreas(db, employee, Number(params.municipality_id)))

  answer(api, countAreaAddresses, ({ employee, params }) => countByArea(db, employee, Number(params.municipality_id)))

  answer(api, previewArea, ({ employee, body }) => previewAreaChange(db, employee, body))

  answer(api, saveArea, ({ employee, body, actor }) => changeArea(db, actor, employee, body))

  answer(api, deleteArea, ({ employee, params, actor }) => deleteEmptyArea(db, actor, employee, params))
}
