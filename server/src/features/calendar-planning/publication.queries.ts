import { saveDelivery } from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { allRows, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/** Returns the publication days of this year and next year. */
export function findCollectionYears(db: Db, municipality_id: number) {
  return allRows<{ year: number; published_on: string | null }>(db)`
    select years.year, published_on
    from (select ${dutchYear} + next as year from generate_series(0, 1) next) years
      left join collection_year on collection_year.year = years.year and municipality_id = ${municipality_id}
    order by years.year`
}

/** Returns the publication day of a year, and locks it until the transaction ends. Undefined if it was never set. */
export const lockPublication = (transaction: Db, municipality_id: number, year: number) =>
  firstValue<string | undefined>(transaction)`
    select published_on from collection_year where municipality_id = ${municipality_id} and year = ${year} for update`

/** Stores the day from which the collection days of a year are public. */
export async function upsertPublication(db: Db, municipality_id: number, year: number, published_on: string) {
  await saveDelivery(db, 'collection_days', [municipality_id])
  await runSql(db)`
    insert into collection_year (municipality_id, year, published_on)
    values (${municipality_id}, ${year}, ${published_on})
    on conflict (municipality_id, year) do update set published_on = excluded.published_on`
}
