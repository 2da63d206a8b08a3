import type { Db } from '../../platform/database/db.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

/** The delivery of a clearance. Fields are null for a clearance that was loaded before these fields existed. */
export type ClearanceSource = {
  clearance_id: number
  /** The key of the supplier (LEDIGING_ID). */
  supplier_key: string | null
  file_name: string
  file_sha256: string | null
  source_line: number | null
}

/** Returns the sources of the clearances of an address in a year and in the year before, in Dutch time. */
export const findClearanceSources = (db: Db, address_id: number, year: number) => allRows<ClearanceSource>(db)`
  select clearance.id::float8 as clearance_id, supplier_key, source as file_name, sha256 as file_sha256, source_line
  from clearance join clearance_batch on clearance_batch.id = batch_id
  where address_id = ${address_id}
    and cleared_at >= dutch_new_year(${year}::int - 1) and cleared_at < dutch_new_year(${year}::int + 1)`
