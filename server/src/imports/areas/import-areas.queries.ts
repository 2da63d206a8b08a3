import type { Division } from '../../features/calendar-planning/collection-areas.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { runSql } from '../../platform/database/statements.queries.ts'

/** Assigns ranges and addresses of a municipality to areas. Replaces their earlier assignments. */
export async function assignParts(transaction: Db, municipality_id: number, { ranges, assignments }: Division) {
  await runSql(transaction)`
    insert into collection_area_range (municipality_id, first_postal_code, last_postal_code, house_numbers, collection_area_id)
    select ${municipality_id}, first, last, house_numbers, collection_area_id
    from json_to_recordset(${JSON.stringify(ranges)}) as ranges (first text, last text, house_numbers text, collection_area_id int)
    on conflict (municipality_id, first_postal_code, last_postal_code, house_numbers)
      do update set collection_area_id = excluded.collection_area_id`
  await runSql(transaction)`
    insert into collection_area_address (address_id, collection_area_id)
    select address_id, collection_area_id
    from json_to_recordset(${JSON.stringify(assignments)}) as assignments (address_id int, collection_area_id int)
    on conflict (address_id) do update set collection_area_id = excluded.collection_area_id`
}
