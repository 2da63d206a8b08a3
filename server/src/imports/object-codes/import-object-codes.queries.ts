import type { Db } from '../../platform/database/db.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'

/** An address with its codes and its municipality. */
export type CodedAddress = { id: number; object_code: string | null; bag_id: string | null; municipality_id: number }

/** Returns the addresses with these ids, and the addresses that have one of these object codes. */
export const findCodedAddresses = (db: Db, ids: number[], object_codes: string[]) => allRows<CodedAddress>(db)`
  select found.id, object_code, bag_id, municipality_id
  from (
    select id, street_id, object_code, bag_id from address where id = any (${ids}::int[])
    union
    select id, street_id, object_code, bag_id from address where object_code = any (${object_codes}::text[])
  ) found
  join street on street.id = street_id`

/** Stores the object codes of addresses. The old codes are removed first, so addresses can exchange their codes. */
export async function updateObjectCodes(db: Db, changes: { address_id: number; object_code: string }[]) {
  await runSql(db)`
    update address set object_code = null
    where id = any (${changes.map(({ address_id }) => address_id)}::int[]) and object_code is not null`
  await runSql(db)`
    update address set object_code = file.object_code
    from ${tableOf('file', changes, { int: ['address_id'], text: ['object_code'] })}
    where address.id = file.address_id`
}

/** Returns the municipalities among these with current addresses that have no object code, and how many. */
export const countWithoutCode = (db: Db, municipality_ids: number[]) => allRows<{ name: string; count: number }>(db)`
  select municipality.name, count(*)::int as count
  from address
  join street on street.id = street_id
  join municipality on municipality.id = municipality_id
  where municipality_id = any (${municipality_ids}::int[]) and object_code is null and retired_on is null
  group by municipality.name order by municipality.name`
