import type { Db } from '../../platform/database/db.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** A collection system as it is stored. Its street is the street of its address. */
export type StoredSystem = {
  object_code: string
  name: string
  kind_id: number
  address_id: number
  lon: number
  lat: number
}

export const systemColumns = {
  text: ['object_code', 'name'],
  int: ['kind_id', 'address_id'],
  float8: ['lon', 'lat'],
} as const
const names = columnNames(systemColumns)

/** Returns the collection systems with these object codes. */
export async function findSystems(db: Db, object_codes: string[]): Promise<Map<string, StoredSystem & { id: number }>> {
  const rows = await allRows<StoredSystem & { id: number }>(db)`
    select id, ${names} from collection_system where object_code = any (${object_codes}::text[])`
  return new Map(rows.map((row) => [row.object_code, row]))
}

/** Returns the known locations of these addresses, by address id. */
export async function findLocations(db: Db, address_ids: number[]) {
  const rows = await allRows<{ id: number; lon: number; lat: number }>(db)`
    select id, lon, lat from address
    where id = any (${address_ids}::int[]) and lon is not null and lat is not null`
  return new Map(rows.map((row) => [row.id, row]))
}

export const insertSystems = (db: Db, systems: StoredSystem[]) => runSql(db)`
  insert into collection_system (${names}, street_id)
  select file.*, (select street_id from address where id = file.address_id)
  from ${tableOf('file', systems, systemColumns)}`

export const updateSystems = (db: Db, systems: StoredSystem[]) => runSql(db)`
  update collection_system set (${names}, street_id) =
    row(file.*, (select street_id from address where id = file.address_id))
  from ${tableOf('file', systems, systemColumns)} where collection_system.object_code = file.object_code`

/** A connection: an address that may use a collection system. */
export type SystemAccess = { address_id: number; collection_system_id: number }

const connectionColumns = { int: ['address_id', 'collection_system_id'] } as const

/** Inserts the connections that do not exist yet, and returns their number. */
export const insertConnections = (db: Db, connections: SystemAccess[]) => runSql(db)`
  insert into collection_system_access (address_id, collection_system_id)
  select * from ${tableOf('file', connections, connectionColumns)} on conflict do nothing`

/** Deletes connections and returns their number. */
export const deleteConnections = (db: Db, connections: SystemAccess[]) => runSql(db)`
  delete from collection_system_access access using ${tableOf('file', connections, connectionColumns)}
  where access.address_id = file.address_id and access.collection_system_id = file.collection_system_id`
