// Reasons: docs/contacts.md

import { isDeepStrictEqual } from 'node:util'
import {
  ApiError,
  type ContactChannel,
  type CustomerContact,
  closeContact,
  contactNumber,
  isMunicipalEmployee,
  type ListedContact,
  listContacts,
  listEarlierContacts,
  maxOpenContacts,
  mayStatePurpose,
  mayUndo,
  mayUse,
  openContact,
  openPassContact,
  otherWindowText,
  type ParsedInput,
  reopenContact,
  saveContact,
  showCollectionSystem,
  showContact,
  sixOpenText,
} from '@rd4-loket/contract'
import { readTypedPassNumber } from '../../domain/passes/typed-pass-number.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, Caller } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { requireDue } from './call-backs.ts'
import { placeOf } from './contact-place.ts'
import {
  type Customer,
  deleteOpenCallBack,
  deleteReplacement,
  findAddressCustomer,
  findClosing,
  findContact,
  findEarlierContacts,
  findFreeSlot,
  findHouseholdOn,
  findOpenContacts,
  findPassCustomer,
  findRecentPlaces,
  findSystemCustomer,
  freeOldestSlot,
  insertCallBack,
  insertContact,
  type ListedRow,
  lockContact,
  lockContacts,
  reuseContact,
  type StoredContact,
  storeClosing,
  storeReopening,
  storeTexts,
} from './contacts.queries.ts'

type CallBackInput = NonNullable<ParsedInput<typeof closeContact>['body']['call_back']>

const closedText = 'Deze klant is afgesloten. Open het adres opnieuw.'
const sixAreOpen = (): never => {
  throw new ApiError(409, sixOpenText)
}
const unknownContact = () => notFound('Deze klant is niet bij u open')

const listedContact = (row: ListedRow & { slot: number }): ListedContact => {
  const { id, slot, has_text, outcome, started_at } = row
  return { id, slot, place: placeOf(row), has_text, outcome, started_at }
}

/** Returns a stored contact of its employee as the API shows it. Throws 409 if it is closed. */
function openContactOf(row: StoredContact | undefined): CustomerContact {
  const { slot, ...stored } = row ?? unknownContact()
  if (slot === null) throw new ApiError(409, closedText)
  const { environmental_pass_number, year, purpose, channel, note, drafts, version, changed_at } = stored
  return {
    ...listedContact({ ...stored, slot }),
    ...{ environmental_pass_number, year, purpose, channel, note, drafts, version, changed_at },
  }
}

/** Returns the open contacts of an employee, and the places that the employee opened last. */
async function contactsOf({ db, employee }: Call<typeof listContacts>) {
  const open = await findOpenContacts(db, employee)
  return { data: open.map(listedContact), meta: { recent: await findRecentPlaces(db, employee) } }
}

/** Returns a free slot, or that of the oldest contact without text. Throws 409 if all six have text. */
async function takeSlot(transaction: Db, employee_id: number) {
  const free = await findFreeSlot(transaction, employee_id, maxOpenContacts)
  if (free !== null) return free
  await freeOldestSlot(transaction, employee_id)
  return (await findFreeSlot(transaction, employee_id, maxOpenContacts)) ?? sixAreOpen()
}

/**
 * Opens a contact with a customer, or returns the open one. A seventh contact takes the slot of the oldest contact
 * without text. Throws 409 if all six have text.
 */
async function openOnce(transaction: Db, employee: Caller, customer: Customer): Promise<CustomerContact> {
  await lockContacts(transaction, employee.id)
  const found = await reuseContact(transaction, employee.id, customer)
  if (found !== undefined) return openContactOf(await lockContact(transaction, employee, found))
  const slot = await takeSlot(transaction, employee.id)
  const id = await insertContact(transaction, employee.id, slot, customer)
  return openContactOf(await lockContact(transaction, employee, id))
}

