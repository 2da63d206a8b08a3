import type { CsvRow } from '../../platform/files/csv-rows.ts'
import type { SeenIds } from '../reader/seen-ids.ts'

type Door = { house_number: number; house_number_extension: string | null; postal_code: string }
/** What may change of an address. */
type Particulars = { object_code: string | null; lon: number | null; lat: number | null }

/** A row whose street has its id. Rows and addresses that read the same have one `key`; `twin` tells them apart. */
export type PlacedRow = Door & Particulars & { row: CsvRow; key: string; street_id: number; twin: number }

/** An address of the database that reads the same as a row. */
export type KnownAddress = Particulars & { id: number; twin: number; retired: boolean }

/** Who has an object code: an address of the database, or without an id a new one of this batch. */
export type Owner = { id?: number; key: string; address: string }

/** What addresses that read the same have in common. */
export const addressKey = (street_id: number, { house_number, house_number_extension, postal_code }: Door) =>
  `${street_id} ${house_number} ${postal_code} ${house_number_extension ?? ''}`

// Three is the most that real files have.
const mostTwins = 1000

/**
 * Decides what each row of a batch is: an address that the database has, which may have to change, or a new one. An object
 * code tells who is who. Without one, the first row of a text is its first twin, the second row the second, and so on: so
 * the same file meets the same addresses. `known` has the addresses that read as the rows do, by key, in order of twins.
 */
export function matchAddresses(
  rows: PlacedRow[],
  known: Map<string, KnownAddress[]>,
  owners: Map<string, Owner>,
  seen: SeenIds,
) {
  const added: PlacedRow[] = []
  const changed: (Particulars & { id: number })[] = []
  const rejected: { row: CsvRow; reason: string }[] = []
  let unchanged = 0
  // These wait for the row with their own object code.
  const reserved = new Set([...owners.values()].map(({ id }) => id))
  const lastTwins = new Map<string, number>()

  /** The address that this row tells of; undefined when it is a new one. */
  function findOwn({ key, object_code }: PlacedRow, owner: Owner | undefined) {
    const alike = known.get(key)
    if (!alike || owner) return alike?.find(({ id }) => id === owner?.id)
    // One that retired comes back only where there is no other.
    const free = alike
      .filter(({ id }) => !seen.has(id) && !reserved.has(id))
      .sort((one, other) => Number(one.retired) - Number(other.retired))
    if (object_code === null) return free[0]
    // Where nobody else reads the same, the address got another code; among twins it is one more of them.
    return free.find((address) => address.object_code === null) ?? (alike.length === 1 ? free[0] : undefined)
  }

  for (const placed of rows) {
    const { row, key, object_code } = placed
    const owner = object_code === null ? undefined : owners.get(object_code)
    const address = findOwn(placed, owner)
    const twin = (lastTwins.get(key) ?? known.get(key)?.at(-1)?.twin ?? 0) + 1
    if (owner && owner.key !== key)
      rejected.push({ row, reason: `de objectcode ${object_code} hoort al bij een ander adres: ${owner.address}` })
    else if (owner && (!address || seen.has(address.id)))
      rejected.push({ row, reason: `de objectcode ${object_code} staat al op een eerdere regel` })
    else if (!address && twin > mostTwins)
      rejected.push({ row, reason: `hetzelfde adres staat al ${mostTwins} keer in het bestand` })
    else {
      if (object_code !== null && !owner)
        owners.set(object_code, { ...(address && { id: address.id }), key, address: `regel ${row.line}` })
      if (!address) {
        lastTwins.set(key, twin)
        added.push({ ...placed, twin })
        continue
      }
      seen.add(address.id)
      // What a file does not tell stays as it is.
      const next = {
        id: address.id,
        object_code: object_code ?? address.object_code,
        lon: placed.lon ?? address.lon,
        lat: placed.lat ?? address.lat,
      }
      const isSame =
        !address.retired &&
        next.object_code === address.object_code &&
        next.lon === address.lon &&
        next.lat === address.lat
      if (isSame) unchanged += 1
      else changed.push(next)
    }
  }
  return { added, changed, unchanged, rejected }
}
