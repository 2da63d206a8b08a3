import type { ContainerState, Equipment } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type EquipmentRow = Omit<Equipment, 'collection_system' | 'state'> &
  ContainerState & {
    system_alias: string | null
    system_name: string | null
    has_state: boolean
  }

/** Returns the containers that match a condition, current ones first; `clearances` selects those that count for `last_cleared_at`. */
async function findEquipment(db: Db, clearances: RawBuilder<unknown>, containers: RawBuilder<unknown>) {
  const { rows } = await sql<EquipmentRow>`
    select container.id, number, waste_type, kind, volume_litres, chip_number, placed_on, removed_on,
      collection_system.alias as system_alias, collection_system.name as system_name,
      container_id is not null as has_state, fill_percent, dutch_time(measured_at) as measured_at,
      malfunction, dutch_time(malfunction_since) as malfunction_since,
      dutch_time((
        select cleared_at from clearance
        where ${clearances} and clearance.container_id = container.id
        order by cleared_at desc limit 1
      )) as last_cleared_at
    from container
    left join collection_system on collection_system.id = collection_system_id
    left join container_state on container_id = container.id
    where ${containers}
    order by (removed_on is not null), collection_system.name nulls first, waste_type desc, placed_on desc, container.id`.execute(
    db,
  )
  return rows.map(
    ({
      system_alias: alias,
      system_name: name,
      has_state,
      fill_percent,
      measured_at,
      malfunction,
      malfunction_since,
      ...container
    }): Equipment => ({
      ...container,
      collection_system: alias === null || name === null ? null : { alias, name },
      state: has_state ? { fill_percent, measured_at, malfunction, malfunction_since } : null,
    }),
  )
}

/** The containers of an address and the shared containers it may use, with their last clearance by this address. */
export const findAddressEquipment = (db: Db, address_id: number) =>
  findEquipment(
    db,
    sql`clearance.address_id = ${address_id}`,
    // A union uses two indexes; with `or` PostgreSQL would read every container of the country.
    sql`container.id in (
      select id from container where address_id = ${address_id}
      union all
      select shared.id from collection_system_access
      join container shared on shared.collection_system_id = collection_system_access.collection_system_id
      where collection_system_access.address_id = ${address_id})`,
  )

/** The containers of a collection system, with the last time that each was emptied. */
export const findCollectionSystemEquipment = (db: Db, collection_system_id: number) =>
  findEquipment(db, sql`clearance.address_id is null`, sql`collection_system_id = ${collection_system_id}`)
