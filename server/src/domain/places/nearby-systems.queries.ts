import type { NearbySystem, WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'

type NearbySearch = {
  lon: number
  lat: number
  /** A system must have a current container for one of these streams. Null selects all systems. */
  waste_types: WasteStream[] | null
  /** The id of a system that is not returned, because the user looks for alternatives to it. */
  except_id?: number
}

const maxSystems = 6

// The radius doubles until the last radius. In a town, the first circle contains enough systems. A resident does not
// take waste further than the last radius.
const firstRadius_m = 500
const lastRadius_m = 16_000

// The search stops at a circle with this many systems, even when too few of these accept the stream. The stream is then
// so rare that a larger circle is unlikely to help.
const maxSystemsInCircle = 4000

/**
 * Returns the nearest collection systems in use, sorted by the distance in a straight line.
 * Counts the systems in increasing circles until a circle contains enough. An index finds the systems in the box around
 * a circle. So the cost depends on the number of systems nearby, and not on the number in the country.
 */
export async function findNearbySystems(
  db: Db,
  { lon, lat, waste_types, except_id = 0 }: NearbySearch,
): Promise<NearbySystem[]> {
  const within = (metres: Sql) => sql`
    from request cross join collection_system
    where point(collection_system.lon, collection_system.lat) <@ box_around(request.lon, request.lat, ${metres})
      and metres_between(collection_system.lon, collection_system.lat, request.lon, request.lat) <= ${metres}
      and id <> except_id
      and exists (
        select from container
        where collection_system_id = collection_system.id and removed_on is null
          and (waste_types is null or waste_type = any (waste_types))
        offset 0)`
  const counts = (metres: Sql) => sql`
    (select count(*) from (select ${within(metres)} limit ${maxSystems}) as near),
    (select count(*) from (
      select from request cross join collection_system
      where point(collection_system.lon, collection_system.lat) <@ box_around(request.lon, request.lat, ${metres})
      limit ${maxSystemsInCircle}) as present)`
  return allRows<NearbySystem>(db)`
    with recursive request as (
      select ${lon}::float8 as lon, ${lat}::float8 as lat, ${waste_types}::text[] as waste_types, ${except_id}::int as except_id
    ),
    circle (metres, found, present) as (
      select ${firstRadius_m}::float8, ${counts(sql`${firstRadius_m}::float8`)}
      union all
      select metres * 2, ${counts(sql`(circle.metres * 2)`)}
      from circle where found < ${maxSystems} and present < ${maxSystemsInCircle} and metres < ${lastRadius_m}
    )
    select alias, collection_system.name, round(near.metres)::int as distance_metres,
      jsonb_build_object('id', kind.id, 'name', kind.name) as system,
      jsonb_build_object('id', municipality.id, 'name', municipality.name) as municipality,
      jsonb_build_object('lon', lon, 'lat', lat) as location,
      array(
        select distinct waste_type from container
        where collection_system_id = collection_system.id and removed_on is null order by waste_type
      ) as waste_types,
      array(
        select waste_type from container left join container_state on container_id = container.id
        where collection_system_id = collection_system.id and removed_on is null
        group by waste_type
        having bool_and(malfunction is not null or exists (
          select from recorded_malfunction where recorded_malfunction.container_id = container.id and closed_at is null))
        order by waste_type
      ) as out_of_order
    from (select max(metres) as metres from circle) as widest
    cross join lateral (
      select id, metres_between(collection_system.lon, collection_system.lat, request.lon, request.lat) as metres
      ${within(sql`widest.metres`)}
      order by 2, 1 limit ${maxSystems}
    ) as near
    join collection_system using (id)
    join collection_system_kind kind on kind.id = kind_id
    join street on street.id = street_id
    join municipality on municipality.id = municipality_id
    order by near.metres, near.id`
}
