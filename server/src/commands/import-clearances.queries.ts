import { extensionKey, type WasteStream } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../shared/database.ts'
import { streetKey } from '../shared/street-key.ts'
import { type Delivered, readingsOf } from './clearance-rows.ts'
import type { KnownContainer, Placed } from './place-clearances.ts'

/** A clearance as it is stored. */
export type Stored = Delivered & Placed
/** A clearance that the database has already, with what an update finds it by. */
export type KnownClearance = Omit<
  Stored,
  'object_code' | 'place' | 'container_number' | 'chip_number' | 'shared' | 'fraction' | 'day' | 'kind'
> & {
  id: number
}

/** What suppliers call the waste streams. */
export async function findFractions(db: Db): Promise<Map<string, WasteStream>> {
  const rows = await db.selectFrom('fraction').selectAll().execute()
  return new Map(rows.map(({ name, waste_type }) => [name, waste_type]))
}

/** Remembers what a supplier calls waste streams; from now on that is what it means. */
export const nameFractions = (db: Db, fractions: { name: string; waste_type: WasteStream }[]) =>
  db
    .insertInto('fraction')
    .values(fractions)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ waste_type: (eb) => eb.ref('excluded.waste_type') }),
    )
    .execute()

/** The containers that have these numbers, or ever had these chips. */
export async function findContainers(db: Db, numbers: string[], chips: string[]): Promise<KnownContainer[]> {
  const columns = sql`id, number, chip_number, address_id, waste_type, kind, volume_litres, placed_on, removed_on`
  const { rows } = await sql<KnownContainer>`
    select ${columns} from container where number = any (${numbers}::text[])
    union
    select ${columns} from container where chip_number = any (${chips}::text[])`.execute(db)
  return rows
}

/** The addresses that have these object codes. */
export async function findObjects(db: Db, object_codes: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; object_code: string }>`
    select id, object_code from address where object_code = any (${object_codes}::text[])`.execute(db)
  return new Map(rows.map(({ id, object_code }) => [object_code, id]))
}

/** The addresses that read as these: postal code, street in any spelling, house number and extension are the same. */
export async function findAlike(db: Db, delivered: Delivered[]) {
  const asked = delivered.flatMap(({ place }, index) => {
    if (!place) return []
    const { street, house_number, house_number_extension, postal_code } = place
    const line = [street, house_number, house_number_extension ?? ''].join(' ').trim()
    return readingsOf(line).map((reading) => ({ ...reading, postal_code, index }))
  })
  // Without the `offset 0` the planner may read the whole table for every batch.
  const { rows } = await sql<{ index: number; id: number; object_code: string | null }>`
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
        and exists (select from street where street.id = street_id and position(' ' || asked.street_key || ' ' in spellings) > 0)
      offset 0
    ) as alike`.execute(db)
  const found = new Map<Delivered, { id: number; object_code: string | null }[]>()
  for (const { index, ...address } of rows) {
    const key = delivered[index] as Delivered
    found.set(key, [...(found.get(key) ?? []), address])
  }
  return found
}

/** What these clearances of an address cost on their day, by the tariff of its municipality; null where there is none. */
export async function findAmounts(db: Db, clearances: Stored[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ n: number; amount_cents: number }>`
    select asked.n::int, tariff.amount_cents
    from unnest(
      ${clearances.map(({ address_id }) => address_id)}::int[],
      ${clearances.map(({ waste_type }) => waste_type)}::text[],
      ${clearances.map(({ kind }) => kind)}::text[],
      ${clearances.map(({ volume_litres }) => volume_litres)}::int[],
      ${clearances.map(({ day }) => day)}::date[]
    ) with ordinality as asked (address_id, waste_type, kind, volume_litres, day, n)
    join address on address.id = asked.address_id
    join street on street.id = street_id
    join tariff using (municipality_id, waste_type, kind, volume_litres)
    where asked.day between valid_from and valid_to`.execute(db)
  const amounts: (number | null)[] = clearances.map(() => null)
  for (const { n, amount_cents } of rows) amounts[n - 1] = amount_cents
  return amounts
}

