import type { Clearance } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../shared/database.ts'

const mostRecent = 50

/** An address's clearances, the newest first: those of a year in Dutch time, or without one the most recent. */
export async function findAddressClearances(db: Db, address_id: number, year?: number) {
  const within =
    year === undefined
      ? sql``
      : sql`and cleared_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Europe/Amsterdam')
            and cleared_at < make_timestamptz(${year}::int + 1, 1, 1, 0, 0, 0, 'Europe/Amsterdam')`
  const clearances = await sql<Clearance>`
    select id, dutch_time(cleared_at) as cleared_at, waste_type, category, container_id as equipment_id, volume_litres, weight_kg, amount_cents
    from clearance
    where address_id = ${address_id} ${within}
    order by clearance.cleared_at desc, id desc ${year === undefined ? sql`limit ${mostRecent}` : sql``}`.execute(db)
  const years = await sql<{ year: number }>`
    select distinct extract(year from cleared_at at time zone 'Europe/Amsterdam')::int as year
    from clearance where address_id = ${address_id} order by year desc`.execute(db)
  const batch = await sql<{
    updated_until: string | null
  }>`select max(updated_until) as updated_until from clearance_batch`.execute(db)
  return {
    data: clearances.rows,
    meta: { years: years.rows.map((row) => row.year), updated_until: batch.rows[0]?.updated_until ?? null },
  }
}
