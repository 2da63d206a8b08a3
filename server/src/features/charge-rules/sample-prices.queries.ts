import type { BillFacts, BillTariff } from '../../domain/bill/bill-facts.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { allRows, firstRow } from '../../platform/database/statements.queries.ts'

/** Returns the prices of a municipality, in order of time. */
export const findSamplePrices = (db: Db, municipality_id: number) => allRows<BillTariff>(db)`
  select id, charge, waste_type, kind, volume_litres, household_size, scheme, amount_cents, valid_from, valid_to
  from tariff where municipality_id = ${municipality_id} order by valid_from`

/** Returns how a municipality divides yearly amounts. */
export const findProration = async (db: Db, municipality_id: number): Promise<BillFacts['rule']> =>
  (await firstRow<BillFacts['rule']>(db)`
    select proration, standard_containers from bill_rule where municipality_id = ${municipality_id}`) ?? {
    proration: 'twelfths',
    standard_containers: 1,
  }
