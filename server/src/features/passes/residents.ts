// Reasons: docs/passes.md

import {
  defaultPassForm,
  type findResident,
  type findResidentAtAddress,
  readPassNumber,
  type showResidentName,
} from '@rd4-loket/contract'
import { recordShownHouseholds } from '../../domain/occupancy/record-households.ts'
import { findPassForms } from '../../domain/passes/pass-forms.queries.ts'
import { withNotes } from '../../domain/places/address-notes.ts'
import { asAddress } from '../../domain/places/location.queries.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller, LoggedAccess } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import { findPass, findPassOfAddress, findResidentOfPass } from './residents.queries.ts'
import { unknownPass } from './roll-issues.ts'

const abbreviated = (word: string) => (word.includes('.') ? word : `${[...word.replace(/^['’]/, '')][0] ?? ''}.`)

/** Returns a masked name: 'J. van den Berg' becomes `J. v. d. B•••`. */
export function maskedName(name: string) {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words.pop() ?? ''
  return [...words.map(abbreviated), `${first}•••`].join(' ')
}

/**
 * Returns the resident of a pass with a masked name. Reads the typed number with the form of the municipality. Throws
 * 404 for a pass that is unknown to this employee, and 422 for a text that is neither of this form nor a stored number.
 */
export async function findMaskedResident({ access, employee, body }: Call<typeof findResident>) {
  const typed = body.environmental_pass_number
  const form = (await findPassForms(access.transaction)).get(employee.municipality?.id ?? 0) ?? defaultPassForm
  const { number, advice } = readPassNumber(typed, form)
  if (number !== undefined) return findByNumber(access, employee, number)
  // A pass can be older than the form.
  const { number: other } = readPassNumber(typed, defaultPassForm)
  if (other !== undefined) {
    access.recordLookup(other)
    if (await findPass(access.transaction, employee, other)) return findByNumber(access, employee, other)
  }
  return invalidField('environmental_pass_number', advice)
}

/**
 * Returns an address with the resident of its active pass, or else of its last pass, with a masked name. Throws 404 for
 * an address that is unknown to this employee.
 */
export async function findResidentWithoutPass({ access, employee, body }: Call<typeof findResidentAtAddress>) {
  const found = await findPassOfAddress(access.transaction, employee, body.alias)
  if (!found) return notFound('Dit adres is niet bekend in uw gemeente')
  const resident = found.number === null ? null : await findByNumber(access, employee, found.number)
  if (!resident) await recordShownHouseholds(access, found.address_id)
  return { address: asAddress(found), resident }
}

async function findByNumber(access: LoggedAccess, employee: Caller, number: string) {
  access.recordLookup(number)
  const resident = (await findResidentOfPass(access.transaction, employee, number)) ?? unknownPass()
  access.recordFound(number)
  const { address, address_retired_on } = resident
  const [noted] = address && address_retired_on ? await withNotes(access.transaction, [address]) : [address]
  return { ...resident, address: noted, name: maskedName(resident.name) }
}

/** Returns the whole name of a pass's resident. Throws 404 for a pass that is unknown to this employee. */
export async function findFullName({ access, employee, body }: Call<typeof showResidentName>) {
  const number = body.environmental_pass_number
  access.recordLookup(number)
  const { name } = (await findPass(access.transaction, employee, number)) ?? unknownPass()
  access.recordFound(number)
  return { name }
}
