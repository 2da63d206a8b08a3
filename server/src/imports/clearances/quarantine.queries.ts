import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Delivered } from './clearance-rows.ts'
import type { QuarantineReason } from './place-clearances.ts'

/** Does anything wait? */
export async function holdsQuarantine(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from clearance_quarantine) as any`.execute(db)
  return rows[0]?.any ?? false
}

/** Puts delivered clearances aside, each with the reason; what was put aside before keeps its source and its time. */
export async function quarantineClearances(
  db: Db,
  source: string,
  waiting: { delivered: Delivered; reason: QuarantineReason }[],
) {
  const column = <Value>(value: (delivered: Delivered) => Value) => waiting.map(({ delivered }) => value(delivered))
  await sql`
    insert into clearance_quarantine (source, reason, supplier_key, object_code, street, house_number, house_number_extension,
      postal_code, city, container_number, chip_number, shared, fraction, cleared_at, weight_kg, amount_cents)
    select ${source}, reason, supplier_key, object_code, street, house_number, house_number_extension, postal_code, city,
      container_number, chip_number, shared, fraction, to_timestamp(cleared_at), weight_kg, amount_cents
    from unnest(
      ${waiting.map(({ reason }) => reason)}::text[],
      ${column(({ supplier_key }) => supplier_key)}::text[],
      ${column(({ object_code }) => object_code)}::text[],
      ${column(({ place }) => place?.street ?? null)}::text[],
      ${column(({ place }) => place?.house_number ?? null)}::int[],
      ${column(({ place }) => place?.house_number_extension ?? null)}::text[],
      ${column(({ place }) => place?.postal_code ?? null)}::text[],
      ${column(({ place }) => place?.city ?? null)}::text[],
      ${column(({ container_number }) => container_number)}::text[],
      ${column(({ chip_number }) => chip_number)}::text[],
      ${column(({ shared }) => shared)}::boolean[],
      ${column(({ fraction }) => fraction)}::text[],
      ${column(({ cleared_at }) => cleared_at)}::int8[],
      ${column(({ weight_kg }) => weight_kg)}::numeric[],
      ${column(({ amount_cents }) => amount_cents)}::int[]
    ) as delivered (reason, supplier_key, object_code, street, house_number, house_number_extension, postal_code, city,
      container_number, chip_number, shared, fraction, cleared_at, weight_kg, amount_cents)
    on conflict (supplier_key) do update set (reason, object_code, street, house_number, house_number_extension,
      postal_code, city, container_number, chip_number, shared, fraction, cleared_at, weight_kg, amount_cents) =
      (excluded.reason, excluded.object_code, excluded.street, excluded.house_number,
      excluded.house_number_extension, excluded.postal_code, excluded.city, excluded.container_number, excluded.chip_number,
      excluded.shared, excluded.fraction, excluded.cleared_at, excluded.weight_kg, excluded.amount_cents)`.execute(db)
}

/** Takes clearances out of the quarantine; they have a place now. */
export const releaseClearances = (db: Db, supplier_keys: string[]) =>
  sql`delete from clearance_quarantine where supplier_key = any (${supplier_keys}::text[])`.execute(db)

/** The next waiting clearances after a key, in the order of their keys. */
export async function findWaiting(db: Db, after: string, limit: number): Promise<Delivered[]> {
  const rows = await db
    .selectFrom('clearance_quarantine')
    .select(['supplier_key', 'object_code', 'street', 'house_number', 'house_number_extension', 'postal_code', 'city'])
    .select(['container_number', 'chip_number', 'shared', 'fraction', 'weight_kg', 'amount_cents'])
    .select(sql<number>`extract(epoch from cleared_at)::int8`.as('cleared_at'))
    .select(sql<string>`(cleared_at at time zone 'Europe/Amsterdam')::date`.as('day'))
    .where('supplier_key', '>', after)
    .orderBy('supplier_key')
    .limit(limit)
    .execute()
  return rows.map(({ street, house_number, house_number_extension, postal_code, city, ...row }) => ({
    ...row,
    place:
      street === null || house_number === null || postal_code === null || city === null
        ? null
        : { street, house_number, house_number_extension, postal_code, city },
  }))
}

/** How many clearances wait for each reason. */
export async function countWaiting(db: Db): Promise<[QuarantineReason, number][]> {
  const { rows } = await sql<{ reason: QuarantineReason; count: number }>`
    select reason, count(*)::int as count from clearance_quarantine group by reason order by count desc, reason`.execute(
    db,
  )
  return rows.map(({ reason, count }) => [reason, count])
}
