import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** A collection system as it is stored; its street is the one of its address. */
export type StoredSystem = {
  object_code: string
  name: string
  kind_id: number
  address_id: number
  lon: number
  lat: number
}

const columns = sql`object_code, name, kind_id, address_id, lon, lat`

/** The collection systems that have these object codes. */
export async function findSystems(db: Db, object_codes: string[]): Promise<Map<string, StoredSystem & { id: number }>> {
  const { rows } = await sql<StoredSystem & { id: number }>`
    select id, ${columns} from collection_system where object_code = any (${object_codes}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.object_code, row]))
}

/** Where these addresses lie, as far as that is known. */
export async function findLocationsOf(db: Db, address_ids: number[]) {
  const rows = await db
    .selectFrom('address')
    .where('id', 'in', address_ids)
    .where('lon', 'is not', null)
    .where('lat', 'is not', null)
    .select(['id', 'lon', 'lat'])
    .$narrowType<{ lon: number; lat: number }>()
    .execute()
  return new Map(rows.map(({ id, lon, lat }) => [id, { lon, lat }]))
}

const valuesOf = (systems: StoredSystem[]) => sql`
  unnest(
    ${systems.map(({ object_code }) => object_code)}::text[],
    ${systems.map(({ name }) => name)}::text[],
    ${systems.map(({ kind_id }) => kind_id)}::int[],
    ${systems.map(({ address_id }) => address_id)}::int[],
    ${systems.map(({ lon }) => lon)}::float8[],
    ${systems.map(({ lat }) => lat)}::float8[]
  ) as given (${columns})`

/** Adds collection systems. */
export const insertSystems = (db: Db, systems: StoredSystem[]) =>
  sql`
    insert into collection_system (${columns}, street_id)
    select given.*, (select street_id from address where id = given.address_id) from ${valuesOf(systems)}`.execute(db)

/** Gives collection systems what a later file says of them. */
export const updateSystems = (db: Db, systems: StoredSystem[]) =>
  sql`
    update collection_system set name = given.name, kind_id = given.kind_id, address_id = given.address_id,
      lon = given.lon, lat = given.lat, street_id = (select street_id from address where id = given.address_id)
    from ${valuesOf(systems)} where collection_system.object_code = given.object_code`.execute(db)

/** That an address may use a collection system. */
export type Connection = { address_id: number; collection_system_id: number }

const pairsOf = (connections: Connection[]) => sql`
  unnest(
    ${connections.map(({ address_id }) => address_id)}::int[],
    ${connections.map(({ collection_system_id }) => collection_system_id)}::int[]
  ) as given (address_id, collection_system_id)`

/** Connects addresses; gives how many were not connected yet. */
export async function connect(db: Db, connections: Connection[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into collection_system_access (address_id, collection_system_id)
    select * from ${pairsOf(connections)} on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Takes connections away; gives how many there were. */
export async function disconnect(db: Db, connections: Connection[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from collection_system_access using ${pairsOf(connections)}
    where collection_system_access.address_id = given.address_id
      and collection_system_access.collection_system_id = given.collection_system_id`.execute(db)
  return Number(numAffectedRows)
}

/** Tells the planner how much there is now: the embedded engine has nobody who does that later. */
export const analyzeSystems = (db: Db) => sql`analyze collection_system, collection_system_access`.execute(db)
