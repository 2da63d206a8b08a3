// Reasons: docs/passes.md

import {
  ApiError,
  type activatePass,
  type BlockedReason,
  blockedReasonNames,
  type blockPass,
  defaultPassForm,
  type issuePass,
  type listPassSystems,
  mayReplacePass,
  mayUndo,
  type PassStatus,
  readPassNumber,
  type replacePass,
  type undoPassChange,
} from '@rd4-loket/contract'
import { findPassFormsAt } from '../../domain/passes/pass-forms.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller, LoggedAccess } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import {
  deleteFirstPass,
  deleteReplacement,
  findFirstIssue,
  findPassSystems,
  findSameActivation,
  findSameChange,
  hasPass,
  insertActivePass,
  insertFirstIssue,
  insertPassChange,
  insertResident,
  isPassNumber,
  isUsed,
  lockAddress,
  lockChange,
  lockStoredPass,
  restorePass,
  setBlocked,
  setCollectionSystem,
  setReplacement,
} from './pass-changes.queries.ts'
import { findPass } from './residents.queries.ts'
import { unknownPass } from './roll-issues.ts'

const conflict = (message: string): never => {
  throw new ApiError(409, message)
}

const hasOtherActivePass = 'Dit adres heeft al een andere actieve pas. Zoek de pas opnieuw op.'

const statusNames: Record<PassStatus, string> = { active: 'Actief', blocked: 'Geblokkeerd', expired: 'Vervallen' }

/** Returns the status of a pass as the audit log states it: `Geblokkeerd: verloren`. */
const stateText = (status: PassStatus, reason: BlockedReason | null) =>
  reason ? `${statusNames[status]}: ${blockedReasonNames[reason]}` : statusNames[status]

/** Locks a pass of the employee's municipality. Throws 404 for any other pass. */
async function lockOwnPass(access: LoggedAccess, employee: Caller, number: string) {
  const { transaction, recordLookup, recordFound } = access
  recordLookup(number)
  const locked = await lockStoredPass(transaction, number)
  if (!locked || !(await findPass(transaction, employee, number))) return unknownPass()
  recordFound(number)
  return locked
}

const isInUse = 'Deze pas is al in gebruik. Neem een andere nieuwe pas.'

/** Throws 422 when the number of a new pass at an address does not have the form of the municipality, or is in use. */
async function checkNewNumber(db: Db, address_id: number, number: string) {
  const form = (await findPassFormsAt(db, [address_id])).get(address_id) ?? defaultPassForm
  // The browser removed what the reader added.
  const { advice } = readPassNumber(number, { ...form, prefixes: [], suffixes: [] })
  if (advice !== undefined) invalidField('new_pass_number', advice)
  if (await isPassNumber(db, number)) invalidField('new_pass_number', isInUse)
}

const noPass = 'Geen pas'

/**
 * Issues the first pass of an address, at most once: the same issue by the same employee returns the stored change.
 * Throws 404 for an address that is unknown to this employee. Throws 409 when the address has a pass, and 422 when the
 * number is in use.
 */
export async function issueFirstPass({ access, employee, body }: Call<typeof issuePass>) {
  const { transaction, recordChange, recordFound, recordLookup } = access
  const { alias, new_pass_number, name } = body
  const address_id =
    (await lockAddress(transaction, employee, alias)) ?? notFound('Dit adres is niet bekend in uw gemeente')
  recordLookup(new_pass_number)
  const stored_id = await findFirstIssue(transaction, employee.id, address_id, body)
  if (stored_id !== undefined) {
    recordFound(new_pass_number)
    return { change_id: stored_id }
  }
  if (await hasPass(transaction, address_id))
    conflict('Dit adres heeft inmiddels een milieupas. Zoek het adres opnieuw op.')
  await checkNewNumber(transaction, address_id, new_pass_number)
  const resident_id = await insertResident(transaction, address_id, name)
  const pass_id = await insertActivePass(transaction, new_pass_number, { resident_id, address_id })
  // The address is locked and has no pass, so only the number can be in use: another desk has just issued it.
  const inserted_id = pass_id ?? invalidField('new_pass_number', isInUse)
  const change_id = await insertFirstIssue(transaction, inserted_id, employee.id)
  recordFound(new_pass_number)
  recordChange({ status: noPass }, { status: statusNames.active, address: alias })
  return { change_id }
}

/**
 * Blocks a pass, at most once: the same block by the same employee returns the stored change, because its first reply
 * may have been lost. Throws 409 for any other pass that is not active.
 */
export async function blockOnce({ access, employee, body }: Call<typeof blockPass>) {
  const { transaction, recordChange } = access
  const pass = await lockOwnPass(access, employee, body.environmental_pass_number)
  const { reason } = body
  if (pass.status !== 'active') {
    const stored_id = await findSameChange(transaction, employee.id, pass.id, {
      kind: 'block',
      reason,
      new_number: null,
    })
    return { change_id: stored_id ?? conflict('Deze pas is al niet meer actief. Zoek de pas opnieuw op.') }
  }
  const change_id = await insertPassChange(transaction, 'block', pass, employee.id)
  await setBlocked(transaction, pass.id, reason)
  recordChange({ status: 'Actief' }, { status: stateText('blocked', reason) })
  return { change_id }
}

/**
 * Blocks a pass and activates a new pass for its resident. A blocked or expired pass keeps its status. The same
 * replacement by the same employee returns the stored change, because its first reply may have been lost. Throws 409
 * when the resident moved away, when the pass was replaced already, and when the address has another active pass.
 * Throws 422 when the new number is in use.
 */
