import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, runSql } from '../../platform/database/statements.queries.ts'

type Version = { valid_from: string }
export type BagTown = Version & { id: string; name: string; municipality_id: number | null }
export type BagStreet = Version & { id: string; name: string; town_id: string }
/** A number (nummeraanduiding). Its town is null unless it differs from the town of its street. */
export type BagNumber = Version & {
  bag_id: string
  house_number: string
  letter: string
  addition: string
  postal_code: string
  street_id: string
  town_id: string | null
}
/** The object to which a number belongs, and its location. */
export type BagPlace = Version & {
  bag_id: string
  object_id: string
  is_additional: boolean
  is_under_construction: boolean
  lon: number | null
  lat: number | null
}

/** Rows for one of the temporary tables. */
export type BagRows = {
  table: 'bag_town' | 'bag_street' | 'bag_number' | 'bag_place'
  rows: (BagTown | BagStreet | BagNumber | BagPlace)[]
}

/** Creates the temporary tables for the objects of an extract, which `joinBagTables` joins. */
export async function createBagTables(db: Db) {
  await runSql(db)`
    drop table if exists bag_town, bag_street, bag_number, bag_place, bag_address, bag_moved, bag_renumbering`
  await runSql(db)`create temporary table bag_town (valid_from date, id bigint, municipality_id int, name text)`
  await runSql(db)`create temporary table bag_street (valid_from date, id bigint, town_id bigint, name text)`
  await runSql(db)`
    create temporary table bag_number (valid_from date, bag_id bigint, street_id bigint, town_id bigint, house_number text,
      letter text, addition text, postal_code text)`
  await runSql(db)`
    create temporary table bag_place (valid_from date, bag_id bigint, object_id bigint, is_additional boolean,
      is_under_construction boolean, lon float8, lat float8)`
}

/** Inserts rows, which are JSON because a thread sends one long text faster than many short ones. */
export const insertBagRows = (db: Db, table: BagRows['table'], rows: string) => runSql(db)`
  insert into ${sql.identifier(table)} select * from json_populate_recordset(null::${sql.identifier(table)}, ${rows}::json)`

// A register has one valid version of an object. If an extract has more, the version that began last counts.
const latest = (table: string, id: string) => sql`(
  select distinct on (${sql.identifier(id)}) * from ${sql.identifier(table)} file
  order by ${sql.identifier(id)}, valid_from desc, file)`

/** The count of the addresses of an extract, and of the numbers that are no address. */
type JoinedCounts = {
  addresses: number
  /** Numbers without a dwelling, berth or pitch. */
  without_object: number
  /** Numbers whose street, town or municipality is not in the extract. */
  without_town: number
}

/**
 * Joins the objects into `bag_address`, whose lines are numbered from 1 in the order of the streets. With
 * `municipality_ids`, other municipalities are omitted.
 */
export async function joinBagTables(db: Db, municipality_ids: number[] | undefined) {
  const wanted = municipality_ids
    ? sql`(town.municipality_id = any (${municipality_ids}::int[]) or town.municipality_id is null)`
    : sql`true`
  await runSql(db)`analyze bag_town, bag_street, bag_number, bag_place`
  // The import of addresses rejects an invalid house number later, so the order accepts any text.
  await runSql(db)`
    create temporary table bag_address as
    select row_number() over (order by municipality_id, town.id, street.name collate "C", street.id,
        substring(house_number from '^[0-9]{1,9}$')::int, number.bag_id)::int as line,
      lpad(number.bag_id::text, 16, '0') as bag_id, street.name as street, house_number, letter, addition, postal_code,
      town.name as town, municipality_id, lon, lat, lpad(object_id::text, 16, '0') as object_id, is_additional,
      is_under_construction, place.bag_id is not null as has_object
    from ${latest('bag_number', 'bag_id')} number
    left join ${latest('bag_street', 'id')} street on street.id = street_id
    left join ${latest('bag_town', 'id')} town on town.id = coalesce(number.town_id, street.town_id)
    left join ${latest('bag_place', 'bag_id')} place on place.bag_id = number.bag_id
    where ${wanted}`
  await runSql(db)`create unique index on bag_address (line)`
  await runSql(db)`analyze bag_address`
  await findReusedNumbers(db)
  await findRenumberings(db)
  await runSql(db)`drop table bag_town, bag_street, bag_number, bag_place`
  const counts = await firstRow<JoinedCounts>(db)`
    select count(*) filter (where has_object and municipality_id is not null)::int as addresses,
      count(*) filter (where not has_object and municipality_id is not null)::int as without_object,
      count(*) filter (where municipality_id is null)::int as without_town
    from bag_address`
  return counts ?? { addresses: 0, without_object: 0, without_town: 0 }
}