/** The clearances that came before under these keys of the supplier, whatever their year. */
export async function findKnownClearances(db: Db, supplier_keys: string[]): Promise<Map<string, KnownClearance>> {
  const { rows } = await sql<KnownClearance>`
    select id, supplier_key, address_id, container_id, extract(epoch from cleared_at)::int8 as cleared_at, waste_type,
      category, volume_litres, weight_kg, amount_cents
    from clearance where supplier_key = any (${supplier_keys}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.supplier_key, row]))
}

const columnsOf = (clearances: Omit<KnownClearance, 'id'>[]) => sql`
  ${clearances.map(({ supplier_key }) => supplier_key)}::text[],
  ${clearances.map(({ address_id }) => address_id)}::int[],
  ${clearances.map(({ container_id }) => container_id)}::int[],
  ${clearances.map(({ cleared_at }) => cleared_at)}::int8[],
  ${clearances.map(({ waste_type }) => waste_type)}::text[],
  ${clearances.map(({ category }) => category)}::text[],
  ${clearances.map(({ volume_litres }) => volume_litres)}::int[],
  ${clearances.map(({ weight_kg }) => weight_kg)}::numeric[],
  ${clearances.map(({ amount_cents }) => amount_cents)}::int[]`
const columns = sql`supplier_key, address_id, container_id, cleared_at, waste_type, category, volume_litres, weight_kg, amount_cents`

/** Adds clearances, and gives their ids. Their years have to be there. */
export async function insertClearances(db: Db, batch_id: number, clearances: Stored[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into clearance
      (batch_id, supplier_key, address_id, container_id, cleared_at, waste_type, category, volume_litres, weight_kg, amount_cents)
    select ${batch_id}, supplier_key, address_id, container_id, to_timestamp(cleared_at), waste_type, category, volume_litres,
      weight_kg, amount_cents
    from unnest(${columnsOf(clearances)}) as delivered (${columns})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Gives clearances what a later delivery says of them; also another moment, in whatever year. */
export async function updateClearances(db: Db, batch_id: number, changes: { before: KnownClearance; after: Stored }[]) {
  await sql`
    update clearance set batch_id = ${batch_id}, address_id = changed.address_id, container_id = changed.container_id,
      cleared_at = to_timestamp(changed.cleared_at), waste_type = changed.waste_type, category = changed.category,
      volume_litres = changed.volume_litres, weight_kg = changed.weight_kg, amount_cents = changed.amount_cents
    from unnest(
      ${columnsOf(changes.map(({ after }) => after))},
      ${changes.map(({ before }) => before.id)}::int8[],
      ${changes.map(({ before }) => before.cleared_at)}::int8[]
    ) as changed (${columns}, id, was_cleared_at)
    where clearance.id = changed.id and clearance.cleared_at = to_timestamp(changed.was_cleared_at)`.execute(db)
}

/** Begins a delivery, complete until no day yet. */
export async function insertBatch(db: Db, source: string): Promise<number> {
  const { id } = await db
    .insertInto('clearance_batch')
    .values({ source, updated_until: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Says until which day a delivery is complete. */
export const completeBatch = (db: Db, id: number, updated_until: string) =>
  db.updateTable('clearance_batch').set({ updated_until }).where('id', '=', id).execute()

/** Until which day the clearances are in. */
export async function findUpdatedUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`select max(updated_until) as until from clearance_batch`.execute(
    db,
  )
  return rows[0]?.until ?? null
}

/** Tells the planner what these years hold now, and lets them be read from their indexes alone. */
export async function tidyYears(db: Db, years: number[]) {
  for (const year of years) await sql`vacuum (analyze) ${sql.table(`clearance_${year}`)}`.execute(db)
}
