import { findOrInsertStreets } from '../domain/street-search/streets.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'

/** Values by column name. Other columns get their default. */
type ColumnValues = Record<string, unknown>

/** Inserts a row and returns the stored row. */
export async function insertRow<Stored = { id: number }>(
  db: Db,
  table: string,
  columns: ColumnValues,
): Promise<Stored> {
  const names = sql.join(Object.keys(columns).map((name) => sql.identifier(name)))
  const values = sql.join(Object.values(columns))
  const { rows } = await sql<Stored>`
    insert into ${sql.identifier(table)} (${names}) values (${values}) returning *`.execute(db)
  return rows[0] as Stored
}

/** Inserts rows in one statement. A column that only other rows have is null. */
export async function insertRows(db: Db, table: string, rows: ColumnValues[]) {
  if (rows.length === 0) return
  const names = sql.join([...new Set(rows.flatMap(Object.keys))].map((name) => sql.identifier(name)))
  const type = sql.identifier(table)
  await sql`
    insert into ${type} (${names})
    select ${names} from json_populate_recordset(null::${type}, ${JSON.stringify(rows)})`.execute(db)
}

/** Inserts an employee. Without `password_hash`, the employee cannot log in with a password. */
export const insertEmployee = (db: Db, employee: ColumnValues & { email: string }) =>
  insertRow<{ id: number; email: string }>(db, 'employee', {
    name: 'Kim de Vries',
    password_hash: 'none',
    roles: ['bsgw_employee'],
    ...employee,
  })

type NewAddress = ColumnValues & { street?: string; city?: string; municipality?: { id: number; name: string } }

/** Inserts an address. Inserts its street and municipality if they do not exist. */
export async function insertAddress(
  db: Db,
  { street = 'Akerstraat', city = 'Heerlen', municipality = { id: 917, name: 'Heerlen' }, ...address }: NewAddress = {},
) {
  await sql`
    insert into municipality (id, name) values (${municipality.id}, ${municipality.name})
    on conflict do nothing`.execute(db)
  const [street_id] = await findOrInsertStreets(db, [{ municipality_id: municipality.id, city, name: street }])
  return insertRow<{ id: number; alias: string }>(db, 'address', {
    house_number: 118,
    postal_code: '6411CD',
    ...address,
    street_id,
  })
}

/** Inserts a container, which belongs to an address or to a collection system. */
export const insertContainer = (db: Db, container: ColumnValues) =>
  insertRow(db, 'container', {
    number: crypto.randomUUID(),
    waste_type: 'residual_waste',
    kind: 'minicontainer',
    volume_litres: 140,
    placed_on: '2024-03-01',
    ...container,
  })

/** Inserts a non-clearance at each of these moments, of a container at an address or of a shared container. */
export async function insertNonClearances(db: Db, moments: string[], non_clearance: ColumnValues) {
  const { id: batch_id } = await insertRow(db, 'clearance_batch', { source: 'test' })
  for (const happened_at of moments)
    await insertRow(db, 'non_clearance', {
      ...{ batch_id, supplier: '', supplier_key: crypto.randomUUID(), happened_at },
      ...{ waste_type: 'residual_waste', reason: 'te_zwaar' },
      ...non_clearance,
    })
}

/** Inserts a clearance at each of these moments, all in one batch of a supplier. */
export async function insertClearances(db: Db, moments: string[], clearance: ColumnValues) {
  const { id: batch_id } = await insertRow(db, 'clearance_batch', { source: 'test', updated_until: '2026-03-04' })
  await sql`select add_clearance_year(dutch_year(moment)) from unnest(${moments}::timestamptz[]) as moment`.execute(db)
  const { address_id = null, container_id = null, waste_type = 'residual_waste' } = clearance
  await sql`
    insert into delivered_until (kind, municipality_id, waste_type, day)
    select 'clearances', municipality_id, ${waste_type}, '2026-03-04'
    from street where id = (
      select street_id from address where id = coalesce(${address_id}::int, (
        select system.address_id
        from container join collection_system system on system.id = collection_system_id
        where container.id = ${container_id}::int)))
    on conflict do nothing`.execute(db)
  const ids: number[] = []
  for (const cleared_at of moments) {
    const { id } = await insertRow(db, 'clearance', {
      batch_id,
      cleared_at,
      waste_type: 'residual_waste',
      category: 'rest',
      volume_litres: 140,
      amount_cents: 645,
      ...clearance,
    })
    ids.push(id)
  }
  return ids
}

/** Inserts the occupancy of a household, without a last day unless it is given. */
export const insertOccupancy = (db: Db, occupancy: ColumnValues & { address_id: number; first_day: string }) =>
  insertRow(db, 'occupancy', { subject_id: crypto.randomUUID(), ...occupancy })

/** Inserts a collection system in front of an address. The addresses in `users` may use this system. */
export async function insertCollectionSystem(
  db: Db,
  system: ColumnValues & { address_id: number },
  users: number[] = [],
): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    select street_id as id from address where id = ${system.address_id}`.execute(db)
  const inserted = await insertRow(db, 'collection_system', {
    name: 'Aker 1',
    kind_id: 1,
    lon: 5.97,
    lat: 50.89,
    ...system,
    street_id: rows[0]?.id,
  })
  await sql`
    insert into collection_system_access (address_id, collection_system_id)
    select address_id, ${inserted.id} from unnest(${users}::int[]) as address_id`.execute(db)
  return inserted
}

/** Inserts a pass and its resident at an address. */
export async function insertPass(
  db: Db,
  {
    address_id,
    name = 'J. van den Berg',
    ...pass
  }: ColumnValues & { address_id: number; number: string; name?: string },
) {
  const { id: resident_id } = await insertRow(db, 'resident', { address_id, name })
  return insertRow(db, 'environmental_pass', {
    status: 'active',
    issued_on: '2024-01-01',
    ...pass,
    resident_id,
    address_id,
  })
}

/** Inserts a collection area with rules. Without postal codes, the area is for only one address. */
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
    rules?: ColumnValues[]
  },
): Promise<{ id: number }> {
  const area = await insertRow(db, 'collection_area', {
    name,
    municipality_id,
    of_one_address: postal_codes === undefined,
  })
  await sql`
    insert into delivered_until (kind, municipality_id, day) values ('collection_days', ${municipality_id}, '2026-03-04')
    on conflict do nothing`.execute(db)
  if (postal_codes)
    await insertRow(db, 'collection_area_range', {
      municipality_id,
      first_postal_code: postal_codes[0],
      last_postal_code: postal_codes[1],
      collection_area_id: area.id,
    })
  for (const rule of rules)
    await insertRow(db, 'collection_rule', {
      category: 'gft',
      valid_from: '2025-01-06',
      ...rule,
      collection_area_id: area.id,
    })
  return area
}
