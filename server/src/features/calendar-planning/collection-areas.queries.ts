import { type PostalCodeRange, postalAddressText } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { areaOfRange } from '../../domain/collection-days/collection-days.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'

/** Which addresses belong to which areas: by their postal codes, or by themselves. */
export type Division = {
  ranges: (PostalCodeRange & { collection_area_id: number })[]
  named: { address_id: number; collection_area_id: number }[]
}

/** How a municipality is divided into areas now; single addresses with days of their own are part of it. */
export async function findDivision(db: Db, municipality_id: number): Promise<Division> {
  const { rows: ranges } = await sql<Division['ranges'][number]>`
    select collection_area_id, first_postal_code as first, last_postal_code as last, house_numbers
    from collection_area_range where municipality_id = ${municipality_id}
    order by first_postal_code, last_postal_code, house_numbers`.execute(db)
  const named = await db
    .selectFrom('collection_area_address')
    .innerJoin('collection_area', 'collection_area.id', 'collection_area_id')
    .where('municipality_id', '=', municipality_id)
    .select(['address_id', 'collection_area_id'])
    .execute()
  return { ranges, named }
}

/** The front doors that belong to the areas of a municipality by themselves; without those with days of their own. */
export async function findNamedDoors(db: Db, municipality_id: number) {
  const doors = await db
    .selectFrom('collection_area_address')
    .innerJoin('collection_area', 'collection_area.id', 'collection_area_id')
    .innerJoin('address', 'address.id', 'address_id')
    .where('municipality_id', '=', municipality_id)
    .where('of_one_address', '=', false)
    .select(['collection_area_id', 'postal_code', 'house_number', 'house_number_extension', 'extension_key'])
    .distinct()
    .orderBy('postal_code')
    .orderBy('house_number')
    .orderBy('extension_key')
    .execute()
  return doors.map(({ collection_area_id, ...door }) => ({ collection_area_id, text: postalAddressText(door) }))
}

/** Lets nobody else divide a municipality into areas until the transaction ends. */
export const lockDivision = (transaction: Db, municipality_id: number) =>
  sql`select from municipality where id = ${municipality_id} for no key update`.execute(transaction)

type Door = { postal_code: string; house_number: number; extension_key: string }

/** The addresses behind a front door in a municipality, twins too; and whether they have days of their own. */
export async function findBehindDoor(db: Db, municipality_id: number, door: Door) {
  const { rows } = await sql<{ id: number; own_days: boolean }>`
    select address.id, coalesce(area.of_one_address, false) as own_days
    from address join street on street.id = street_id
      left join collection_area_address named on named.address_id = address.id
      left join collection_area area on area.id = named.collection_area_id
    where postal_code = ${door.postal_code} and house_number = ${door.house_number} and extension_key = ${door.extension_key}
      and street.municipality_id = ${municipality_id}`.execute(db)
  return rows
}

const rangesOf = (division: Division) => sql`(
  select first collate "C" as first_postal_code, last collate "C" as last_postal_code, house_numbers, collection_area_id
  from json_to_recordset(${JSON.stringify(division.ranges)}) as ranges (first text, last text, house_numbers text, collection_area_id int)
) ranges`

const namedOf = (division: Division) =>
  sql`json_to_recordset(${JSON.stringify(division.named)}) as named (address_id int, collection_area_id int)`

/**
 * How many addresses of a municipality lie in which area under one division, and in which under another; null is in none.
 * Those that the register no longer has are left out.
 */