/** Opens a contact with an address or a collection system. Throws 404 for one that the employee may not see. */
function openPlace({ db, employee, body: { kind, alias } }: Call<typeof openContact>) {
  return db.transaction(async (transaction) => {
    if (kind === 'address') {
      const address = await findAddressCustomer(transaction, employee, alias)
      return openOnce(transaction, employee, address ?? notFound('Dit adres bestaat niet'))
    }
    const isShown = mayUse(showCollectionSystem.access, employee)
    const system = isShown ? await findSystemCustomer(transaction, alias) : undefined
    return openOnce(transaction, employee, system ?? notFound('Dit verzamelsysteem bestaat niet'))
  })
}

/** Opens a contact with the holder of a pass. Throws 404 for a pass that is unknown to this employee. */
async function openPass({ access, employee, body }: Call<typeof openPassContact>) {
  const { transaction, recordLookup, recordFound } = access
  const find = (number: string) => findPassCustomer(transaction, employee, number)
  const isStored = async (number: string) => Boolean(await find(number))
  const number = await readTypedPassNumber(access, employee, body.environmental_pass_number, isStored)
  recordLookup(number)
  const customer = (await find(number)) ?? notFound('Deze pas is niet bekend in uw gemeente')
  recordFound(number)
  return openOnce(transaction, employee, customer)
}

const hasText = ({ note, drafts }: Pick<StoredContact, 'note' | 'drafts'>) =>
  note !== '' || Object.keys(drafts).length > 0

/**
 * Stores what an employee typed, and records the household with the first text. The same save again has no effect.
 * Throws 404 for a contact of a colleague, 409 for a closed one and for an older version, and 422 for a purpose that
 * the employee may not state.
 */
async function saveTexts({ access, employee, params, body }: Call<typeof saveContact>) {
  const { transaction, recordHousehold } = access
  const stored = (await lockContact(transaction, employee, params.contact_id)) ?? unknownContact()
  if (stored.slot === null) throw new ApiError(409, closedText)
  const { version, ...sent } = body
  if (sent.purpose && !mayStatePurpose(sent.purpose, employee)) invalidField('purpose', 'Kies een doel uit de lijst')
  const changed = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { year, purpose, channel, note, drafts, outcome } = stored
  const before = { year, purpose, channel, note, drafts, outcome }
  const after: typeof before = { ...before, ...changed }
  if (isDeepStrictEqual(after, before)) return { version: stored.version, changed_at: stored.changed_at }
  if (version !== stored.version) throw new ApiError(409, otherWindowText)
  const { address_id, occupancy_id } = stored
  if (address_id !== null && hasText(after) && !hasText(before)) recordHousehold({ address_id, occupancy_id })
  return (await storeTexts(transaction, stored.row_id, after)) ?? unknownContact()
}

/** The channel of a contact when its employee chose none. */
const usualChannel = (employee: Caller): ContactChannel => (isMunicipalEmployee(employee) ? 'counter' : 'phone')

/** Returns who calls back, as stored. Throws 422 for an impossible moment. */
function callBackOf({ phone, due_at, by }: CallBackInput, employee: Caller) {
  requireDue('call_back.due_at', due_at)
  const isOwn = by === 'me'
  return { phone, due_at, employee_id: isOwn ? employee.id : null, for_role: isOwn ? null : by }
}

/** Returns the household that a contact is about: that of today, or of the stated day. Throws 422 without one then. */
async function householdOf(db: Db, { address_id, occupancy_id }: StoredContact, day: string | undefined) {
  if (address_id === null || day === undefined) return occupancy_id
  return (await findHouseholdOn(db, address_id, day)) ?? invalidField('household_on', 'Toen woonde hier niemand')
}

/**
 * Closes an open contact once. The same closing again returns the stored one. Throws 404 for a contact of a colleague,
 * 409 for a closed one and for an older version, and 422 for a purpose that the employee may not state.
 */
