import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'

/** The addresses of a municipality that have not retired. */
export async function findAddressIds(db: Db, municipality_id: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(address.id), '{}') as ids from address join street on street.id = street_id
    where municipality_id = ${municipality_id} and retired_on is null`.execute(db)
  return rows[0]?.ids ?? []
}

const atOnce = 5000

/** Retires these addresses today, some thousands at a time: the portal goes on meanwhile. */
export async function retireAddresses(db: Db, ids: number[]) {
  for (let first = 0; first < ids.length; first += atOnce)
    await sql`
      update address set retired_on = ${dutchToday}
      where id = any (${ids.slice(first, first + atOnce)}::int[])`.execute(db)
}
