// Reasons: docs/passes.md

import type { findResident, findResidentAtAddress, showResidentName } from '@rd4-loket/contract'
import { recordShownHouseholds } from '../../domain/occupancy/record-households.ts'
import { readTypedPassNumber } from '../../domain/passes/typed-pass-number.ts'
import { withNotes } from '../../domain/places/address-notes.ts'
import { asAddress } from '../../domain/places/location.queries.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller, LoggedAccess } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
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
  const isStored = async (number: string) => Boolean(await findPass(access.transaction, employee, number))
  const number = await readTypedPassNumber(access, employee, body.environmental_pass_number, isStored)
  return findByNumber(access, employee, number)
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
