import type { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

/** A number of things that a delivery lacks. The stream, kind and volume are of containers without a tariff. */
export type MissingFact = {
  kind: 'tariff' | 'chip' | 'double_chip' | 'household_size' | 'access' | 'resident'
  waste_type: WasteStream | null
  container_kind: EquipmentKind | null
  volume_litres: number | null
  count: number
}

/** Returns what deliveries lack in a municipality, or in all municipalities. */
export const findMissingFacts = (db: Db, municipality_id: number | null = null) => {
  const inScope = sql`(${municipality_id}::int is null or municipality_id = ${municipality_id})`
  const isToday = sql`${dutchToday} between valid_from and valid_to`
  return allRows<MissingFact>(db)`
    with present as materialized (
      select municipality_id, waste_type, container.kind, volume_litres, chip_number is not null as has_chip,
        container.address_id is not null as is_own, count(*) as count
      from container left join collection_system system on system.id = collection_system_id
        join address on address.id = coalesce(container.address_id, system.address_id)
        join street on street.id = address.street_id
      where removed_on is null and ${inScope}
      group by 1, 2, 3, 4, 5, 6
    )
    select 'tariff' as kind, waste_type, kind as container_kind, volume_litres, sum(count)::int as count
    from present
    where is_own and exists (
        select from tariff where municipality_id = present.municipality_id and charge = 'clearance'
          and waste_type = present.waste_type and amount_cents > 0 and ${isToday})
      and not exists (
        select from tariff where municipality_id = present.municipality_id and charge = 'clearance'
          and waste_type = present.waste_type and kind = present.kind and volume_litres = present.volume_litres
          and ${isToday})
    group by 2, 3, 4
    union all
    select 'chip', null, null, null, coalesce(sum(count), 0)::int from present
    where is_own and kind <> 'zak' and not has_chip and municipality_id in (select municipality_id from present where has_chip)
    union all
    select 'double_chip', null, null, null, count(distinct chip_number)::int
    from (
      select own.chip_number, coalesce(own.address_id, system.address_id) as address_id
      from container other join container own on own.chip_number = other.chip_number
        left join collection_system system on system.id = own.collection_system_id
      where other.removed_on is not null and other.removed_on > own.placed_on and own.removed_on is null and own.id <> other.id
    ) doubled join address on address.id = doubled.address_id join street on street.id = street_id
    where ${inScope}
    union all
    select 'household_size', null, null, null, count(*)::int
    from occupancy join address on address.id = address_id join street on street.id = street_id
    where household_size is null and first_day <= ${dutchToday} and coalesce(last_day, ${dutchToday}) >= ${dutchToday}
      and ${inScope} and municipality_id in (
        select municipality_id from tariff where charge = 'fixed' and household_size is not null and ${isToday})
    union all
    select 'access', null, null, null, count(*)::int
    from collection_system system join address on address.id = address_id join street on street.id = address.street_id
    where ${inScope} and exists (
        select from container where collection_system_id = system.id and removed_on is null and kind = 'ondergronds')
      and not exists (select from collection_system_access where collection_system_id = system.id)
    union all
    select 'resident', null, null, null, count(*)::int
    from environmental_pass pass join resident on resident.id = resident_id
      join address on address.id = pass.address_id join street on street.id = street_id
    where status = 'active' and trim(resident.name) = '' and ${inScope}`
}
