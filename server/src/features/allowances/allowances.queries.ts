import { sql } from 'kysely'
import { usualAllowance } from '../../domain/allowances/allowance.ts'
import type { Db } from '../../platform/database/database.ts'
import { dutchYear } from '../../platform/database/dutch-time.queries.ts'

/** What a municipality's passes may have in the year before, this year and the next. */
export async function findAllowances(db: Db, municipality_id: number) {
  const { rows } = await sql<{ year: number; rolls: number }>`
    select years.year, coalesce(rolls, ${usualAllowance}::int) as rolls
    from generate_series(${dutchYear} - 1, ${dutchYear} + 1) years (year)
    left join roll_allowance on roll_allowance.year = years.year and municipality_id = ${municipality_id}
    order by years.year`.execute(db)
  return rows
}

/** Keeps what a municipality's passes may have in a year. */
export const saveRolls = (db: Db, municipality_id: number, year: number, rolls: number) =>
  db
    .insertInto('roll_allowance')
    .values({ municipality_id, year, rolls })
    .onConflict((conflict) => conflict.columns(['municipality_id', 'year']).doUpdateSet({ rolls }))
    .execute()
