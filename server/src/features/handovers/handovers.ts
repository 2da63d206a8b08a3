// Reasons: docs/bill.md

import {
  ApiError,
  closeHandover,
  disputableYears,
  handOverObjection,
  handoverOutcomeNames,
  listAddressHandovers,
  listHandovers,
  listPassHandovers,
  maxListedHandovers,
  mayCloseHandover,
  type Reply,
} from '@rd4-loket/contract'
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
  findOpenHandovers,
  findResidentHandovers,
  findResidentOfPass,
  insertHandover,
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

/**
 * Closes a hand-over once. Repeating the call has no effect. Throws 409 for the employee who handed it over, and when
 * it was closed in another way.
 */
async function storeOutcome({ access, employee, params, body }: Call<typeof closeHandover>) {
  const { transaction, recordHousehold } = access
  const id = params.handover_id
  const answer = body.answer || null
  const handover = (await findHandover(transaction, id, employee.id)) ?? unknownHandover()
  recordHousehold(handover)
  requireAllowed(mayCloseHandover(handover))
  await closeIfOpen(transaction, { id, outcome: body.outcome, answer, employee_id: employee.id })
  const {
    address_id: _,
    occupancy_id: __,
    ...closed
  } = (await findHandover(transaction, id, employee.id)) ?? unknownHandover()
  if (closed.outcome !== body.outcome || closed.answer !== answer) {
    const outcome = closed.outcome && handoverOutcomeNames[closed.outcome].toLowerCase()
    throw new ApiError(409, `Dit bezwaar is al afgehandeld door ${closed.closed_by}: ${outcome}`)
  }
  return closed
}

/** Objections to bills: handed over by the pass desk, closed by the provider. */
export function handoverRoutes(api: Api) {
  answer(api, listPassHandovers, passHandovers)
  answer(api, handOverObjection, handOverOnce)
  answer(api, listHandovers, openHandovers)
  answer(api, listAddressHandovers, addressHandovers)
  answer(api, closeHandover, storeOutcome)
}
