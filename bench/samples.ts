import type pg from 'pg'
import { makeRandom } from './random.ts'

/** An address to search for. */
export type Sample = {
  alias: string
  object_code: string | null
  postal_code: string
  house_number: number
  house_number_extension: string | null
  street: string
  city: string
  municipality_id: number
}

/** Returns `count` random addresses, the same in every run. */
export async function drawSamples(database: pg.Client, count: number): Promise<Sample[]> {
  const { rows: bounds } = await database.query('select max(id) as last from address')
  const random = makeRandom(4711)
  const ids = Array.from({ length: count }, () => 1 + random.below(bounds[0].last))
  const { rows } = await database.query(
    `select alias, object_code, postal_code, house_number, house_number_extension,
       street.name as street, street.city, street.municipality_id
     from unnest($1::int[]) with ordinality drawn (id, position)
     join address on address.id = drawn.id join street on street.id = street_id
     order by position`,
    [ids],
  )
  return rows
}
