import type { ShownAddress } from '@rd4-loket/contract'
import { addressColumns, asAddress, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow, firstValue } from '../../platform/database/statements.queries.ts'

/** Returns the address with this alias, retired or not; undefined if there is none. */
export async function findAddress(db: Db, alias: string): Promise<ShownAddress | undefined> {
  const row = await firstRow<StoredAddressRow & { retired_on: string | null }>(db)`
    select ${addressColumns('address')}, retired_on
    from address join street on street.id = street_id join municipality on municipality.id = street.municipality_id
    where alias = ${alias}`
  return row && { ...asAddress(row), retired_on: row.retired_on }
}

export const findAddressId = (db: Db, alias: string) =>
  firstValue<number | undefined>(db)`select id from address where alias = ${alias}`
