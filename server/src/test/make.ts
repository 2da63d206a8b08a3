import { type Insertable, sql } from 'kysely'
import { findOrInsertStreets } from '../domain/street-search/streets.queries.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** Makes an employee; whoever needs a real password gives its hash. */
export const insertEmployee = (db: Db, employee: Partial<Insertable<Tables['employee']>> & { email: string }) =>
  db
    .insertInto('employee')
    .values({ name: 'Kim de Vries', password_hash: 'none', roles: ['bsgw_employee'], ...employee })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()

type AddressToMake = Partial<Omit<Insertable<Tables['address']>, 'street_id'>> & {
  street?: string
  city?: string
  municipality?: { id: number; name: string }
}

/** Makes an address, with its street and municipality where they are not there yet. */
export async function insertAddress(
  db: Db,
  {
    street = 'Akerstraat',
    city = 'Heerlen',
    municipality = { id: 917, name: 'Heerlen' },
    ...address
  }: AddressToMake = {},
) {
  await db
    .insertInto('municipality')
    .values(municipality)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [street_id = 0] = await findOrInsertStreets(db, [{ municipality_id: municipality.id, city, name: street }])
  return db
    .insertInto('address')
    .values({ house_number: 118, postal_code: '6411CD', ...address, street_id })
    .returning(['id', 'alias'])
    .executeTakeFirstOrThrow()
}

/** Makes a container: of an address, or of a collection system. */
export const insertContainer = (db: Db, container: Partial<Insertable<Tables['container']>>) =>
  db
    .insertInto('container')
    .values({
      number: crypto.randomUUID(),
      waste_type: 'residual_waste',
      kind: 'minicontainer',
      volume_litres: 140,
      placed_on: '2024-03-01',
      ...container,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Makes clearances of an address at these moments, in one batch of a supplier. */
export async function insertClearances(db: Db, moments: string[], clearance: Partial<Insertable<Tables['clearance']>>) {
  const { id: batch_id } = await db
    .insertInto('clearance_batch')
    .values({ source: 'test', updated_until: '2026-03-04' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select add_clearance_year(dutch_year(moment)) from unnest(${moments}::timestamptz[]) as moment`.execute(db)
  await db
    .insertInto('clearance')
    .values(
      moments.map((cleared_at) => ({
        batch_id,
        cleared_at,
        waste_type: 'residual_waste' as const,
        category: 'rest' as const,
        volume_litres: 140,
        amount_cents: 645,
        ...clearance,
      })),
    )
    .execute()
}

/** Makes a collection system before an address, which the addresses of `users` may use. */
export async function insertCollectionSystem(
  db: Db,
  system: Partial<Insertable<Tables['collection_system']>> & { address_id: number },
  users: number[] = [],
) {
  const { street_id } = await db
    .selectFrom('address')
    .where('id', '=', system.address_id)
    .select('street_id')
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('collection_system')
    .values({ name: 'Aker 1', kind_id: 1, lon: 5.97, lat: 50.89, ...system, street_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const address_id of users)
    await db.insertInto('collection_system_access').values({ address_id, collection_system_id: made.id }).execute()
  return made
}

/** Makes a pass, with its resident at an address. */
export async function insertPass(
  db: Db,
  {
    address_id,
    name = 'J. van den Berg',
    ...pass
  }: Partial<Insertable<Tables['environmental_pass']>> & { address_id: number; number: string; name?: string },
) {
  const resident = await db
    .insertInto('resident')
    .values({ address_id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('environmental_pass')
    .values({ status: 'active', issued_on: '2024-01-01', ...pass, resident_id: resident.id })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Makes a collection area of postal codes in Heerlen or elsewhere, with its rules; without postal codes one for a single address. */
export async function insertCollectionArea(
  db: Db,
  {
    name,
    municipality_id = 917,
    postal_codes,
    rules = [],
  }: {
    name: string
    municipality_id?: number
    postal_codes?: [first: string, last: string]
    rules?: Partial<Insertable<Tables['collection_rule']>>[]
  },
) {
  const { id } = await db
    .insertInto('collection_area')
    .values({ name, municipality_id, of_one_address: postal_codes === undefined })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (postal_codes)
    await db
      .insertInto('collection_area_range')
      .values({
        municipality_id,
        first_postal_code: postal_codes[0],
        last_postal_code: postal_codes[1],
        collection_area_id: id,
      })
      .execute()
  for (const rule of rules)
    await db
      .insertInto('collection_rule')
      .values({ category: 'gft', valid_from: '2025-01-06', collection_area_id: id, ...rule })
      .execute()
  return { id }
}
