// Reasons: docs/passes.md

import {
  ApiError,
  allowanceYears,
  type approveAllowance,
  mayApproveAllowance,
  required,
  type saveAllowance,
  type saveAllowanceRule,
  type saveRollWords,
} from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Call } from '../../platform/http/answer.ts'
import { invalidField, requireAllowed } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import {
  deleteProposal,
  findAllowance,
  findProposal,
  hasApproved,
  lockChanger,
  lockRollWords,
  updateApproval,
  updateChanger,
  updateRollWords,
  upsertAllowance,
  upsertProposal,
} from './allowances.queries.ts'

/** Throws 422 for a year whose allowance cannot be changed. */
function requireOpenYear(year: number) {
  if (!allowanceYears(today()).includes(year)) invalidField('year', 'Kies vorig jaar, dit jaar of volgend jaar')
}

const loggedRolls = (rolls: number | null) => (rolls === null ? {} : { rolls })

/**
 * Stores and logs the maximum number of rolls of a pass in a municipality and year. If the municipality requires two
 * employees for a change, stores a proposal instead. A proposal of the current number withdraws the earlier proposal.
 * Returns the number that applies now. Throws 422 for a year that is not open, and for no number where one applies.
 * Throws 403 for an employee who is no administrator, if the municipality does not require two employees.
 */
export async function storeAllowance({ db, employee, params, body: { rolls }, actor }: Call<typeof saveAllowance>) {
  const { year } = params
  requireOpenYear(year)
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const allowance = { municipality_id, year }
  const object = { kind: 'allowance', key: `${municipality_id}/${year}` } as const
  return db.transaction(async (transaction) => {
    const changer = await lockChanger(transaction, municipality_id)
    const current = await findAllowance(transaction, allowance)
    if (changer === 'two_employees') {
      const pending = await findProposal(transaction, allowance)
      if (rolls === current) await deleteProposal(transaction, allowance)
      else if (rolls === null) invalidField('rolls', required)
      else await upsertProposal(transaction, allowance, rolls, employee.id)
      const change = { before: loggedRolls(pending?.rolls ?? current), after: loggedRolls(rolls) }
      await appendAuditEvent(transaction, actor, { action: 'propose_allowance', result: 'done', object, change })
      return { year, rolls: current }
    }
    if (!employee.roles.includes('administrator')) throw new ApiError(403, 'Alleen een beheerder wijzigt dit aantal')
    if (rolls === null) return invalidField('rolls', required)
    await upsertAllowance(transaction, allowance, rolls)
    const change = { before: loggedRolls(current), after: { rolls } }
    await appendAuditEvent(transaction, actor, { action: 'change_allowance', result: 'done', object, change })
    return { year, rolls }
  })
}

/**
 * Stores and logs the proposed number of rolls. The same approval by the same employee has no effect while its number
 * applies, because its first reply may have been lost. Throws 422 for a year that is not open. Throws 409 when this
 * proposal no longer waits, and for the employee who proposed it.
 */
export async function approve({ db, employee, params, body: { rolls }, actor }: Call<typeof approveAllowance>) {
  const { year } = params
  requireOpenYear(year)
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const allowance = { municipality_id, year }
  const object = { kind: 'allowance', key: `${municipality_id}/${year}` } as const
  return db.transaction(async (transaction) => {
    await lockChanger(transaction, municipality_id)
    const current = await findAllowance(transaction, allowance)
    const proposal = await findProposal(transaction, allowance)
    if (!proposal && current === rolls && (await hasApproved(transaction, allowance, rolls, employee.id)))
      return { year, rolls }
    if (proposal?.rolls !== rolls) throw new ApiError(409, 'Dit voorstel is intussen gewijzigd. Bekijk het opnieuw.')
    requireAllowed(mayApproveAllowance({ own: proposal.proposed_by === employee.id }))
    await updateApproval(transaction, allowance, employee.id)
    await upsertAllowance(transaction, allowance, rolls)
    const change = { before: loggedRolls(current), after: { rolls, proposed_by: proposal.proposer_key } }
    await appendAuditEvent(transaction, actor, { action: 'approve_allowance', result: 'done', object, change })
    return { year, rolls }
  })
}

/** Stores and logs who may change the allowances of a municipality. */
export async function storeRule({ db, employee, params, body: { changed_by }, actor }: Call<typeof saveAllowanceRule>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const object = { kind: 'allowance_rule', key: municipality_id } as const
  await db.transaction(async (transaction) => {
    const before = { changed_by: await lockChanger(transaction, municipality_id) }
    await updateChanger(transaction, municipality_id, changed_by)
    const change = { before, after: { changed_by } }
    await appendAuditEvent(transaction, actor, { action: 'change_allowance_rule', result: 'done', object, change })
  })
  return { changed_by }
}

/** Stores and logs what a municipality calls the rolls that its desk issues. */
export async function storeRollWords({ db, employee, params, body: words, actor }: Call<typeof saveRollWords>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const object = { kind: 'roll_words', key: municipality_id } as const
  return db.transaction(async (transaction) => {
    const change = { before: await lockRollWords(transaction, municipality_id), after: words }
    await updateRollWords(transaction, municipality_id, words)
    await appendAuditEvent(transaction, actor, { action: 'change_roll_words', result: 'done', object, change })
    return words
  })
}
