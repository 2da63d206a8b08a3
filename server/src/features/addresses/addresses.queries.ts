import type { ShownAddress } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { addressColumns, asAddress, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import type { Db } from '../../platform/database/database.ts'

/** Returns the address with this alias, retired or not; undefined if there is none. */
export async function findAddress(db: Db, alias: string): Promise<ShownAddress | undefined> {
  const { rows } = await sql<StoredAddressRow & { retired_on: string | null }>`
    select ${addressColumns('address')}, retired_on
    from address join street on street.id = street_id join municipality on municipality.id = street.municipality_id
    where alias = ${alias}`.execute(db)
  return rows[0] && { ...asAddress(rows[0]), retired_on: rows[0].retired_on }
}

export async function findAddressId(db: Db, alias: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from address where alias = ${alias}`.execute(db)
  return rows[0]?.id
}
