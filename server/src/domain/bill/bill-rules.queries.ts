import type { Db } from '../../platform/database/database.ts'
import { firstRow } from '../../platform/database/statements.queries.ts'
import type { StoredBillFacts } from './bill-facts.queries.ts'

type BillRule = StoredBillFacts['rule']

/** Sets how a municipality computes a bill, and returns the rule. A null remains what it was, or gets its default. */
export const setBillRule = (
  db: Db,
  municipality_id: number,
  { proration, standard_containers }: { [Setting in keyof BillRule]: BillRule[Setting] | null },
) => firstRow<BillRule>(db)`
  insert into bill_rule as rule (municipality_id, proration, standard_containers)
  values (${municipality_id}, coalesce(${proration}, 'twelfths'), coalesce(${standard_containers}::smallint, 1))
  on conflict (municipality_id) do update set proration = coalesce(${proration}, rule.proration),
    standard_containers = coalesce(${standard_containers}::smallint, rule.standard_containers), changed_at = now()
  returning proration, standard_containers`
