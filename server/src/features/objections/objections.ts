// Reasons: docs/bill.md

import {
  ApiError,
  closedText,
  correctionIsReady,
  decideObjection,
  disputeWord,
  fileObjection,
  listObjections,
  maxListedObjections,
  mayDecideObjection,
  mayDisputeLift,
  mayRetractObjection,
  mayUndo,
  type Reply,
  retractObjection,
  settledText,
  theDispute,
  undo_minutes,
  undoObjectionDecision,
} from '@rd4-loket/contract'
import { findDisputing, lockAddress } from '../../domain/bill/handover-rows.queries.ts'
import { findOpenObjections, type StoredObjection } from '../../domain/bill/objection-rows.queries.ts'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, LoggedAccess, SessionEmployee } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import {
  countOpenObjections,
  decideIfOpen,
  deleteCorrectedRow,
  findDecision,
  findDisputable,
  findLiveObjection,
  findObjection,
  insertObjection,
  lockClearance,
  retractIfOpen,
  undoDecision,
} from './objections.queries.ts'

/** The SQLSTATE of a second row in a unique index. */
const uniqueViolation = '23505'

const conflict = (message: string): never => {
  throw new ApiError(409, message)
}

const unknownObjection = () => notFound('Dit bezwaar bestaat niet')

const asObjection = <Stored extends StoredObjection>(
  { filed_by_id, decided_by_id: _, address_id, occupancy_id, ...objection }: Stored,
  { id }: SessionEmployee,
) => ({ ...objection, is_own: filed_by_id === id })

/** Throws 409: the clearance has an open or an upheld objection already. */
const rejectSecond = ({ state, filed_by, ...of }: StoredObjection) =>
  conflict(
    state === 'upheld'
      ? `${theDispute(of)} over deze lediging is al toegekend`
      : `${filed_by} heeft over deze lediging al een ${disputeWord(of).toLowerCase()} vastgelegd`,
  )

/**
 * Stores that a resident disputes a clearance. Filing the same objection again returns the stored objection. Throws 404
 * for an unknown or hidden clearance, and 422 for a written objection of another address. Throws 409 when the clearance
 * has another objection that is open or upheld, when it belongs to a correction, and when `mayDisputeLift` forbids it.
 */
async function storeObjection({ access, employee, params, body }: Call<typeof fileObjection>) {
  const { transaction, purpose, recordHousehold } = access
  const { clearance_id } = params
  const household = (await findDisputable(transaction, clearance_id, purpose)) ?? notFound('Deze lediging bestaat niet')
  const { address_id, occupancy_id } = household
  recordHousehold({ address_id, occupancy_id })
  await lockClearance(transaction, clearance_id)
  const handover_id = body.handover_id ?? null
  if (handover_id !== null) {
    await lockAddress(transaction, address_id)
    const handover = await findDisputing(transaction, handover_id, address_id)
    const isOther = 'Dit bezwaar is niet van dit adres'
    requireAllowed(mayDisputeLift(handover ?? invalidField('handover_id', isOther), household))
  }
  await deleteCorrectedRow(transaction, clearance_id)
  const id = await insertObjection(transaction, { clearance_id, ...body, handover_id, employee_id: employee.id })
  const found = await findLiveObjection(transaction, clearance_id)
  if (found?.corrected)
    conflict(found.corrected === 'applied' ? 'Deze lediging is al niet in rekening gebracht' : correctionIsReady)
  const live = (await findObjection(transaction, id ?? found?.id ?? 0)) ?? unknownObjection()
  const isOwn = live.filed_by_id === employee.id && live.state === 'open'
  const isSame = live.reason === body.reason && live.note === body.note && live.handover_id === handover_id
  if (!isOwn || !isSame) rejectSecond(live)
  return asObjection(live, employee)
}

/** Returns an objection, and records its household. Throws 404 for an unknown objection. */
async function findRecorded({ transaction, recordHousehold }: LoggedAccess, id: number) {
  const objection = (await findObjection(transaction, id)) ?? unknownObjection()
  recordHousehold(objection)
  return objection
}

const reread = async ({ transaction }: LoggedAccess, id: number) =>
  (await findObjection(transaction, id)) ?? unknownObjection()

