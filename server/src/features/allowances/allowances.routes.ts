import {
  approveAllowance,
  listAllowances,
  saveAllowance,
  saveAllowanceRule,
  saveRollWords,
  showAllowanceRule,
} from '@rd4-loket/contract'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findAllowances, findChanger } from './allowances.queries.ts'
import { approve, storeAllowance, storeRollWords, storeRule } from './allowances.ts'

/** The maximum number of rolls of a pass, per municipality and year, and who changes it. */
export function allowanceRoutes(api: Api) {
  answer(api, listAllowances, async ({ db, params, employee }) =>
    findAllowances(db, await ownMunicipality(db, employee, params.municipality_id), employee.id),
  )
  answer(api, saveAllowance, storeAllowance)
  answer(api, approveAllowance, approve)
  answer(api, showAllowanceRule, async ({ db, params, employee }) => ({
    changed_by: await findChanger(db, await ownMunicipality(db, employee, params.municipality_id)),
  }))
  answer(api, saveAllowanceRule, storeRule)
  answer(api, saveRollWords, storeRollWords)
}
