import { decideObjection, fileObjection, listObjections } from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { openObjections, storeDecision, storeObjection } from './objections.ts'

/** Objections against clearances: filed by one employee, decided by another. */
export function objectionRoutes(api: Api) {
  answer(api, fileObjection, storeObjection)
  answer(api, decideObjection, storeDecision)
  answer(api, listObjections, openObjections)
}
