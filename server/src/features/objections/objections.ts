// Reasons: docs/bill.md

import {
  ApiError,
  decideObjection,
  fileObjection,
  listObjections,
  maxListedObjections,
  mayDecideObjection,
  type ObjectionState,
  type Reply,
} from '@rd4-loket/contract'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { notFound, requireAllowed } from '../../platform/http/errors.ts'
import {
  countOpenObjections,
  decideIfOpen,
  findDisputable,
  findLiveObjectionId,
  findObjection,
  findOpenObjections,
  insertObjection,
  type StoredObjection,
} from './objections.queries.ts'

const conflict = (message: string): never => {
  throw new ApiError(409, message)
}

const unknownObjection = () => notFound('Dit bezwaar bestaat niet')

const asObjection = <Stored extends StoredObjection>(
  { filed_by_id, address_id, occupancy_id, ...objection }: Stored,
  { id }: SessionEmployee,
) => ({ ...objection, is_own: filed_by_id === id })

/** Throws 409: the clearance has an open or an upheld objection already. */
const rejectSecond = ({ state, filed_by }: StoredObjection) =>
  conflict(
    state === 'upheld'
      ? 'Het bezwaar tegen deze lediging is al toegekend'
      : `Tegen deze lediging heeft ${filed_by} al een bezwaar vastgelegd`,
  )

/**
 * Stores that a resident disputes a clearance. Filing the same objection again returns the stored objection. Throws 404
 * for an unknown or hidden clearance, and 409 when the clearance has another objection that is open or upheld.
 */
async function storeObjection({ access, employee, params, body }: Call<typeof fileObjection>) {
  const { transaction, purpose, recordHousehold } = access
  const { clearance_id } = params
  const household = (await findDisputable(transaction, clearance_id, purpose)) ?? notFound('Deze lediging bestaat niet')
  recordHousehold(household)
  const id = await insertObjection(transaction, { clearance_id, ...body, employee_id: employee.id })
  const live_id = id ?? (await findLiveObjectionId(transaction, clearance_id)) ?? unknownObjection()
  const live = (await findObjection(transaction, live_id)) ?? unknownObjection()
  const isOwn = live.filed_by_id === employee.id && live.state === 'open'
  if (!isOwn || live.reason !== body.reason || live.note !== body.note) rejectSecond(live)
  return asObjection(live, employee)
}

const decisionNames: Record<ObjectionState, string> = { open: 'open', upheld: 'toegekend', rejected: 'afgewezen' }

/**
 * Decides an objection once. Repeating the decision has no effect. Throws 409 for the employee who filed it, and when
 * the stored decision is the opposite.
 */
async function storeDecision({ access, employee, params, body: { state } }: Call<typeof decideObjection>) {
  const { transaction, recordHousehold } = access
  const id = params.objection_id
  const objection = (await findObjection(transaction, id)) ?? unknownObjection()
  recordHousehold(objection)
  requireAllowed(mayDecideObjection({ is_own: objection.filed_by_id === employee.id }))
  await decideIfOpen(transaction, { id, state, employee_id: employee.id })
  const decided = (await findObjection(transaction, id)) ?? unknownObjection()
  if (decided.state !== state) conflict(`Dit bezwaar is al ${decisionNames[decided.state]} door ${decided.decided_by}`)
  return asObjection(decided, employee)
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

/** Objections against clearances: filed by one employee, decided by another. */
export function objectionRoutes(api: Api) {
  answer(api, fileObjection, storeObjection)
  answer(api, decideObjection, storeDecision)
  answer(api, listObjections, openObjections)
}
