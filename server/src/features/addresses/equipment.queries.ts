import type { Equipment } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../shared/database.ts'

/** An address's own containers, and the shared ones it may use, each with its last clearance by this address; current ones first. */
export async function findAddressEquipment(db: Db, address_id: number): Promise<Equipment[]> {
  const { rows } = await sql<Omit<Equipment, 'collection_system'> & { alias: string | null; name: string | null }>`
    select container.id, container.number, waste_type, kind, volume_litres, chip_number, placed_on, removed_on,
      collection_system.alias, collection_system.name,
      dutch_time((
        select cleared_at from clearance
        where clearance.address_id = ${address_id} and clearance.container_id = container.id
        order by cleared_at desc limit 1
      )) as last_cleared_at
    from container left join collection_system on collection_system.id = collection_system_id
    where container.address_id = ${address_id}
      or collection_system_id in (select collection_system_id from collection_system_access where address_id = ${address_id})
    order by (removed_on is not null), collection_system.name nulls first, waste_type desc, placed_on desc, container.id`.execute(
    db,
  )
  return rows.map(({ alias, name, ...container }) => ({
    ...container,
    collection_system: alias === null || name === null ? null : { alias, name },
  }))
}