/**
 * Decides an objection once. The same decision of the same employee again has no effect. Throws 409 for the employee
 * who filed the objection and when a correction is ready, and names the colleague who decided or retracted it first.
 */
async function storeDecision({ access, employee, params, body }: Call<typeof decideObjection>) {
  const id = params.objection_id
  const objection = await findRecorded(access, id)
  requireAllowed(mayDecideObjection(asObjection(objection, employee)))
  await decideIfOpen(access.transaction, { id, ...body, employee_id: employee.id })
  const decided = await reread(access, id)
  if (decided.state === 'open') conflict(correctionIsReady)
  const isSame = decided.state === body.state && decided.decision_reason === body.reason
  if (!isSame || decided.decided_by_id !== employee.id) requireAllowed(settledText(decided))
  return asObjection(decided, employee)
}

/** Throws 409 when the preparation of a correction took the same lift at that moment. */
function rejectTaken(error: unknown) {
  // A row of a correction appears without a lock of its lift, so the unique index refuses a second live row.
  if ((error as { code?: unknown }).code === uniqueViolation) conflict(correctionIsReady)
  throw error
}

/**
 * Opens an objection again. Throws 409 when the rule `mayUndo` forbids it, when a later objection or a correction took
 * its place, and when the written objection that names it is closed.
 */
async function takeBackDecision({ access, employee, params }: Call<typeof undoObjectionDecision>) {
  const id = params.objection_id
  const { transaction } = access
  const { clearance_id, address_id, handover_id } = await findRecorded(access, id)
  await lockClearance(transaction, clearance_id)
  if (handover_id !== null) await lockAddress(transaction, address_id)
  await deleteCorrectedRow(transaction, clearance_id)
  const decision = await findDecision(transaction, id, employee.id)
  if (decision) {
    requireAllowed(mayUndo(decision))
    if (decision.is_corrected) conflict('Dit hoort bij een correctie. Maak de correctie ongedaan.')
    const handover = handover_id === null ? undefined : await findDisputing(transaction, handover_id, address_id)
    requireAllowed(handover && closedText(handover))
    await undoDecision(transaction, id, { employee_id: employee.id, undo_minutes }).catch(rejectTaken)
  }
  // A parallel undo of the same decision leaves the objection open too.
  const objection = await reread(access, id)
  if (decision && objection.state !== 'open') {
    if ((await findLiveObjection(transaction, clearance_id))?.corrected) conflict(correctionIsReady)
    conflict('Na uw beslissing is deze lediging opnieuw betwist')
  }
  return asObjection(objection, employee)
}

/** Retracts an own objection once. Throws 409 for an objection of a colleague, and when it was decided first. */
async function storeRetraction({ access, employee, params }: Call<typeof retractObjection>) {
  const id = params.objection_id
  const objection = asObjection(await findRecorded(access, id), employee)
  if (objection.state !== 'retracted') requireAllowed(mayRetractObjection(objection))
  await retractIfOpen(access.transaction, id)
  const retracted = asObjection(await reread(access, id), employee)
  if (retracted.state === 'open') conflict(correctionIsReady)
  if (!retracted.is_own || retracted.state !== 'retracted') requireAllowed(mayRetractObjection(retracted))
  return retracted
}

/** Returns the oldest open objections with their addresses, and the number of all open objections. */
async function openObjections({
  access,
  employee,
}: Call<typeof listObjections>): Promise<Reply<typeof listObjections>> {
  const objections = await findOpenObjections(access.transaction, maxListedObjections)
  const data = objections.map((row) => {
    access.recordHousehold(row)
    return asObjection(withLinkedAddress(row), employee)
  })
  return { data, meta: { total: await countOpenObjections(access.transaction) } }
}

/** Objections against clearances: filed and retracted by one employee, decided by another. */
export function objectionRoutes(api: Api) {
  answer(api, fileObjection, storeObjection)
  answer(api, decideObjection, storeDecision)
  answer(api, undoObjectionDecision, takeBackDecision)
  answer(api, retractObjection, storeRetraction)
  answer(api, listObjections, openObjections)
}
