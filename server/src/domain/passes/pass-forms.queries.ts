import type { PassForm } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

const formColumns = sql`characters, min_length, max_length, prefixes, suffixes`

/** Returns the form of the pass numbers of each municipality that has set one, by the id of the municipality. */
export async function findPassForms(db: Db) {
  const rows = await allRows<PassForm & { id: number }>(db)`select municipality_id as id, ${formColumns} from pass_form`
  return new Map(rows.map(({ id, ...form }): [number, PassForm] => [id, form]))
}

/** Returns the form of the pass numbers of each of these addresses whose municipality has set one, by their ids. */
export async function findPassFormsAt(db: Db, address_ids: number[]) {
  const rows = await allRows<PassForm & { id: number }>(db)`
    select address.id, ${formColumns}
    from address join street on street.id = street_id
      join pass_form on pass_form.municipality_id = street.municipality_id
    where address.id = any (${address_ids}::int[])`
  return new Map(rows.map(({ id, ...form }): [number, PassForm] => [id, form]))
}

/** Returns the names of the municipalities of these addresses that have not set a form, sorted. */
export async function findMunicipalitiesWithoutForm(db: Db, address_ids: number[]) {
  const rows = await allRows<{ name: string }>(db)`
    select name from municipality
    where id in (
        select municipality_id from address join street on street.id = street_id
        where address.id = any (${address_ids}::int[])
      ) and id not in (select municipality_id from pass_form)
    order by name`
  return rows.map(({ name }) => name)
}
