import { extensionKey } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { streetKey } from '../../domain/street-search/street-key.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Place, readingsOf } from './places.ts'

// Each look-up is fenced by `offset 0`: left free, the planner may read the whole table for every batch.

/** The addresses that have these object codes. */
export async function findObjects(db: Db, object_codes: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; object_code: string }>`
    select found.id, asked.object_code from unnest(${object_codes}::text[]) as asked (object_code)
    cross join lateral (select id from address where object_code = asked.object_code offset 0) as found`.execute(db)
  return new Map(rows.map(({ id, object_code }) => [object_code, id]))
}

/** An address that reads as one in a file, and the object code that it has. */
export type AlikeAddress = { id: number; object_code: string | null }

/** The addresses that read as the places of these rows: postal code, street in any spelling, number and extension are the same. */
export async function findAlike<Row extends { place: Place | null }>(
  db: Db,
  given: Row[],
): Promise<Map<Row, AlikeAddress[]>> {
  const asked = given.flatMap(({ place }, index) => {
    if (!place) return []
    const { street, house_number, house_number_extension, postal_code } = place
    const line = [street, house_number, house_number_extension ?? ''].join(' ').trim()
    return readingsOf(line).map((reading) => ({ ...reading, postal_code, index }))
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<AlikeAddress & { index: number }>`
    select distinct asked.index, alike.id, alike.object_code
    from unnest(
      ${asked.map(({ index }) => index)}::int[],
      ${asked.map(({ postal_code }) => postal_code)}::text[],
      ${asked.map(({ house_number }) => house_number)}::int[],
      ${asked.map(({ house_number_extension }) => extensionKey(house_number_extension ?? ''))}::text[],
      ${asked.map(({ street }) => streetKey(street))}::text[]
    ) as asked (index, postal_code, house_number, extension_key, street_key)
    cross join lateral (
      select id, object_code from address
      where postal_code = asked.postal_code and house_number = asked.house_number and extension_key = asked.extension_key
        and exists (
          select from street
          where street.id = street_id and position(' ' || asked.street_key || ' ' in spellings) > 0
        )
      offset 0
    ) as alike`.execute(db)
  const found = new Map<Row, AlikeAddress[]>()
  for (const { index, ...address } of rows) {
    const row = given[index]
    if (row) found.set(row, [...(found.get(row) ?? []), address])
  }
  return found
}
