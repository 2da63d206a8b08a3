import type { IdSet } from '../reader/id-set.ts'
import type { RejectRow } from '../reader/import-kind.ts'
import type { AddressRow } from './address-rows.ts'
import type { AddressDetails, AddressText, ExistingAddress } from './import-addresses.queries.ts'

/** A row with its street. Rows and addresses with the same text have the same `key`; `twin` counts them from 1. */
export type AddressAtStreet = AddressRow & { street_id: number; key: string; twin: number }

/** The address to which a code belongs: an existing address, or an earlier row of this batch. */
export type CodeOwner = { address?: ExistingAddress; key: string; description: string }
/** The owners by object code and by BAG id. */
export type CodeOwners = Record<'object_code' | 'bag_id', Map<string, CodeOwner>>

/** Returns the key of an address text. */
export const addressKey = ({ street_id, house_number, house_number_extension, postal_code }: AddressText) =>
  `${street_id} ${house_number} ${postal_code ?? ''} ${house_number_extension ?? ''}`

// Real files have at most three addresses with the same text.
const maxTwins = 1000

/**
 * Decides for each row of a batch whether it is an existing address or a new address. A BAG id identifies an address,
 * even when its text changed, and so does the BAG id that its number replaces. An object code identifies an address of
 * which the text did not change. Without a code, the first row with a text is the first twin, the second row is the
 * second twin, and so on. A repeated import of a file therefore matches the same addresses. `existing` has the
 * addresses of each key, in the order of their twin numbers. `seen` has the ids that earlier batches matched; this
 * function adds its own ids.
 */
export function matchAddresses(
  rows: AddressAtStreet[],
  existing: Map<string, ExistingAddress[]>,
  owners: CodeOwners,
  seen: IdSet,
  reject: RejectRow<AddressAtStreet>,
) {
  const added: AddressAtStreet[] = []
  const changed: (AddressDetails & { id: number })[] = []
  const moved: (AddressText & { id: number; twin: number })[] = []
  let unchanged = 0
  // A code in `owners` identifies these addresses. Only a row with that code may match such an address.
  const reserved = new Set(
    [...owners.object_code.values(), ...owners.bag_id.values()].map(({ address }) => address?.id),
  )
  const lastTwins = new Map<string, number>()
  const ownerOf = (code: keyof CodeOwners, row: AddressAtStreet) => owners[code].get(row[code] ?? '')

  /** Returns the existing address with the text of a row; undefined when the row is a new address. */
  function findByText({ key, object_code, bag_id }: AddressAtStreet) {
    const sameText = existing.get(key) ?? []
    // A row matches a retired address only when no current address is free.
    const free = sameText
      .filter(({ id }) => !seen.has(id) && !reserved.has(id))
      .sort((one, other) => Number(one.retired) - Number(other.retired))
    const withoutCode = free.filter(
      (address) =>
        (object_code === null || address.object_code === null) && (bag_id === null || address.bag_id === null),
    )
    // If only one address has this text, the row changes its code. If several addresses have it, the row is a new twin.
    return withoutCode[0] ?? (sameText.length === 1 ? free[0] : undefined)
  }

  for (const row of rows) {
    const { key, object_code, bag_id } = row
    const numberOwner = ownerOf('bag_id', row)
    const codeOwner = ownerOf('object_code', row)
    const textMatch = numberOwner || codeOwner ? undefined : findByText(row)
    // The number replaces that of an address, unless another current address without a BAG id has the new text.
    const isTextTaken = textMatch !== undefined && !textMatch.retired && textMatch.bag_id === null
    const formerOwner = isTextTaken ? undefined : owners.bag_id.get(row.former_bag_id ?? '')
    const isFree = formerOwner?.address !== undefined && !seen.has(formerOwner.address.id)
    const owner = numberOwner ?? codeOwner ?? (isFree ? formerOwner : undefined)
    const address = owner ? owner.address : textMatch
    const isMoved = address !== undefined && owner !== undefined && owner.key !== key
    const needsTwin = !address || isMoved
    const twin = (lastTwins.get(key) ?? existing.get(key)?.at(-1)?.twin ?? 0) + 1
    if (codeOwner && (numberOwner ? codeOwner.address?.id !== address?.id : codeOwner.key !== key))
      reject(row, `de objectcode ${object_code} hoort al bij een ander adres: ${codeOwner.description}`)
    else if (owner && (!address || seen.has(address.id)))
      reject(
        row,
        numberOwner
          ? `de nummeraanduiding ${bag_id} staat al op een eerdere regel`
          : `de objectcode ${object_code} staat al op een eerdere regel`,
      )
    else if (needsTwin && twin > maxTwins) reject(row, `hetzelfde adres staat al ${maxTwins} keer in het bestand`)
    else {
      const asOwner = { ...(address && { address }), key, description: `regel ${row.line}` }
      if (object_code !== null && !codeOwner) owners.object_code.set(object_code, asOwner)
      if (bag_id !== null && !numberOwner) owners.bag_id.set(bag_id, asOwner)
      if (needsTwin) lastTwins.set(key, twin)
      if (!address) {
        added.push({ ...row, twin })
        continue
      }
      seen.add(address.id)
      // An empty field of the row does not overwrite the stored value.
      const { id } = address
      const next = {
        object_code: object_code ?? address.object_code,
        bag_id: bag_id ?? address.bag_id,
        register_object_id: row.register_object_id ?? address.register_object_id,
        is_additional: row.is_additional ?? address.is_additional,
        is_under_construction: row.is_under_construction ?? address.is_under_construction,
        lon: row.lon ?? address.lon,
        lat: row.lat ?? address.lat,
      }
      const isSame = (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === address[name])
      if (isMoved) moved.push({ ...row, id, twin })
      if (isMoved || !isSame || address.retired) changed.push({ id, ...next })
      else unchanged += 1
    }
  }
  return { added, changed, moved, unchanged }
}
