import type { PassForm } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/**
 * Returns the form of a municipality's pass numbers, and locks it until the transaction ends. Inserts `initial` if the
 * municipality has set no form, because only an existing row can be locked.
 */
export async function lockPassForm(transaction: Db, municipality_id: number, initial: PassForm) {
  const { characters, min_length, max_length, prefixes, suffixes } = initial
  await runSql(transaction)`
    insert into pass_form (municipality_id, characters, min_length, max_length, prefixes, suffixes)
    values (${municipality_id}, ${characters}, ${min_length}, ${max_length}, ${prefixes}, ${suffixes})
    on conflict do nothing`
  const stored = await firstRow<PassForm>(transaction)`
    select characters, min_length, max_length, prefixes, suffixes from pass_form
    where municipality_id = ${municipality_id} for update`
  return stored ?? initial
}

/** Stores the form of a municipality's pass numbers. */
export const updatePassForm = (db: Db, municipality_id: number, form: PassForm) => runSql(db)`
  update pass_form
  set characters = ${form.characters}, min_length = ${form.min_length}, max_length = ${form.max_length},
    prefixes = ${form.prefixes}, suffixes = ${form.suffixes}
  where municipality_id = ${municipality_id}`

/** Returns how many active passes of a municipality have a number that does not match a regular expression. */
export const countOtherPasses = (db: Db, municipality_id: number, pattern: string) => firstValue<number>(db)`
  select count(*)::int from environmental_pass
    join address on address.id = environmental_pass.address_id
    join street on street.id = street_id
  where municipality_id = ${municipality_id} and status = 'active' and number !~ ${pattern}`
