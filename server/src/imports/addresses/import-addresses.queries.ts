import { addressLine, postalCodeText } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { addressKey, type KnownAddress, type Owner, type PlacedRow } from './match-addresses.ts'

/** Tells the planner how much there is now: the embedded engine has nobody who does that later. */
export const analyzeAddresses = (db: Db) =>
  sql`analyze municipality, town, street, street_name, street_name_part, address`.execute(db)

export const insertMunicipalities = (db: Db, municipalities: { id: number; name: string }[]) =>
  db
    .insertInto('municipality')
    .values(municipalities)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** The addresses of the database that read the same as these rows, by their key, the first twin first. */
export async function findAlike(db: Db, rows: PlacedRow[]): Promise<Map<string, KnownAddress[]>> {
  const distinct = [...new Map(rows.map((row) => [row.key, row]))]
  // Without the `offset 0` the planner may read the whole table for every batch.
  const { rows: found } = await sql<KnownAddress & { n: number }>`
    select asked.n::int, alike.*
    from unnest(
      ${distinct.map(([, { street_id }]) => street_id)}::int[],
      ${distinct.map(([, { house_number }]) => house_number)}::int[],
      ${distinct.map(([, { postal_code }]) => postal_code)}::text[],
      ${distinct.map(([, { house_number_extension }]) => house_number_extension ?? '')}::text[]
    ) with ordinality as asked (street_id, house_number, postal_code, extension, n)
    cross join lateral (
      select id, twin, object_code, lon, lat, retired_on is not null as retired from address
      where street_id = asked.street_id and house_number = asked.house_number and postal_code = asked.postal_code
        and coalesce(house_number_extension, '') = asked.extension
      offset 0
    ) as alike
    order by n, twin`.execute(db)
  const alike = new Map<string, KnownAddress[]>()
  for (const { n, ...address } of found) {
    const [key = ''] = distinct[n - 1] ?? []
    alike.set(key, [...(alike.get(key) ?? []), address])
  }
  return alike
}

/** Who has these object codes. */
export async function findOwners(db: Db, object_codes: string[]): Promise<Map<string, Owner>> {
  const rows = await db
    .selectFrom('address')
    .innerJoin('street', 'street.id', 'street_id')
    .where(sql<boolean>`object_code = any (${object_codes}::text[])`)
    .select(['address.id', 'object_code', 'street_id', 'street.name as street', 'city'])
    .select(['house_number', 'house_number_extension', 'postal_code'])
    .execute()
  return new Map(
    rows.map(({ id, object_code, ...row }) => [
      object_code ?? '',
      {
        id,
        key: addressKey(row.street_id, row),
        address: `${addressLine(row)}, ${postalCodeText(row.postal_code)} ${row.city}`,
      },
    ]),
  )
}

/** Adds addresses, and gives their ids. */
export async function insertAddresses(db: Db, rows: PlacedRow[]): Promise<number[]> {
  const inserted = await sql<{ id: number }>`
    insert into address
      (object_code, street_id, house_number, house_number_extension, postal_code, lon, lat, twin)
    select * from unnest(
      ${rows.map(({ object_code }) => object_code)}::text[],
      ${rows.map(({ street_id }) => street_id)}::int[],
      ${rows.map(({ house_number }) => house_number)}::int[],
      ${rows.map(({ house_number_extension }) => house_number_extension)}::text[],
      ${rows.map(({ postal_code }) => postal_code)}::text[],
      ${rows.map(({ lon }) => lon)}::float8[],
      ${rows.map(({ lat }) => lat)}::float8[],
      ${rows.map(({ twin }) => twin)}::smallint[])
    returning id`.execute(db)
  return inserted.rows.map(({ id }) => id)
}

/** Gives addresses another place on the map, or another object code; who retired is back. */
export async function updateAddresses(db: Db, rows: Omit<KnownAddress, 'twin' | 'retired'>[]) {
  await sql`
    update address set object_code = changed.object_code, lon = changed.lon, lat = changed.lat, retired_on = null
    from unnest(
      ${rows.map(({ id }) => id)}::int[],
      ${rows.map(({ object_code }) => object_code)}::text[],
      ${rows.map(({ lon }) => lon)}::float8[],
      ${rows.map(({ lat }) => lat)}::float8[]
    ) as changed (id, object_code, lon, lat)
    where address.id = changed.id`.execute(db)
}