export async function replaceOnce({ access, employee, body }: Call<typeof replacePass>) {
  const { transaction, recordChange, recordFound } = access
  const { environmental_pass_number: number, new_pass_number, reason } = body
  const pass = await lockOwnPass(access, employee, number)
  if (new_pass_number === number) invalidField('new_pass_number', 'Dit is de oude pas. Scan de nieuwe pas.')
  const same = { kind: 'replace', reason, new_number: new_pass_number } as const
  const stored_id = pass.replaced_by_id && (await findSameChange(transaction, employee.id, pass.id, same))
  if (stored_id) {
    recordFound(new_pass_number)
    return { change_id: stored_id }
  }
  requireAllowed(mayReplacePass({ replaced_by: pass.replaced_by_id, blocked_reason: pass.blocked_reason ?? reason }))
  await checkNewNumber(transaction, pass.address_id, new_pass_number)
  const change_id = await insertPassChange(transaction, 'replace', pass, employee.id)
  if (pass.status === 'active') await setBlocked(transaction, pass.id, reason)
  const new_id = (await insertActivePass(transaction, new_pass_number, pass)) ?? conflict(hasOtherActivePass)
  await setReplacement(transaction, pass.id, new_id)
  recordFound(new_pass_number)
  const before = stateText(pass.status, pass.blocked_reason)
  const after = pass.status === 'active' ? stateText('blocked', reason) : before
  recordChange({ status: before }, { status: `${after}, vervangen` })
  return { change_id }
}

/** Returns the underground systems that the address of a pass may use. */
export async function findSystemsOfPass({ access, employee, body }: Call<typeof listPassSystems>) {
  const pass = await lockOwnPass(access, employee, body.environmental_pass_number)
  const systems = await findPassSystems(access.transaction, pass)
  return systems.map(({ id: _, ...system }) => system)
}

/**
 * Activates a pass for one underground system, or for all underground systems that its address may use. The same call
 * by the same employee returns the stored change, because its first reply may have been lost. Throws 409 for a pass
 * that is not active, and 422 for a system that the address may not use.
 */
export async function activateOnce({ access, employee, body }: Call<typeof activatePass>) {
  const { transaction, recordChange } = access
  const pass = await lockOwnPass(access, employee, body.environmental_pass_number)
  if (pass.status !== 'active') conflict('Deze pas is niet meer actief. Zoek de pas opnieuw op.')
  const systems = await findPassSystems(transaction, pass)
  const nameOf = (id: number | null) => systems.find((system) => system.id === id)?.name ?? 'Alle'
  const chosen =
    body.collection_system === null
      ? null
      : (systems.find(({ alias }) => alias === body.collection_system) ??
        invalidField('collection_system', 'Dit adres mag dit verzamelsysteem niet gebruiken'))
  const chosen_id = chosen?.id ?? null
  const stored_id = await findSameActivation(transaction, employee.id, pass.id, chosen_id)
  if (stored_id !== undefined) return { change_id: stored_id }
  const change_id = await insertPassChange(transaction, 'activate', pass, employee.id)
  await setCollectionSystem(transaction, pass.id, chosen_id)
  recordChange({ collection_system: nameOf(pass.collection_system_id) }, { collection_system: nameOf(chosen_id) })
  return { change_id }
}

/**
 * Undoes a change of this employee, within five minutes. The same undo again has no effect, because its first reply may
 * have been lost. A first pass and a replacement are deleted, so that their numbers can be used again. Throws 404 for an
 * unknown change, and for a change in another municipality. Throws 409 when the change is older or was made by a
 * colleague. Also throws 409 when the new pass was changed or used for rolls, and when the address now has another
 * active pass.
 */
export async function undoOwnChange({ access, employee, params }: Call<typeof undoPassChange>) {
  const { transaction, recordFound, recordChange } = access
  const change = (await lockChange(transaction, employee, params.change_id)) ?? notFound('Deze wijziging bestaat niet')
  if (change.is_own && change.is_undone) {
    recordFound(change.number)
    return null
  }
  requireAllowed(mayUndo(change))
  if (!change.is_current) return conflict('Deze wijziging kan niet meer ongedaan worden gemaakt')
  recordFound(change.number)
  const before = (await lockStoredPass(transaction, change.number)) ?? unknownPass()
  if (change.kind === 'issue') {
    if (before.status !== 'active' || (await isUsed(transaction, before.id)))
      conflict('De pas is al gebruikt of gewijzigd. De uitgifte van de pas kan niet meer ongedaan worden gemaakt.')
    await deleteFirstPass(transaction, before.id)
    recordChange({ status: statusNames.active }, { status: noPass })
    return null
  }
  if (change.new_number !== null && change.replaced_by_id !== null) {
    recordFound(change.new_number)
    if (await isUsed(transaction, change.replaced_by_id))
      conflict('De nieuwe pas is al gebruikt. De vervanging kan niet meer ongedaan worden gemaakt.')
  }
  // First deletes the replacement, because the address can have only one active pass.
  if (change.new_number !== null && change.replaced_by_id !== null)
    await deleteReplacement(transaction, change.environmental_pass_id, change.replaced_by_id)
  if (!(await restorePass(transaction, params.change_id))) conflict(hasOtherActivePass)
  const after = (await lockStoredPass(transaction, change.number)) ?? unknownPass()
  recordChange(
    { status: stateText(before.status, before.blocked_reason) },
    { status: stateText(after.status, after.blocked_reason) },
  )
  return null
}
