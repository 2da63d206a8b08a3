import type { Db } from '../../platform/database/database.ts'
import { dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { allRows, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/** Returns the maximum number of rolls of a municipality's passes in the last, the current and the next year. */
export function findAllowances(db: Db, municipality_id: number, defaultAllowance: number) {
  return allRows<{ year: number; rolls: number }>(db)`
    select years.year, coalesce(rolls, ${defaultAllowance}::int) as rolls
    from generate_series(${dutchYear} - 1, ${dutchYear} + 1) years (year)
    left join roll_allowance on roll_allowance.year = years.year and municipality_id = ${municipality_id}
    order by years.year`
}

type AllowanceKey = { municipality_id: number; year: number }

/**
 * Returns the maximum number of rolls in a year, and locks it until the transaction ends. Inserts the default maximum
 * if the year has none, because only an existing row can be locked.
 */
export async function lockAllowance(transaction: Db, { municipality_id, year }: AllowanceKey, initial: number) {
  await runSql(transaction)`
    insert into roll_allowance (municipality_id, year, rolls) values (${municipality_id}, ${year}, ${initial})
    on conflict do nothing`
  return firstValue<number>(transaction)`
    select rolls from roll_allowance where municipality_id = ${municipality_id} and year = ${year} for update`
}

/** Stores the maximum number of rolls of a municipality's passes in a year. */
export const updateAllowance = (db: Db, { municipality_id, year }: AllowanceKey, rolls: number) => runSql(db)`
  update roll_allowance set rolls = ${rolls} where municipality_id = ${municipality_id} and year = ${year}`
