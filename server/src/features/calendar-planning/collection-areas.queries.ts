import type { Address, PostalAddress, PostalCodeRange } from '@rd4-loket/contract'
import { areaOfRange } from '../../domain/collection-days/collection-days.queries.ts'
import { saveDelivery } from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, allValues, firstValue, runSql } from '../../platform/database/statements.queries.ts'

/** The division of addresses into areas: by ranges of postal codes, or per address (`assignments`). */
export type Division = {
  ranges: (PostalCodeRange & { collection_area_id: number })[]
  assignments: { address_id: number; collection_area_id: number }[]
}

/** Returns the division of a municipality, including areas that serve only one address. */
export async function findDivision(db: Db, municipality_id: number): Promise<Division> {
  const ranges = await allRows<Division['ranges'][number]>(db)`
    select collection_area_id, first_postal_code as first, last_postal_code as last, house_numbers
    from collection_area_range where municipality_id = ${municipality_id}
    order by first_postal_code, last_postal_code, house_numbers`
  const assignments = await allRows<Division['assignments'][number]>(db)`
    select address_id, collection_area_id
    from collection_area_address join collection_area area on area.id = collection_area_id
    where municipality_id = ${municipality_id}`
  return { ranges, assignments }
}

type AssignedAddressRow = Pick<Address, 'house_number' | 'house_number_extension'> & {
  collection_area_id: number
  postal_code: string
}

/** Returns the assigned addresses with a postal code, except those whose area serves only one address. */
export const findAssignedAddresses = (db: Db, municipality_id: number) => allRows<AssignedAddressRow>(db)`
  select distinct collection_area_id, postal_code, house_number, house_number_extension, extension_key
  from collection_area_address
    join collection_area area on area.id = collection_area_id
    join address on address.id = address_id
  where municipality_id = ${municipality_id} and not of_one_address and postal_code is not null
  order by postal_code, house_number, extension_key`

/** Blocks other changes of a municipality's division until the transaction ends. */
export const lockDivision = (transaction: Db, municipality_id: number) =>
  runSql(transaction)`select from municipality where id = ${municipality_id} for no key update`

/**
 * Returns all addresses with this postal code, number and key. `own_days`: whether the area serves only that address.
 */
export function findAddressesAt(db: Db, municipality_id: number, address: PostalAddress) {
  return allRows<{ id: number; house_number_extension: string | null; own_days: boolean }>(db)`
    select address.id, house_number_extension, coalesce(area.of_one_address, false) as own_days
    from address join street on street.id = street_id
      left join collection_area_address assignments on assignments.address_id = address.id
      left join collection_area area on area.id = assignments.collection_area_id
    where postal_code = ${address.postal_code} and house_number = ${address.house_number}
      and extension_key = ${address.extension_key} and street.municipality_id = ${municipality_id}`
}

const rangesOf = (division: Division) => sql`(
  select first collate "C" as first_postal_code, last collate "C" as last_postal_code, house_numbers, collection_area_id
  from json_to_recordset(${JSON.stringify(division.ranges)})
    as ranges (first text, last text, house_numbers text, collection_area_id int)
) ranges`

const assignmentRows = (assignments: Division['assignments']) =>
  sql`json_to_recordset(${JSON.stringify(assignments)}) as assignments (address_id int, collection_area_id int)`

/** Counts addresses by their area before and after a change. Null is no area. Skips retired addresses. */
export async function countMoves(db: Db, municipality_id: number, before: Division, after: Division) {
  // Addresses on one side of a street in one postal code are counted as one group, because no range can separate them.
  // A group has about 20 addresses.
  return allRows<{ before_id: number | null; after_id: number | null; addresses: number }>(db)`
    select coalesce(named_before, ${areaOfRange(rangesOf(before))}) as before_id,
      coalesce(named_after, ${areaOfRange(rangesOf(after))}) as after_id, sum(addresses)::int as addresses
    from (
      select postal_code, house_number % 2 as house_number, before.collection_area_id as named_before,
        after.collection_area_id as named_after, count(*) as addresses
      from street join address on address.street_id = street.id
        left join (select * from ${assignmentRows(before.assignments)}) before on before.address_id = address.id
        left join (select * from ${assignmentRows(after.assignments)}) after on after.address_id = address.id
      where street.municipality_id = ${municipality_id} and retired_on is null
      group by 1, 2, 3, 4) sides
    group by 1, 2 order by 3 desc, 1, 2`
}

