import {
  closeMalfunction,
  listMalfunctions,
  listSystemMalfunctions,
  maxListedMalfunctions,
  recordMalfunction,
} from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { closedMalfunctions, openMalfunctions, storeClosing, storeMalfunction } from './malfunctions.ts'

/** Malfunctions of shared containers: recorded by an employee, listed, and closed. */
export function malfunctionRoutes(api: Api) {
  answer(api, recordMalfunction, storeMalfunction)
  answer(api, closeMalfunction, storeClosing)
  answer(api, listMalfunctions, ({ db, employee }) => openMalfunctions(db, employee, maxListedMalfunctions))
  answer(api, listSystemMalfunctions, ({ db, params: { alias } }) => closedMalfunctions(db, alias, 20))
}
