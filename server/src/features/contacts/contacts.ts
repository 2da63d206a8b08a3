// Reasons: docs/contacts.md

import { isDeepStrictEqual } from 'node:util'
import {
  ApiError,
  type Contact,
  type ContactPlace,
  type ListedContact,
  listContacts,
  maxOpenContacts,
  mayStatePurpose,
  mayUse,
  openContact,
  openPassContact,
  otherWindowText,
  saveContact,
  showCollectionSystem,
  showContact,
  sixOpenText,
} from '@rd4-loket/contract'
import { readTypedPassNumber } from '../../domain/passes/typed-pass-number.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, Caller } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import {
  type Customer,
  findAddressCustomer,
  findContact,
  findFreeSlot,
  findOpenContacts,
  findPassCustomer,
  findRecentPlaces,
  findSystemCustomer,
  freeOldestSlot,
  insertContact,
  type ListedRow,
  lockContact,
  lockContacts,
  reuseContact,
  type StoredContact,
  storeTexts,
} from './contacts.queries.ts'

const closedText = 'Deze klant is afgesloten. Open het adres opnieuw.'
const unknownContact = () => notFound('Deze klant is niet bij u open')

const placeOf = ({ kind, alias, line, city, municipality_id, municipality_name }: ListedRow): ContactPlace => ({
  ...{ kind, alias, line, city },
  municipality: municipality_id === null ? null : { id: municipality_id, name: municipality_name ?? '' },
})

const listedContact = (row: ListedRow & { slot: number }): ListedContact => {
  const { id, slot, has_text, outcome, started_at } = row
  return { id, slot, place: placeOf(row), has_text, outcome, started_at }
}

/** Returns a stored contact of its employee as the API shows it. Throws 409 if it is closed. */
function openContactOf(row: StoredContact | undefined): Contact {
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

/**
 * Opens a contact with a customer, or returns the open one. A seventh contact takes the slot of the oldest contact
 * without text. Throws 409 if all six have text.
 */
async function openOnce(transaction: Db, employee: Caller, customer: Customer): Promise<Contact> {
  await lockContacts(transaction, employee.id)
  const found = await reuseContact(transaction, employee.id, customer)
  if (found !== undefined) return openContactOf(await lockContact(transaction, employee, found))
  let slot = await findFreeSlot(transaction, employee.id, maxOpenContacts)
  if (slot === null && (await freeOldestSlot(transaction, employee.id)) > 0)
    slot = await findFreeSlot(transaction, employee.id, maxOpenContacts)
  if (slot === null) throw new ApiError(409, sixOpenText)
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

/** The customers that an employee has open, with what the employee typed. */
export function contactRoutes(api: Api) {
  answer(api, listContacts, contactsOf)
  answer(api, openContact, openPlace)
  answer(api, openPassContact, openPass)
  answer(api, showContact, async ({ db, employee, params }) =>
    openContactOf(await findContact(db, employee, params.contact_id)),
  )
  answer(api, saveContact, saveTexts)
}
