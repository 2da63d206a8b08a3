import {
  changeCollections,
  countAreaAddresses,
  deleteArea,
  listAreaRules,
  listCollectionChanges,
  listCollectionYears,
  listPlannedCollections,
  previewArea,
  previewCollectionList,
  previewSchedule,
  publishCollectionYear,
  saveArea,
  saveCollectionList,
  saveSchedule,
  undoCollectionChange,
} from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { changeArea, countByArea, deleteEmptyArea, listAreas, planArea } from './collection-areas.ts'
import { changePlan, changesOf, undoChange } from './collection-exceptions.ts'
import { planList, planSchedule, saveRules } from './collection-rules.ts'
import { plannedCollections } from './planned-collections.ts'
import { publicationYears, publishYear } from './publication.ts'

/** The collection areas of a municipality with their rules and exceptions, and the publication of years. */
export function planningRoutes(api: Api) {
  answer(api, listAreaRules, listAreas)
  answer(api, countAreaAddresses, countByArea)
  answer(api, previewArea, async ({ db, employee, body }) => (await planArea(db, employee, body)).change)
  answer(api, saveArea, changeArea)
  answer(api, deleteArea, deleteEmptyArea)
  answer(api, previewSchedule, async ({ db, employee, body }) => (await planSchedule(db, employee, body)).change)
  answer(api, saveSchedule, (call) => saveRules(call, planSchedule))
  answer(api, previewCollectionList, async ({ db, employee, body }) => (await planList(db, employee, body)).change)
  answer(api, saveCollectionList, (call) => saveRules(call, planList))
  answer(api, listPlannedCollections, plannedCollections)
  answer(api, changeCollections, changePlan)
  answer(api, listCollectionChanges, changesOf)
  answer(api, undoCollectionChange, undoChange)
  answer(api, listCollectionYears, publicationYears)
  answer(api, publishCollectionYear, publishYear)
}
