import { sql } from 'kysely'
import type { Db } from '../../shared/database.ts'
import { type Area, areaOfAddress } from './calendar.queries.ts'

type Asked = { postal_code: string; house_number: number; extension_key: string }

/** The premises at a postal code and number, with their area; of twins the first that the register still has. */
export async function findPlaceByPostalCode(db: Db, { postal_code, house_number, extension_key }: Asked) {
  const { rows } = await sql<{
    address_id: number
    municipality_id: number
    area_id: number | null
    area_name: string | null
  }>`
    select address.id as address_id, street.municipality_id, area.id as area_id, area.name as area_name
    from address join street on street.id = street_id left join collection_area area on area.id = ${areaOfAddress}
    where postal_code = ${postal_code} and house_number = ${house_number} and extension_key = ${extension_key}
    order by retired_on is not null, address.id limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { address_id, municipality_id, area_id, area_name } = row
  const area: Area | null = area_id === null ? null : { id: area_id, municipality_id, name: area_name ?? '' }
  return { address_id, municipality_id, area }
}

/**
 * The years of which an area's days are told today, and a version that is another as soon as anything else does that decides
 * on the days: rules and exceptions count their changes. Read before the days themselves, so that these are never older.
 */
export async function findVersion(db: Db, area_id: number) {
  const { rows } = await sql<{ rules_revision: number; exceptions: number; told: number[] }>`
    select rules_revision,
      (select coalesce(sum(revision), 0)::int from collection_exception where collection_area_id = area.id) as exceptions,
      array(select year from collection_year where municipality_id = area.municipality_id
        and published_on <= (now() at time zone 'Europe/Amsterdam')::date order by year) as told
    from collection_area area where id = ${area_id}`.execute(db)
  const { rules_revision = 0, exceptions = 0, told = [] } = rows[0] ?? {}
  return { told, version: `${rules_revision} ${exceptions} ${told}` }
}
