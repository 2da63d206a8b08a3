import type { NearbySystem, WasteStream } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** What is looked for, and near which point. */
type Asked = {
  lon: number
  lat: number
  /** Only what takes at least one of these streams now; null takes any. */
  waste_types: WasteStream[] | null
  /** The system that the others are an alternative of. */
  except_id?: number
}

type NearbyRow = Omit<NearbySystem, 'system' | 'location' | 'municipality'> & {
  kind_id: number
  kind_name: string
  municipality_id: number
  municipality_name: string
  lon: number
  lat: number
}

const asNearbySystem = ({
  kind_id,
  kind_name,
  municipality_id,
  municipality_name,
  lon,
  lat,
  ...system
}: NearbyRow): NearbySystem => ({
  ...system,
  system: { id: kind_id, name: kind_name },
  municipality: { id: municipality_id, name: municipality_name },
  location: { lon, lat },
})

const most = 6

// In a town the first ring holds enough; who lives alone looks in the next. Beyond the last nobody brings their waste.
const first = 500
const last = 16_000

// So many that all take something else: whoever asks for it lives in a region that does not collect it this way.
const crowd = 4000

/**
 * The nearest collection systems that are in use, as the crow flies. An index looks up what lies in the box around a ring, and
 * each ring is twice as wide as the one before, until one holds enough: what is read depends on what stands near.
 */
export async function findNearbySystems(
  db: Db,
  { lon, lat, waste_types, except_id = 0 }: Asked,
): Promise<NearbySystem[]> {
  const within = (metres: RawBuilder<unknown>) => sql`
    from asked cross join collection_system
    where point(collection_system.lon, collection_system.lat) <@ box_around(asked.lon, asked.lat, ${metres})
      and metres_between(collection_system.lon, collection_system.lat, asked.lon, asked.lat) <= ${metres}
      and id <> except_id
      and exists (
        select from container
        where collection_system_id = collection_system.id and removed_on is null
          and (waste_types is null or waste_type = any (waste_types))
        offset 0)`
  const counts = (metres: RawBuilder<unknown>) => sql`
    (select count(*) from (select ${within(metres)} limit ${most}) as near),
    (select count(*) from (
      select from asked cross join collection_system
      where point(collection_system.lon, collection_system.lat) <@ box_around(asked.lon, asked.lat, ${metres})
      limit ${crowd}) as standing)`
  const { rows } = await sql<NearbyRow>`
    with recursive asked as (
      select ${lon}::float8 as lon, ${lat}::float8 as lat, ${waste_types}::text[] as waste_types, ${except_id}::int as except_id
    ),
    ring (metres, found, standing) as (
      select ${first}::float8, ${counts(sql`${first}::float8`)}
      union all
      select metres * 2, ${counts(sql`(ring.metres * 2)`)}
      from ring where found < ${most} and standing < ${crowd} and metres < ${last}
    )
    select alias, collection_system.name, kind_id, kind.name as kind_name, municipality.id as municipality_id,
      municipality.name as municipality_name, lon, lat, round(near.metres)::int as distance_metres,
      array(
        select distinct waste_type from container
        where collection_system_id = collection_system.id and removed_on is null order by waste_type
      ) as waste_types,
      array(
        select waste_type from container left join container_state on container_id = container.id
        where collection_system_id = collection_system.id and removed_on is null
        group by waste_type having bool_and(malfunction is not null) order by waste_type
      ) as out_of_order
    from (select max(metres) as metres from ring) as widest
    cross join lateral (
      select id, metres_between(collection_system.lon, collection_system.lat, asked.lon, asked.lat) as metres
      ${within(sql`widest.metres`)}
      order by 2, 1 limit ${most}
    ) as near
    join collection_system using (id)
    join collection_system_kind kind on kind.id = kind_id
    join street on street.id = street_id
    join municipality on municipality.id = municipality_id
    order by near.metres, near.id`.execute(db)
  return rows.map(asNearbySystem)
}
