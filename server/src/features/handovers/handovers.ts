// Reasons: docs/bill.md

import {
  ApiError,
  closedText,
  closeHandover,
  disputableYears,
  type Handover,
  handOverObjection,
  listAddressHandovers,
  listHandovers,
  listPassHandovers,
  maxListedHandovers,
  mayCloseHandover,
  mayRetractHandover,
  mayUndo,
  type Reply,
  retractHandover,
  undo_minutes,
  undoHandoverOutcome,
} from '@rd4-loket/contract'
import { findOpenHandovers } from '../../domain/bill/handover-rows.queries.ts'
import { recordShownHouseholds } from '../../domain/occupancy/record-households.ts'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, Caller, LoggedAccess } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import {
  closeIfOpen,
  countOpenHandovers,
  findAddressHandovers,
  findAddressId,
  findHandover,
  findOpenHandover,
  findOutcome,
  findResidentHandovers,
  findResidentOfPass,
  insertHandover,
  lockResident,
  type StoredHandover,
  undoOutcome,
} from './handovers.queries.ts'

const unknownHandover = () => notFound('Dit overgedragen bezwaar bestaat niet')

/** Returns the resident of a pass, and records the pass. Throws 404 for a pass that is unknown to this employee. */
async function findRecorded(access: LoggedAccess, employee: Caller, number: string) {
  access.recordLookup(number)
  const found =
    (await findResidentOfPass(access.transaction, employee, number)) ??
    notFound('Deze pas is niet bekend in uw gemeente')
  access.recordFound(number)
  return found
}

/**
 * Returns the objections handed over for the resident of a pass, the resident, and the latest year with an imposed
 * bill.
 */
async function passHandovers({ access, employee, body }: Call<typeof listPassHandovers>) {
  const { resident_id, assessed_year } = await findRecorded(access, employee, body.environmental_pass_number)
  return {
    data: await findResidentHandovers(access.transaction, resident_id, employee.id),
    meta: { resident_id, assessed_year },
  }
}

/**
 * Hands an objection over to the provider, once per resident and year. The same call again returns the stored
 * hand-over. Throws 422 for a year that cannot be disputed, and 409 when another hand-over is open.
 */
async function handOverOnce({ access, employee, body }: Call<typeof handOverObjection>) {
  const { transaction } = access
  const { environmental_pass_number, year, note } = body
  const { resident_id } = await findRecorded(access, employee, environmental_pass_number)
  if (!disputableYears(today()).includes(year)) invalidField('year', 'Kies een jaar uit de lijst')
  await lockResident(transaction, resident_id)
  await insertHandover(transaction, { resident_id, year, note, employee_id: employee.id })
  const handover = (await findOpenHandover(transaction, resident_id, year, employee.id)) ?? unknownHandover()
  if (handover.is_own && handover.note === note) return handover
  throw new ApiError(409, `${handover.handed_over_by} droeg al een bezwaar over tegen de aanslag van ${year}`)
}

/** Returns the oldest open hand-overs with their addresses, and the number of all open hand-overs. */
async function openHandovers({ access, employee }: Call<typeof listHandovers>): Promise<Reply<typeof listHandovers>> {
  const handovers = await findOpenHandovers(access.transaction, maxListedHandovers, employee.id)
  const data = handovers.map(({ address_id, occupancy_id, ...handover }) => {
    access.recordHousehold({ address_id, occupancy_id })
    return withLinkedAddress(handover)
  })
  return { data, meta: { total: await countOpenHandovers(access.transaction) } }
}

/** Returns the hand-overs of an address, newest first. Only an objection also shows those of former households. */
async function addressHandovers({ access, employee, params }: Call<typeof listAddressHandovers>) {
  const address_id = (await findAddressId(access.transaction, params.alias)) ?? notFound('Dit adres bestaat niet')
  await recordShownHouseholds(access, address_id)
  return findAddressHandovers(access.transaction, address_id, access.purpose, employee.id)
}

/** Returns a hand-over, and records its household. Throws 404 when this employee may not see it. */
async function findLogged({ transaction, recordHousehold }: LoggedAccess, employee: Caller, id: number) {
  const handover = (await findHandover(transaction, employee, id)) ?? unknownHandover()
  recordHousehold(handover)
  return handover
}

const shown = ({ closed_by_id: _, resident_id, address_id, occupancy_id, ...handover }: StoredHandover): Handover =>
  handover

/**
 * Closes a hand-over once. The same outcome of the same employee again has no effect. Throws 409 for the employee who
 * handed it over, and names the colleague who closed it first.
 */
async function storeOutcome({ access, employee, params, body }: Call<typeof closeHandover>) {
  const id = params.handover_id
  requireAllowed(mayCloseHandover(await findLogged(access, employee, id)))
  await closeIfOpen(access.transaction, { id, ...body, employee_id: employee.id })
  const closed = await findLogged(access, employee, id)
  const isSame = closed.outcome === body.outcome && closed.answer === body.answer
  if (!isSame || closed.closed_by_id !== employee.id) requireAllowed(closedText(closed))
  return shown(closed)
}

/** Opens a hand-over again. Throws 409 when the rule `mayUndo` forbids it, and when a later one took its place. */
async function takeBackOutcome({ access, employee, params }: Call<typeof undoHandoverOutcome>) {
  const id = params.handover_id
  const { resident_id } = await findLogged(access, employee, id)
  await lockResident(access.transaction, resident_id)
  const outcome = await findOutcome(access.transaction, id, employee.id)
  if (outcome) {
    requireAllowed(mayUndo(outcome))
    await undoOutcome(access.transaction, id, { employee_id: employee.id, undo_minutes })
  }
  // A parallel undo of the same outcome leaves the hand-over open too.
  const handover = await findLogged(access, employee, id)
  if (outcome && handover.outcome !== null)
    throw new ApiError(409, 'De balie droeg na uw uitkomst een ander bezwaar tegen deze aanslag over')
  return shown(handover)
}

/** Retracts an own hand-over once. Throws 409 for one of a colleague, and when it was closed first. */
async function storeRetraction({ access, employee, params }: Call<typeof retractHandover>) {
  const id = params.handover_id
  const isRetracted = ({ outcome, closed_by_id }: StoredHandover) =>
    outcome === 'withdrawn' && closed_by_id === employee.id
  const handover = await findLogged(access, employee, id)
  if (!isRetracted(handover)) requireAllowed(mayRetractHandover(handover))
  await closeIfOpen(access.transaction, { id, outcome: 'withdrawn', answer: null, employee_id: employee.id })
  const retracted = await findLogged(access, employee, id)
  if (!isRetracted(retracted)) requireAllowed(mayRetractHandover(retracted))
  return shown(retracted)
}

/** Objections to bills: handed over and retracted by the pass desk, closed by the provider. */
export function handoverRoutes(api: Api) {
  answer(api, listPassHandovers, passHandovers)
  answer(api, handOverObjection, handOverOnce)
  answer(api, listHandovers, openHandovers)
  answer(api, listAddressHandovers, addressHandovers)
  answer(api, closeHandover, storeOutcome)
  answer(api, undoHandoverOutcome, takeBackOutcome)
  answer(api, retractHandover, storeRetraction)
}
