import type { CollectionRule } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { type Area, areaOfAddress } from '../../domain/collection-days/collection-days.queries.ts'
import { copyCollectionDays, raiseRevisions } from '../../features/calendar-planning/collection-areas.queries.ts'
import { updateRules } from '../../features/calendar-planning/collection-rules.queries.ts'
import { rulesOutsideYears } from '../../features/calendar-planning/replaced-rules.ts'
import type { Db } from '../../platform/database/database.ts'

/** The area of this name in a municipality; undefined where there is none. */
export const findAreaByName = (db: Db, municipality_id: number, name: string): Promise<Area | undefined> =>
  db
    .selectFrom('collection_area')
    .where('municipality_id', '=', municipality_id)
    .where('name', '=', name)
    .select(['id', 'municipality_id', 'name'])
    .executeTakeFirst()

type Door = { postal_code: string; house_number: number; extension_key: string }

/** The addresses behind a front door that the register still has, twins too, each with its area. */
export async function findTwins(db: Db, { postal_code, house_number, extension_key }: Door) {
  const { rows } = await sql<{
    address_id: number
    municipality_id: number
    area_id: number | null
    own_days: boolean
  }>`
    select address.id as address_id, street.municipality_id, area.id as area_id, coalesce(of_one_address, false) as own_days
    from address join street on street.id = street_id left join collection_area area on area.id = ${areaOfAddress}
    where postal_code = ${postal_code} and house_number = ${house_number} and extension_key = ${extension_key}
      and retired_on is null
    order by address.id`.execute(db)
  return rows
}

type Twin = Awaited<ReturnType<typeof findTwins>>[number]

async function makeOwnArea(transaction: Db, { municipality_id, area_id }: Twin, name: string) {
  const { id } = await transaction
    .insertInto('collection_area')
    .values({ municipality_id, name, of_one_address: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (area_id !== null) await copyCollectionDays(transaction, area_id, id)
  return id
}

const findNamed = (db: Db, { municipality_id }: Twin, name: string) =>
  db
    .selectFrom('collection_area')
    .where('municipality_id', '=', municipality_id)
    .where('name', '=', name)
    .select(['id', 'of_one_address'])
    .executeTakeFirst()

/**
 * The area of a front door alone: the one it has, or had while the register knew the door as another address, or a new one
 * with the days that it has had until now. Undefined when an area of more addresses is called like this door.
 */
export async function ownAreaOf(transaction: Db, twins: [Twin, ...Twin[]], name: string) {
  const [first] = twins
  const own = twins.find(({ own_days }) => own_days)?.area_id
  const named = own ? undefined : await findNamed(transaction, first, name)
  if (named?.of_one_address === false) return undefined
  const id = own ?? named?.id ?? (await makeOwnArea(transaction, first, name))
  const coming = twins.filter(({ area_id }) => area_id !== id)
  if (coming.length === 0) return id
  await transaction
    .insertInto('collection_area_address')
    .values(coming.map(({ address_id }) => ({ address_id, collection_area_id: id })))
    .onConflict((conflict) => conflict.column('address_id').doUpdateSet({ collection_area_id: id }))
    .execute()
  // Calendars leave aside what has a lower number than they know.
  await raiseRevisions(transaction, first.municipality_id, [id])
  return id
}

/** Lets an area have these listed days in these years, in place of what its rules said; outside them nothing changes. */
export const listDays = (transaction: Db, area_id: number, years: number[], listed: CollectionRule[]) =>
  updateRules(transaction, area_id, (rules) => [...rulesOutsideYears(rules, years), ...listed])

/** Which of these years a municipality has not said when to publish. */
export async function findUndated(db: Db, municipality_id: number, years: number[]) {
  const dated = await db
    .selectFrom('collection_year')
    .where('municipality_id', '=', municipality_id)
    .select('year')
    .execute()
  return years.filter((year) => !dated.some((it) => it.year === year))
}
