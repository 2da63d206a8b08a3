import type { Db } from '../../platform/database/database.ts'
import { dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'

/** Returns the maximum number of rolls of a municipality's passes in the last, the current and the next year. */
export function findAllowances(db: Db, municipality_id: number, defaultAllowance: number) {
  return allRows<{ year: number; rolls: number }>(db)`
    select years.year, coalesce(rolls, ${defaultAllowance}::int) as rolls
    from generate_series(${dutchYear} - 1, ${dutchYear} + 1) years (year)
    left join roll_allowance on roll_allowance.year = years.year and municipality_id = ${municipality_id}
    order by years.year`
}

/** Stores the maximum number of rolls of a municipality's passes in a year. */
export const upsertAllowance = (
  db: Db,
  { municipality_id, year, rolls }: { municipality_id: number; year: number; rolls: number },
) => runSql(db)`
  insert into roll_allowance (municipality_id, year, rolls) values (${municipality_id}, ${year}, ${rolls})
  on conflict (municipality_id, year) do update set rolls = excluded.rolls`
