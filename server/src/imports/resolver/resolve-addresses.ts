import type { Db } from '../../platform/database/database.ts'
import { findAlike, findObjects } from './find-addresses.queries.ts'
import type { AddressOfRow } from './place-columns.ts'

/** The texts that are there, each once. */
export const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]

/** Gives a function that tells the id of the address that a row names, or the reason why nobody can tell. */
export async function findNamedAddresses<Row extends AddressOfRow>(
  db: Db,
  rows: Row[],
): Promise<(row: Row) => number | string> {
  const objects = await findObjects(db, distinct(rows.map(({ object_code }) => object_code)))
  const unknown = rows.filter(({ object_code, place }) => place && !(object_code && objects.has(object_code)))
  const alike = await findAlike(db, unknown)
  return (row) => {
    const { object_code } = row
    const owner = object_code === null ? undefined : objects.get(object_code)
    if (owner !== undefined) return owner
    const [only, ...twins] = alike.get(row) ?? []
    if (!only) return 'het adres is onbekend'
    if (twins.length > 0) return 'meer dan één adres leest zo; geef de objectcode'
    if (object_code !== null && only.object_code !== null)
      return `het adres heeft een andere objectcode: ${only.object_code}`
    return only.id
  }
}
