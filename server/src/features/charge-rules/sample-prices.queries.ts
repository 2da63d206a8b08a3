import type { BillFacts, BillTariff } from '../../domain/bill/bill-facts.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { allRows, firstRow } from '../../platform/database/statements.queries.ts'

/** Returns the prices of a municipality that are valid in a year or in the year before, in order of time. */
export const findSamplePrices = (db: Db, municipality_id: number, year: number) => allRows<BillTariff>(db)`
  select id, charge, waste_type, kind, volume_litres, household_size, scheme, amount_cents, valid_from, valid_to
  from tariff
  where municipality_id = ${municipality_id}
    and valid_to >= make_date(${year}::int - 1, 1, 1) and valid_from <= make_date(${year}::int, 12, 31)
  order by valid_from`

/** Returns how a municipality divides yearly amounts. */
export const findProration = async (db: Db, municipality_id: number): Promise<BillFacts['rule']> =>
  (await firstRow<BillFacts['rule']>(db)`
    select proration, standard_containers from bill_rule where municipality_id = ${municipality_id}`) ?? {
    proration: 'twelfths',
    standard_containers: 1,
  }
