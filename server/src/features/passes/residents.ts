import { defaultAllowance, type findResident, type showResidentName } from '@rd4-loket/contract'
import type { Call } from '../../platform/http/answer.ts'
import { findPass, findResidentOfPass } from './residents.queries.ts'
import { unknownPass } from './roll-issues.ts'

const abbreviated = (word: string) => (word.includes('.') ? word : `${[...word.replace(/^['’]/, '')][0] ?? ''}.`)

/** Returns a masked name: 'J. van den Berg' becomes `J. v. d. B•••`. */
export function maskedName(name: string) {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words.pop() ?? ''
  return [...words.map(abbreviated), `${first}•••`].join(' ')
}

/** Returns the resident of a pass with a masked name. Throws 404 for a pass that is unknown to this employee. */
export async function findMaskedResident({ access, employee, body }: Call<typeof findResident>) {
  const number = body.environmental_pass_number
  access.recordLookup(number)
  const resident = (await findResidentOfPass(access.transaction, employee, number, defaultAllowance)) ?? unknownPass()
  access.recordFound(number)
  return { ...resident, name: maskedName(resident.name) }
}

/** Returns the whole name of a pass's resident. Throws 404 for a pass that is unknown to this employee. */
export async function findFullName({ access, employee, body }: Call<typeof showResidentName>) {
  const number = body.environmental_pass_number
  access.recordLookup(number)
  const { name } = (await findPass(access.transaction, employee, number, defaultAllowance)) ?? unknownPass()
  access.recordFound(number)
  return { name }
}