export async function countUnder(db: Db, municipality_id: number, one: Division, other: Division) {
  // What no division can part is looked up once: one side of a postal code has some twenty addresses.
  const { rows } = await sql<{ one_id: number | null; other_id: number | null; addresses: number }>`
    select coalesce(one_named, ${areaOfRange(rangesOf(one))}) as one_id,
      coalesce(other_named, ${areaOfRange(rangesOf(other))}) as other_id, sum(addresses)::int as addresses
    from (
      select postal_code, house_number % 2 as house_number, one_named.collection_area_id as one_named,
        other_named.collection_area_id as other_named, count(*) as addresses
      from street join address on address.street_id = street.id
        left join (select * from ${namedOf(one)}) one_named on one_named.address_id = address.id
        left join (select * from ${namedOf(other)}) other_named on other_named.address_id = address.id
      where street.municipality_id = ${municipality_id} and retired_on is null
      group by 1, 2, 3, 4) doors
    group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  return rows
}

/** The name and municipality of every area of a municipality, also of those of a single address. */
export const findAllAreas = (db: Db, municipality_id: number) =>
  db
    .selectFrom('collection_area')
    .where('municipality_id', '=', municipality_id)
    .select(['id', 'name', 'of_one_address'])
    .execute()

/** Gives an area that has no days yet those of another one: its rules, and its exceptions with what they count. */
export async function copyDays(transaction: Db, from_id: number, to_id: number) {
  await sql`
    insert into collection_rule (collection_area_id, category, every_weeks, days, valid_from, valid_to)
    select ${to_id}, category, every_weeks, days, valid_from, valid_to
    from collection_rule where collection_area_id = ${from_id} order by id`.execute(transaction)
  await sql`
    insert into collection_exception (collection_area_id, category, day, state, moved_to, reason, revision)
    select ${to_id}, category, day, state, moved_to, reason, revision
    from collection_exception where collection_area_id = ${from_id}`.execute(transaction)
}

/** Makes an area; with the days of another one where that is said. Gives its id. */
export async function insertArea(transaction: Db, municipality_id: number, name: string, days_of: number | null) {
  const { id } = await transaction
    .insertInto('collection_area')
    .values({ municipality_id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (days_of !== null) await copyDays(transaction, days_of, id)
  return id
}

/** Gives an area this name, these ranges and these addresses, in place of what it had. */
export async function changeArea(transaction: Db, id: number, name: string, { ranges, named }: Division) {
  const { municipality_id } = await transaction
    .updateTable('collection_area')
    .set({ name })
    .where('id', '=', id)
    .returning('municipality_id')
    .executeTakeFirstOrThrow()
  await transaction.deleteFrom('collection_area_range').where('collection_area_id', '=', id).execute()
  await transaction.deleteFrom('collection_area_address').where('collection_area_id', '=', id).execute()
  await sql`
    insert into collection_area_range (municipality_id, first_postal_code, last_postal_code, house_numbers, collection_area_id)
    select ${municipality_id}, first, last, house_numbers, ${id}
    from json_to_recordset(${JSON.stringify(ranges)}) as ranges (first text, last text, house_numbers text)`.execute(
    transaction,
  )
  await sql`
    insert into collection_area_address (address_id, collection_area_id)
    select address_id, ${id} from ${namedOf({ ranges, named })}
    on conflict (address_id) do update set collection_area_id = excluded.collection_area_id`.execute(transaction)
}

/** Lets these areas count on from the highest number in their municipality: calendars of who came to them take the days anew. */
export const countOn = (transaction: Db, municipality_id: number, area_ids: number[]) =>
  sql`
    update collection_area set rules_revision = highest + 1
    from (
      select max(rules_revision + coalesce((select max(revision) from collection_exception where collection_area_id = area.id), 0)) as highest
      from collection_area area where area.municipality_id = ${municipality_id}) counted
    where id = any (${area_ids}::int[])`.execute(transaction)

/** How many pick-up appointments there are still to come on the route of an area. */
export async function countComingPickups(db: Db, area_id: number) {
  const { rows } = await sql<{ pickups: number }>`
    select count(*)::int as pickups from pickup_appointment
    where collection_area_id = ${area_id} and cancelled_at is null and day >= ${dutchToday}`.execute(db)
  return rows[0]?.pickups ?? 0
}

/** Deletes an area, with its rules. */
export const removeArea = (transaction: Db, id: number) =>
  transaction.deleteFrom('collection_area').where('id', '=', id).execute()
