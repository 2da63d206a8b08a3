import type { Equipment } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

/**
 * Returns the containers that match the condition `containers`, current containers first. `clearances` is the condition
 * for the clearances that count for `last_cleared_at`.
 */
function findEquipment(db: Db, clearances: RawBuilder<unknown>, containers: RawBuilder<unknown>) {
  return allRows<Equipment>(db)`
    select container.id, number, waste_type, kind, volume_litres, chip_number, placed_on, removed_on,
      dutch_time((
        select cleared_at from clearance
        where ${clearances} and clearance.container_id = container.id
        order by cleared_at desc limit 1
      )) as last_cleared_at,
      case when collection_system.id is not null
        then jsonb_build_object('alias', alias, 'name', name)
      end as collection_system,
      case when container_id is not null
        then jsonb_build_object('fill_percent', fill_percent, 'measured_at', dutch_time(measured_at),
          'malfunction', malfunction, 'malfunction_since', dutch_time(malfunction_since))
      end as state
    from container
    left join collection_system on collection_system.id = collection_system_id
    left join container_state on container_id = container.id
    where ${containers}
    order by (removed_on is not null), collection_system.name nulls first, waste_type desc, placed_on desc, container.id`
}

/**
 * Returns the containers of an address and the shared containers that it may use. `last_cleared_at` is the last
 * clearance of the container by this address.
 */
export const findAddressEquipment = (db: Db, address_id: number) =>
  findEquipment(
    db,
    sql`clearance.address_id = ${address_id}`,
    // With a union, PostgreSQL uses an index for each part. With `or`, it would read every container in the table.
    sql`container.id in (
      select id from container where address_id = ${address_id}
      union all
      select shared.id from collection_system_access
      join container shared on shared.collection_system_id = collection_system_access.collection_system_id
      where collection_system_access.address_id = ${address_id})`,
  )

/** Returns the containers of a collection system, each with the last time that it was emptied. */
export const findCollectionSystemEquipment = (db: Db, collection_system_id: number) =>
  findEquipment(db, sql`clearance.address_id is null`, sql`collection_system_id = ${collection_system_id}`)