/** Counts the addresses of each area. The key null counts the addresses without an area. Skips retired addresses. */
export async function countAddressesByArea(db: Db, municipality_id: number): Promise<Map<number | null, number>> {
  const division = await findDivision(db, municipality_id)
  const rows = await countMoves(db, municipality_id, division, division)
  return new Map(rows.map(({ before_id, addresses }) => [before_id, addresses]))
}

/** Returns the total number of addresses in these areas. Skips retired addresses. */
export async function countAddresses(db: Db, municipality_id: number, areas: { id: number }[]) {
  const addresses = await countAddressesByArea(db, municipality_id)
  return areas.reduce((sum, { id }) => sum + (addresses.get(id) ?? 0), 0)
}

/** Returns all areas of a municipality, including areas that serve only one address. */
export function findAllAreas(db: Db, municipality_id: number) {
  return allRows<{ id: number; name: string; of_one_address: boolean }>(db)`
    select id, name, of_one_address from collection_area where municipality_id = ${municipality_id}`
}

/** Copies the rules and exceptions of an area to a new area. */
export async function copyCollectionDays(transaction: Db, from_id: number, to_id: number) {
  await runSql(transaction)`
    insert into collection_rule (collection_area_id, category, every_weeks, days, valid_from, valid_to)
    select ${to_id}, category, every_weeks, days, valid_from, valid_to
    from collection_rule where collection_area_id = ${from_id} order by id`
  await runSql(transaction)`
    insert into collection_exception (collection_area_id, category, day, state, moved_to, reason, revision)
    select ${to_id}, category, day, state, moved_to, reason, revision
    from collection_exception where collection_area_id = ${from_id}`
}

/** Inserts an area, copies the collection days of the area `days_of` unless it is null, and returns the id. */
export async function insertArea(transaction: Db, municipality_id: number, name: string, days_of: number | null) {
  const id = await firstValue<number>(transaction)`
    insert into collection_area (municipality_id, name) values (${municipality_id}, ${name}) returning id`
  if (days_of !== null) await copyCollectionDays(transaction, days_of, id)
  await saveDelivery(transaction, 'collection_days', [municipality_id])
  return id
}

/** Replaces the name, ranges and assigned addresses of an area. */
export async function updateArea(
  transaction: Db,
  area: { id: number; municipality_id: number; name: string },
  { ranges, assignments }: Division,
) {
  const { id, municipality_id, name } = area
  await runSql(transaction)`update collection_area set name = ${name} where id = ${id}`
  await runSql(transaction)`delete from collection_area_range where collection_area_id = ${id}`
  await runSql(transaction)`delete from collection_area_address where collection_area_id = ${id}`
  await runSql(transaction)`
    insert into collection_area_range
      (municipality_id, first_postal_code, last_postal_code, house_numbers, collection_area_id)
    select ${municipality_id}, first, last, house_numbers, ${id}
    from json_to_recordset(${JSON.stringify(ranges)}) as ranges (first text, last text, house_numbers text)`
  await runSql(transaction)`
    insert into collection_area_address (address_id, collection_area_id)
    select address_id, ${id} from ${assignmentRows(assignments)}
    on conflict (address_id) do update set collection_area_id = excluded.collection_area_id`
}

/**
 * Raises the revision of areas above the highest revision in their municipality. The calendar programs of addresses
 * that moved to these areas then refresh the days.
 */
export const raiseRevisions = (transaction: Db, municipality_id: number, area_ids: number[]) => runSql(transaction)`
  update collection_area set rules_revision = highest + 1
  from (
    select max(rules_revision + coalesce((
      select max(revision) from collection_exception where collection_area_id = area.id), 0)) as highest
    from collection_area area where area.municipality_id = ${municipality_id}) revisions
  where id = any (${area_ids}::int[])`

/** Returns the ids of the areas whose routes have pick-up appointments from today on. */
export const findAreasWithPickups = (db: Db, municipality_id: number) => allValues<number>(db)`
  select distinct collection_area_id from pickup_appointment
  where municipality_id = ${municipality_id} and collection_area_id is not null and cancelled_at is null
    and day >= ${dutchToday}`

/** Deletes an area with its rules and exceptions. */
export const removeArea = (transaction: Db, id: number) =>
  runSql(transaction)`delete from collection_area where id = ${id}`
