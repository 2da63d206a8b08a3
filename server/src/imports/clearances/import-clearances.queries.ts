import type { WasteStream } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Delivered } from './clearance-rows.ts'
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

// Each look-up below is fenced by `offset 0`: left free, the planner may read a whole table for every batch.

/** The containers that have these numbers, or ever had these chips. */
export async function findContainers(db: Db, numbers: string[], chips: string[]): Promise<KnownContainer[]> {
  const columns = sql`id, number, chip_number, address_id, waste_type, kind, volume_litres, placed_on, removed_on`
  const { rows } = await sql<KnownContainer>`
    select found.* from unnest(${numbers}::text[]) as asked (number)
    cross join lateral (select ${columns} from container where number = asked.number offset 0) as found
    union
    select found.* from unnest(${chips}::text[]) as asked (chip_number)
    cross join lateral (select ${columns} from container where chip_number = asked.chip_number offset 0) as found`.execute(
    db,
  )
  return rows
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
    select found.* from unnest(${supplier_keys}::text[]) as asked (supplier_key)
    cross join lateral (
      select id, supplier_key, address_id, container_id, extract(epoch from cleared_at)::int8 as cleared_at, waste_type,
        category, volume_litres, weight_kg, amount_cents
      from clearance where supplier_key = asked.supplier_key offset 0
    ) as found`.execute(db)
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
