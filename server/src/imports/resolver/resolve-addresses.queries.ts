import type { Db } from '../../platform/database/database.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import { tableOf } from '../../platform/database/table-of.queries.ts'

// `offset 0` forces one index lookup per row. Without it, the planner may read the whole table.

/** Returns the ids of the addresses with these object codes. */
export async function findByObjectCode(db: Db, object_codes: string[]): Promise<Map<string, number>> {
  const rows = await allRows<{ id: number; object_code: string }>(db)`
    select found.id, requested.object_code from unnest(${object_codes}::text[]) as requested (object_code)
    cross join lateral (select id from address where object_code = requested.object_code offset 0) as found`
  return new Map(rows.map(({ id, object_code }) => [object_code, id]))
}

export type FoundAddress = { id: number; object_code: string | null }

/** The search keys of one interpretation of a written address. `index` identifies the written address. */
type AddressInterpretation = {
  index: number
  postal_code: string
  house_number: number
  extension_key: string
  street_key: string
}
const columns = { int: ['index', 'house_number'], text: ['postal_code', 'extension_key', 'street_key'] } as const

/** Returns the addresses that match each interpretation. Any spelling of the street matches. */
export function findByText(db: Db, interpretations: AddressInterpretation[]) {
  return allRows<FoundAddress & { index: number }>(db)`
    select distinct requested.index, found.id, found.object_code
    from ${tableOf('requested', interpretations, columns)}
    cross join lateral (
      select id, object_code from address
      where postal_code = requested.postal_code and house_number = requested.house_number
        and extension_key = requested.extension_key
        and exists (
          select from street
          where street.id = street_id and position(' ' || requested.street_key || ' ' in spellings) > 0
        )
      offset 0
    ) as found`
}
