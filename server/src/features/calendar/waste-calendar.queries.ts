import { sql } from 'kysely'
import type { Db } from '../../shared/database.ts'
import { type Area, areaOfAddress } from './calendar.queries.ts'

type Asked = { postal_code: string; house_number: number; extension_key: string }

/** The premises at a postal code and number, with their area; of twins the first, as they share their days. */
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
    order by address.id limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { address_id, municipality_id, area_id, area_name } = row
  const area: Area | null = area_id === null ? null : { id: area_id, municipality_id, name: area_name ?? '' }
  return { address_id, municipality_id, area }
}
