import type { BroughtStream } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { broughtByAddress, yearsOf } from '../../domain/collection-days/calendar-lists.queries.ts'
import { areaOfAddress } from '../../domain/collection-days/collection-days.queries.ts'
import type { KnownYear } from '../../domain/collection-days/collection-years.ts'
import type { Db } from '../../platform/database/database.ts'

type Door = { postal_code: string; house_number: number; extension_key: string }

/**
 * What a front door has to do with the collections: its area, how often that one's rules and exceptions changed, which years are
 * told, and what is brought elsewhere. Of twins the first counts; what the register no longer has is nowhere.
 */
export async function findDoor(db: Db, { postal_code, house_number, extension_key }: Door) {
  const { rows } = await sql<{
    area_id: number | null
    rules_revision: number | null
    exceptions_revision: number
    years: KnownYear[]
    brought: BroughtStream[]
  }>`
    select area.id as area_id, rules_revision,
      (select coalesce(sum(revision), 0)::int from collection_exception where collection_area_id = area.id) as exceptions_revision,
      ${yearsOf(sql`street.municipality_id`)} as years, ${broughtByAddress} as brought
    from address join street on street.id = street_id left join collection_area area on area.id = ${areaOfAddress}
    where postal_code = ${postal_code} and house_number = ${house_number} and extension_key = ${extension_key}
      and retired_on is null
    order by address.id limit 1`.execute(db)
  return rows[0]
}
