import type { Db } from '../../platform/database/db.ts'
import { firstRow, runSql } from '../../platform/database/statements.queries.ts'
import type { StoredBillFacts } from './bill-facts.queries.ts'

type BillRule = StoredBillFacts['rule']

/**
 * Returns the bill rule of a municipality, and locks the rule until the transaction ends. Inserts the default rule if
 * there is none, because only an existing row can be locked.
 */
export async function lockBillRule(transaction: Db, municipality_id: number) {
  await runSql(transaction)`
    insert into bill_rule (municipality_id, proration, standard_containers)
    values (${municipality_id}, 'twelfths', 1) on conflict do nothing`
  return firstRow<BillRule>(transaction)`
    select proration, standard_containers from bill_rule where municipality_id = ${municipality_id} for update`
}

/** Updates the bill rule of a municipality. */
export const updateBillRule = (db: Db, municipality_id: number, { proration, standard_containers }: BillRule) =>
  runSql(db)`
    update bill_rule set proration = ${proration}, standard_containers = ${standard_containers}, changed_at = now()
    where municipality_id = ${municipality_id}`
