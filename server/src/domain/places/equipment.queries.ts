import type { Equipment, Purpose } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { dutchYear } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import { hiddenPeriods } from '../occupancy/occupancy.queries.ts'

/** The malfunctions that employees recorded, with their employees. */
export const recordedMalfunctions = sql`
  recorded_malfunction recorded
  join employee recorder on recorder.id = recorded.recorded_by
  left join employee closer on closer.id = recorded.closed_by`

/** The columns of a RecordedMalfunction. */
export const malfunctionColumns = sql`
  recorded.id, recorded.malfunction, note, recorder.name as recorded_by, dutch_time(recorded_at) as recorded_at,
  expected_end, closer.name as closed_by, dutch_time(closed_at) as closed_at`

/**
 * Returns the containers that match the condition `containers`, current containers first. `last_cleared_at` and `used`
 * are expressions over the row of a container.
 */
function findEquipment(
  db: Db,
  { containers, last_cleared_at, used }: Record<'containers' | 'last_cleared_at' | 'used', Sql>,
) {
  return allRows<Equipment>(db)`
    select container.id, number, waste_type, kind, volume_litres, chip_number, placed_on, removed_on,
      dutch_time(${last_cleared_at}) as last_cleared_at,
      (
        select day from delivered_until
        where kind = 'clearances' and delivered_until.waste_type = container.waste_type and municipality_id = (
          select municipality_id from street join address on street.id = street_id
          where address.id = coalesce(container.address_id, collection_system.address_id))
      ) as lifts_until,
      ${used} as used,
      case when collection_system.id is not null
        then jsonb_build_object('alias', alias, 'name', name)
      end as collection_system,
      case when container_id is not null
        then jsonb_build_object('fill_percent', fill_percent, 'measured_at', dutch_time(measured_at),
          'malfunction', malfunction, 'malfunction_since', dutch_time(malfunction_since))
      end as state,
      (select to_jsonb(found) from (
        select ${malfunctionColumns} from ${recordedMalfunctions}
        where recorded.container_id = container.id and closed_at is null) found) as recorded_malfunction
    from container
    left join collection_system on collection_system.id = collection_system_id
    left join container_state on container_id = container.id
    where ${containers}
    order by (removed_on is not null), collection_system.name nulls first, waste_type desc, placed_on desc, container.id`
}

// A clearance with an address is an opening by a resident. The emptying of a shared container has no address.
const lastEmptied = sql`(
  select cleared_at from clearance
  where clearance.address_id is null and clearance.container_id = container.id
  order by cleared_at desc limit 1)`

/**
 * Returns the containers of an address and the shared containers that the address may use. `last_cleared_at` and `used`
 * exclude clearances that the purpose hides.
 */
export function findAddressEquipment(db: Db, address_id: number, purpose: Purpose) {
  const shownClearances = sql`
    from clearance
    where clearance.address_id = ${address_id} and clearance.container_id = container.id
      and not cleared_at <@ ${hiddenPeriods(sql`${address_id}`, purpose)}`
  return findEquipment(db, {
    last_cleared_at: sql`case when container.address_id is null then ${lastEmptied} else (
      select cleared_at ${shownClearances} order by cleared_at desc limit 1)
    end`,
    used: sql`case when container.address_id is null then (
      select jsonb_build_object(
        'times_this_year', count(*) filter (where cleared_at >= dutch_new_year(${dutchYear})),
        'last_used_at', dutch_time(max(cleared_at)))
      ${shownClearances})
    end`,
    // With a union, PostgreSQL uses an index for each part. With `or`, it would read every container in the table.
    containers: sql`container.id in (
      select id from container where address_id = ${address_id}
      union all
      select shared.id from collection_system_access
      join container shared on shared.collection_system_id = collection_system_access.collection_system_id
      where collection_system_access.address_id = ${address_id})`,
  })
}

/** Returns the containers of a collection system, each with the last time that it was emptied. */
export const findCollectionSystemEquipment = (db: Db, collection_system_id: number) =>
  findEquipment(db, {
    last_cleared_at: lastEmptied,
    used: sql`null::jsonb`,
    containers: sql`collection_system_id = ${collection_system_id}`,
  })
