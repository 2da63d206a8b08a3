// Reasons: docs/contacts.md

import {
  type CallBack,
  changeCallBack,
  contactNumber,
  listCallBacks,
  maxCallBackDays,
  maxListedCallBacks,
} from '@rd4-loket/contract'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import {
  type CallBackRow,
  findCallBack,
  findOpenCallBacks,
  lockCallBack,
  moveCallBack,
  storeCallBackOutcome,
} from './call-backs.queries.ts'
import { placeOf } from './contact-place.ts'

/** Throws 422 at a field for a moment that has passed, or is too far ahead. */
export function requireDue(field: string, due_at: string) {
  const ahead_ms = Date.parse(due_at) - Date.now()
  if (ahead_ms <= 0) invalidField(field, 'Dit moment is al voorbij')
  if (ahead_ms > maxCallBackDays * 86_400_000) invalidField(field, 'Dit moment is meer dan 30 dagen vooruit')
}

function asCallBack(row: CallBackRow): CallBack {
  const { id, purpose, phone, due_at, is_late, for_role, promised_by, outcome, closed_by, contact_row } = row
  const number = contactNumber(contact_row)
  return { id, number, place: placeOf(row), purpose, phone, due_at, is_late, for_role, promised_by, outcome, closed_by }
}

/** Returns the open call-backs for an employee, and records their households. */
async function openCallBacks({ access, employee }: Call<typeof listCallBacks>) {
  const rows = await findOpenCallBacks(access.transaction, employee, maxListedCallBacks)
  for (const { address_id, occupancy_id } of rows)
    if (address_id !== null) access.recordHousehold({ address_id, occupancy_id })
  return rows.map(asCallBack)
}

/**
 * Closes a call-back, or moves it. The same outcome of the same employee again has no effect. Throws 404 for one of a
 * colleague, 409 for one that is closed, and 422 for an impossible moment.
 */
async function storeChange({ access, employee, params, body }: Call<typeof changeCallBack>) {
  const { transaction, recordHousehold } = access
  const id = params.call_back_id
  await lockCallBack(transaction, id)
  const find = async () =>
    (await findCallBack(transaction, employee, id)) ?? notFound('Dit terugbelverzoek bestaat niet')
  const stored = await find()
  const { address_id, occupancy_id, outcome, closed_by, closed_by_id } = stored
  if (address_id !== null) recordHousehold({ address_id, occupancy_id })
  const isRepeated = 'outcome' in body && outcome === body.outcome && closed_by_id === employee.id
  if (outcome !== null && !isRepeated) requireAllowed(`Dit terugbelverzoek is al afgehandeld door ${closed_by}`)
  if ('due_at' in body) {
    requireDue('due_at', body.due_at)
    await moveCallBack(transaction, id, body.due_at)
  } else await storeCallBackOutcome(transaction, id, body.outcome, employee.id)
  return asCallBack(await find())
}

/** The promises to call a resident back. */
export function callBackRoutes(api: Api) {
  answer(api, listCallBacks, openCallBacks)
  answer(api, changeCallBack, storeChange)
}