/**
 * Joins the addresses into `bag_moved` whose objects exchanged their number ids or passed them on to each other. An id
 * stays where the earlier object has no number any more: nobody knows whether that is a merger.
 */
async function findReusedNumbers(db: Db) {
  await runSql(db)`
    create temporary table bag_moved as
    select min(address.id) as id, min(address.bag_id) as old_id, bag_address.bag_id as new_id
    from bag_address
    join address on address.register_object_id = object_id
    where has_object and municipality_id is not null and not bag_address.is_additional
      and address.is_additional is false and address.retired_on is null
    group by bag_address.bag_id
    having count(*) = 1 and min(address.bag_id) <> bag_address.bag_id`
  await runSql(db)`
    with recursive blocked as (
      select bag_moved.id, old_id from bag_moved
      join address holder on holder.bag_id = new_id
      where not exists (select from bag_moved other where other.id = holder.id)
      union
      select bag_moved.id, bag_moved.old_id from blocked join bag_moved on new_id = blocked.old_id
    )
    delete from bag_moved where id in (select id from blocked)`
  await runSql(db)`
    delete from bag_moved
    where not exists (select from bag_moved other where other.old_id = bag_moved.new_id)
      and not exists (select from bag_moved other where other.new_id = bag_moved.old_id)`
}

/**
 * Gives each address in `bag_moved` the number id that its object has now. Otherwise the address of a number would
 * continue with the history of the object that had the number before. The ids are unique, so all are removed first.
 */
export async function moveReusedNumbers(transaction: Db) {
  await runSql(transaction)`update address set bag_id = null where id in (select id from bag_moved)`
  await runSql(transaction)`update address set bag_id = new_id from bag_moved where bag_moved.id = address.id`
}

/**
 * Joins the numbers that replace a number of the same object into `bag_renumbering`. The object had a number that no
 * object has any more, and its main number is new. A split or a merger is omitted: several new numbers continue one
 * number, or one new number continues several numbers.
 */
async function findRenumberings(db: Db) {
  await runSql(db)`
    create temporary table bag_new as
    select bag_address.bag_id, object_id, is_additional, street.id as street_id,
      case when house_number ~ '^[0-9]{1,5}$' then house_number::int end as house_number
    from bag_address
    left join street on street.municipality_id = bag_address.municipality_id and street.city = bag_address.town
      and street.name = bag_address.street
    where has_object and not exists (select from address where address.bag_id = bag_address.bag_id)`
  await runSql(db)`
    create temporary table bag_gone as
    select address.bag_id, register_object_id as object_id, is_additional, retired_on, street_id, house_number
    from address
    where register_object_id is not null and bag_id is not null and not exists (
      select from bag_place join bag_number on bag_number.bag_id = bag_place.bag_id
      where bag_place.bag_id = address.bag_id::bigint)`
  await runSql(db)`analyze bag_new, bag_gone`
  await runSql(db)`
    create temporary table bag_renumbering as
    select distinct on (bag_new.bag_id) bag_new.bag_id, bag_gone.bag_id as former_bag_id
    from bag_new join bag_gone on bag_gone.object_id = bag_new.object_id
    where not bag_new.is_additional
      and (
        (bag_new.street_id, bag_new.house_number) is distinct from (bag_gone.street_id, bag_gone.house_number)
        or not exists (
          select from bag_gone other where other.bag_id <> bag_gone.bag_id and other.retired_on is null
            and other.street_id = bag_new.street_id and other.house_number = bag_new.house_number
          union all
          select from bag_new other where other.bag_id <> bag_new.bag_id
            and other.street_id = bag_new.street_id and other.house_number = bag_new.house_number))
    order by bag_new.bag_id, bag_gone.retired_on desc nulls first, bag_gone.is_additional, bag_gone.bag_id`
  await runSql(db)`create unique index on bag_renumbering (bag_id)`
  await runSql(db)`drop table bag_new, bag_gone`
}

export type BagAddress = {
  line: number
  bag_id: string
  street: string
  house_number: string
  letter: string
  addition: string
  postal_code: string
  town: string
  municipality_id: number
  lon: number | null
  lat: number | null
  object_id: string
  is_additional: boolean
  is_under_construction: boolean
  /** The number that this number replaces, of the same object. */
  former_bag_id: string | null
}

/** Returns the next addresses after a line. */
export const findBagAddresses = (db: Db, after: number, limit: number) => allRows<BagAddress>(db)`
  select bag_address.*, former_bag_id from bag_address left join bag_renumbering using (bag_id)
  where line > ${after} and has_object and municipality_id is not null order by line limit ${limit}`
