import { defaultAllowance, listAllowances, saveAllowance } from '@rd4-loket/contract'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findAllowances } from './allowances.queries.ts'
import { storeAllowance } from './allowances.ts'

/** The maximum number of rolls of a pass, per municipality and year. */
export function allowanceRoutes(api: Api) {
  answer(api, listAllowances, async ({ db, params, employee }) =>
    findAllowances(db, await ownMunicipality(db, employee, params.municipality_id), defaultAllowance),
  )
  answer(api, saveAllowance, storeAllowance)
}
