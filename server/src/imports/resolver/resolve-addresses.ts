import { extensionKey, isSameExtension, parseHouseNumber } from '@rd4-loket/contract'
import { streetKey } from '../../domain/street-search/street-key.ts'
import type { Db } from '../../platform/database/db.ts'
import { typed } from '../../platform/runtime/config.ts'
import {
  type AddressInterpretation,
  type AddressWithKeys,
  type FoundAddress,
  findByCode,
  findByText,
} from './resolve-addresses.queries.ts'

/** An address as a file writes it. */
export type WrittenAddress = {
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string | null
  /** Empty when the file does not state the town. */
  city: string
  /** Whether the file has street and number in one text. The number can then start at any number in that text. */
  inOneText?: boolean
}

/** How a row refers to an address: by object code, by text, by both or not at all. */
export type AddressReference = { address_code: string | null; address: WrittenAddress | null }

/**
 * The id of an address, or why none was found. `object_code`: the code of the file that no address has, or the stored
 * code that contradicts the file. A contradiction without it: the code and the text belong to different addresses.
 */
export type ResolvedAddress =
  | { id: number }
  | { problem: 'unknown'; object_code?: string }
  | { problem: 'ambiguous' }
  | { problem: 'contradiction'; object_code?: string }

/**
 * Returns a function that resolves each reference. A code identifies an address, unless the text of the row is the text
 * of other addresses. Without a known code, exactly one address must have the same postal code, house number, extension
 * and street, and the town of the row, if any. Any spelling of the street matches.
 */
export async function resolveAddresses<Reference extends AddressReference>(
  db: Db,
  references: Reference[],
): Promise<(reference: Reference) => ResolvedAddress> {
  const byCode = await findByCode(db, distinct(references.map(({ address_code }) => address_code)))
  const isConfirmed = ({ address_code, address }: Reference) => {
    const coded = byCode.get(address_code ?? '')
    return coded !== undefined && (address === null || interpretationsOf(address).some((it) => matches(coded, it)))
  }
  const byText = await findAllByText(
    db,
    references.filter((reference) => !isConfirmed(reference)),
  )
  return (reference) => {
    const { address_code } = reference
    const coded = byCode.get(address_code ?? '')
    const found = byText.get(reference) ?? []
    if (coded) return found.length > 0 ? { problem: 'contradiction' } : { id: coded.id }
    const [only, ...more] = found
    if (!only) return { problem: 'unknown', ...(address_code !== null && { object_code: address_code }) }
    if (more.length > 0) return { problem: 'ambiguous' }
    // The stored object code differs from the code in the file: one of them is wrong.
    if (address_code !== null && only.object_code !== null)
      return { problem: 'contradiction', object_code: only.object_code }
    return { id: only.id }
  }
}

const matches = (address: AddressWithKeys, interpretation: AddressInterpretation) =>
  address.postal_code === interpretation.postal_code &&
  address.house_number === interpretation.house_number &&
  isSameExtension(address.house_number_extension, interpretation.house_number_extension) &&
  address.spellings.includes(` ${interpretation.street_key} `) &&
  ['', address.town_key].includes(interpretation.town_key)

/** Returns the reason why a row with an object code that no address has is not used. */
export const unknownCodeText = (object_code: string) => `objectcode ${object_code} ${unknownCodeEnd}`
const unknownCodeEnd = 'is bij geen adres bekend'

/** Returns the Dutch step that makes object codes known, when one of these reasons is that a code is unknown. */
export const objectCodesStep = (reasons: Iterable<string>) =>
  [...reasons].some((reason) => reason.startsWith('objectcode ') && reason.endsWith(unknownCodeEnd))
    ? [`De objectcodes van de belastingadministratie leest u in met '${typed.command} import object-codes'.`]
    : []

/** Returns the reason to reject a row with a problem in its reference. */
export function addressProblem(resolved: Exclude<ResolvedAddress, { id: number }>) {
  if (resolved.problem === 'unknown')
    return resolved.object_code === undefined ? 'het adres is onbekend' : unknownCodeText(resolved.object_code)
  if (resolved.problem === 'ambiguous') return 'meer dan één adres leest zo; geef de objectcode'
  return resolved.object_code === undefined
    ? 'de objectcode hoort bij een ander adres dan de straat en het huisnummer'
    : `het adres heeft een andere objectcode: ${resolved.object_code}`
}

/** Returns the distinct values that are not null. */
export const distinct = <Value>(values: (Value | null)[]) => [...new Set(values.filter((value) => value !== null))]

/** Returns the search keys of each interpretation of a written address. */
function interpretationsOf({ inOneText, city, postal_code, ...columns }: WrittenAddress): AddressInterpretation[] {
  const { street, house_number, house_number_extension } = columns
  const splits = inOneText ? splitsOf([street, house_number, house_number_extension ?? ''].join(' ').trim()) : [columns]
  return splits.map(({ street, house_number, house_number_extension }) => ({
    postal_code,
    house_number,
    house_number_extension,
    extension_key: extensionKey(house_number_extension ?? ''),
    street_key: streetKey(street),
    // A supplier writes the town in many ways, and the postal code is enough.
    town_key: inOneText ? '' : streetKey(city),
  }))
}

async function findAllByText<Reference extends AddressReference>(db: Db, references: Reference[]) {
  const interpretations = references.flatMap(({ address }, index) =>
    address ? interpretationsOf(address).map((interpretation) => ({ ...interpretation, index })) : [],
  )
  const found = new Map<Reference, FoundAddress[]>()
  if (interpretations.length === 0) return found
  for (const { index, typed_extension, ...address } of await findByText(db, interpretations)) {
    const reference = references[index]
    if (reference && isSameExtension(address.house_number_extension, typed_extension))
      found.set(reference, [...(found.get(reference) ?? []), address])
  }
  return found
}

/**
 * Returns each way to split a line such as `Plein 1940 12` into street and house number. The house number can start at
 * any number in the line. The split at the last number comes first.
 */
export function splitsOf(line: string): Pick<WrittenAddress, 'street' | 'house_number' | 'house_number_extension'>[] {
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