async function storeOutcome({ access, employee, params, body }: Call<typeof closeContact>) {
  const { transaction, recordHousehold } = access
  const stored = (await lockContact(transaction, employee, params.contact_id)) ?? unknownContact()
  const { row_id, address_id } = stored
  const purpose = body.purpose ?? stored.purpose ?? access.purpose
  if (!mayStatePurpose(purpose, employee)) invalidField('purpose', 'Kies een doel uit de lijst')
  const closing = {
    outcome: body.outcome,
    purpose,
    channel: body.channel ?? stored.channel ?? usualChannel(employee),
    note: body.note ?? stored.note,
  }
  const isSame = isDeepStrictEqual(
    { ...closing, version: body.version + 1 },
    {
      outcome: stored.outcome,
      purpose: stored.purpose,
      channel: stored.channel,
      note: stored.note,
      version: stored.version,
    },
  )
  const occupancy_id = await householdOf(transaction, stored, body.household_on)
  if (address_id !== null) recordHousehold({ address_id, occupancy_id })
  const number = contactNumber(row_id)
  if (stored.slot === null) {
    if (!isSame) throw new ApiError(409, closedText)
    return { number, closed_at: stored.changed_at }
  }
  if (body.version !== stored.version) throw new ApiError(409, otherWindowText)
  if (body.call_back) {
    const call_back = callBackOf(body.call_back, employee)
    await insertCallBack(transaction, { contact_id: row_id, ...call_back })
  }
  return { number, closed_at: await storeClosing(transaction, row_id, { ...closing, occupancy_id }) }
}

/**
 * Opens a closed contact again within five minutes, and deletes its open call-back. An open contact is returned as it
 * is. Throws 404 for a contact of a colleague, and 409 when it is too late and when all six contacts have text.
 */
async function undoClosing({ access, employee, params }: Call<typeof reopenContact>) {
  const { transaction, recordHousehold } = access
  await lockContacts(transaction, employee.id)
  const stored = (await lockContact(transaction, employee, params.contact_id)) ?? unknownContact()
  const { row_id, address_id, occupancy_id } = stored
  if (address_id !== null) recordHousehold({ address_id, occupancy_id })
  if (stored.slot !== null) return openContactOf(stored)
  const seconds_ago = (await findClosing(transaction, row_id))?.seconds_ago ?? 0
  requireAllowed(mayUndo({ is_own: true, seconds_ago }))
  await deleteReplacement(transaction, row_id)
  await storeReopening(transaction, row_id, await takeSlot(transaction, employee.id))
  await deleteOpenCallBack(transaction, row_id)
  return openContactOf(await findContact(transaction, employee, params.contact_id))
}

const maxEarlier = 100

/** Returns the earlier contacts of the customer, without the notes whose purpose the employee may not state. */
async function earlierContacts({ access, employee, params }: Call<typeof listEarlierContacts>) {
  const { transaction, recordHousehold } = access
  const { row_id, address_id, occupancy_id } =
    (await findContact(transaction, employee, params.contact_id)) ?? unknownContact()
  if (address_id !== null) recordHousehold({ address_id, occupancy_id })
  const rows = await findEarlierContacts(transaction, row_id, maxEarlier)
  return {
    data: rows.map(({ id, is_recent: _, note, ...row }) => {
      const mayRead = row.purpose !== null && mayStatePurpose(row.purpose, employee)
      return {
        ...row,
        number: contactNumber(id),
        note: mayRead ? note : null,
        has_hidden_note: !mayRead && note !== null,
      }
    }),
    meta: { last_30_days: rows.filter(({ is_recent }) => is_recent).length },
  }
}

/** The customers that an employee has open, with what the employee typed. */
export function contactRoutes(api: Api) {
  answer(api, listContacts, contactsOf)
  answer(api, openContact, openPlace)
  answer(api, openPassContact, openPass)
  answer(api, showContact, async ({ db, employee, params }) =>
    openContactOf(await findContact(db, employee, params.contact_id)),
  )
  answer(api, saveContact, saveTexts)
  answer(api, closeContact, storeOutcome)
  answer(api, reopenContact, undoClosing)
  answer(api, listEarlierContacts, earlierContacts)
}
