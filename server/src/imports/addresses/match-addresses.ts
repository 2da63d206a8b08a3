import type { IdSet } from '../reader/id-set.ts'
import type { RejectRow } from '../reader/run-import.ts'
import type { AddressRow } from './address-rows.ts'
import type { AddressDetails, AddressText, ExistingAddress } from './import-addresses.queries.ts'

/** A row with its street. Rows and addresses with the same text have the same `key`; `twin` counts them from 1. */
export type AddressAtStreet = AddressRow & { street_id: number; key: string; twin: number }

/** The address to which an object code belongs. An address that this batch adds has no id yet. */
export type CodeOwner = { id?: number; key: string; description: string }

/** Returns the key of an address text. */
export const addressKey = ({ street_id, house_number, house_number_extension, postal_code }: AddressText) =>
  `${street_id} ${house_number} ${postal_code} ${house_number_extension ?? ''}`

// Real files have at most three addresses with the same text.
const maxTwins = 1000

/**
 * Decides for each row of a batch whether it is an existing address or a new address. An object code identifies an
 * address. Without a code, the first row with a text is the first twin, the second row is the second twin, and so on.
 * A repeated import of a file therefore matches the same addresses. `existing` has the addresses of each key, in the
 * order of their twin numbers. `seen` has the ids that earlier batches matched; this function adds its own ids.
 */
export function matchAddresses(
  rows: AddressAtStreet[],
  existing: Map<string, ExistingAddress[]>,
  owners: Map<string, CodeOwner>,
  seen: IdSet,
  reject: RejectRow<AddressAtStreet>,
) {
  const added: AddressAtStreet[] = []
  const changed: (AddressDetails & { id: number })[] = []
  let unchanged = 0
  // An object code in `owners` identifies these addresses. Only a row with that code may match such an address.
  const reserved = new Set([...owners.values()].map(({ id }) => id))
  const lastTwins = new Map<string, number>()

  /** Returns the existing address of a row; undefined when the row is a new address. */
  function findAddress({ key, object_code }: AddressAtStreet, owner: CodeOwner | undefined) {
    const sameText = existing.get(key)
    if (!sameText || owner) return sameText?.find(({ id }) => id === owner?.id)
    // A row matches a retired address only when no current address is free.
    const free = sameText
      .filter(({ id }) => !seen.has(id) && !reserved.has(id))
      .sort((one, other) => Number(one.retired) - Number(other.retired))
    if (object_code === null) return free[0]
    // If only one address has this text, the row changes its code. If several addresses have it, the row is a new twin.
    return free.find((address) => address.object_code === null) ?? (sameText.length === 1 ? free[0] : undefined)
  }

  for (const row of rows) {
    const { key, object_code } = row
    const owner = object_code === null ? undefined : owners.get(object_code)
    const address = findAddress(row, owner)
    const twin = (lastTwins.get(key) ?? existing.get(key)?.at(-1)?.twin ?? 0) + 1
    if (owner && owner.key !== key)
      reject(row, `de objectcode ${object_code} hoort al bij een ander adres: ${owner.description}`)
    else if (owner && (!address || seen.has(address.id)))
      reject(row, `de objectcode ${object_code} staat al op een eerdere regel`)
    else if (!address && twin > maxTwins) reject(row, `hetzelfde adres staat al ${maxTwins} keer in het bestand`)
    else {
      if (object_code !== null && !owner)
        owners.set(object_code, { ...(address && { id: address.id }), key, description: `regel ${row.line}` })
      if (!address) {
        lastTwins.set(key, twin)
        added.push({ ...row, twin })
        continue
      }
      seen.add(address.id)
      // An empty field of the row does not overwrite the stored value.
      const { id } = address
      const next = {
        object_code: object_code ?? address.object_code,
        lon: row.lon ?? address.lon,
        lat: row.lat ?? address.lat,
      }
      const isSame = next.object_code === address.object_code && next.lon === address.lon && next.lat === address.lat
      if (isSame && !address.retired) unchanged += 1
      else changed.push({ id, ...next })
    }
  }
  return { added, changed, unchanged }
}
