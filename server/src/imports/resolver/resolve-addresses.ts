import { extensionKey, parseHouseNumber } from '@rd4-loket/contract'
import { streetKey } from '../../domain/street-search/street-key.ts'
import type { Db } from '../../platform/database/database.ts'
import { type FoundAddress, findByObjectCode, findByText } from './resolve-addresses.queries.ts'

/** An address as a file writes it. */
export type WrittenAddress = {
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string
  city: string
}

/** How a row refers to an address: by object code, by text, by both or not at all. */
export type AddressReference = { address_code: string | null; address: WrittenAddress | null }

/** The id of an address, or why none was found. `object_code`: the stored code that contradicts the file. */
export type ResolvedAddress =
  | { id: number }
  | { problem: 'unknown' }
  | { problem: 'ambiguous' }
  | { problem: 'contradiction'; object_code: string }

/**
 * Returns a function that resolves each reference. When the object code exists, the text is ignored. Otherwise exactly
 * one address must have the same postal code, house number, extension and street, in any spelling of the street.
 */
export async function resolveAddresses<Reference extends AddressReference>(
  db: Db,
  references: Reference[],
): Promise<(reference: Reference) => ResolvedAddress> {
  const byCode = await findByObjectCode(db, distinct(references.map(({ address_code }) => address_code)))
  const byText = await findAllByText(
    db,
    references.filter(({ address_code }) => !byCode.has(address_code ?? '')),
  )
  return (reference) => {
    const { address_code } = reference
    const id = byCode.get(address_code ?? '')
    if (id !== undefined) return { id }
    const [found, ...more] = byText.get(reference) ?? []
    if (!found) return { problem: 'unknown' }
    if (more.length > 0) return { problem: 'ambiguous' }
    // The stored object code differs from the code in the file: one of them is wrong.
    if (address_code !== null && found.object_code !== null)
      return { problem: 'contradiction', object_code: found.object_code }
    return { id: found.id }
  }
}

/** Returns the reason to reject a row with a problem in its reference. */
export function addressProblem(resolved: Exclude<ResolvedAddress, { id: number }>) {
  if (resolved.problem === 'unknown') return 'het adres is onbekend'
  if (resolved.problem === 'ambiguous') return 'meer dan één adres leest zo; geef de objectcode'
  return `het adres heeft een andere objectcode: ${resolved.object_code}`
}

/** Returns the distinct values that are not null. */
export const distinct = <Value>(values: (Value | null)[]) => [...new Set(values.filter((value) => value !== null))]

async function findAllByText<Reference extends AddressReference>(db: Db, references: Reference[]) {
  const interpretations = references.flatMap(({ address }, index) => {
    if (!address) return []
    const { street, house_number, house_number_extension, postal_code } = address
    const line = [street, house_number, house_number_extension ?? ''].join(' ').trim()
    return interpretationsOf(line).map((interpretation) => ({
      index,
      postal_code,
      house_number: interpretation.house_number,
      extension_key: extensionKey(interpretation.house_number_extension ?? ''),
      street_key: streetKey(interpretation.street),
    }))
  })
  const found = new Map<Reference, FoundAddress[]>()
  if (interpretations.length === 0) return found
  for (const { index, ...address } of await findByText(db, interpretations)) {
    const reference = references[index]
    if (reference) found.set(reference, [...(found.get(reference) ?? []), address])
  }
  return found
}

/**
 * Returns each way to split a line such as `Plein 1940 12` into street and house number. The house number can start at
 * any number in the line. The split at the last number comes first.
 */
export function interpretationsOf(
  line: string,
): Pick<WrittenAddress, 'street' | 'house_number' | 'house_number_extension'>[] {
  return [...line.matchAll(/ (?=\d)/g)]
    .map(({ index }) => {
      const number = parseHouseNumber(line.slice(index))
      return {
        street: line.slice(0, index).trim(),
        house_number: number?.house_number ?? 0,
        house_number_extension: number?.rest || null,
      }
    })
    .filter(({ street, house_number }) => street !== '' && house_number > 0)
    .reverse()
}
