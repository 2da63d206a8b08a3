import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, allValues, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** The columns of an address text. Several addresses can have the same text: their `twin` numbers start at 1. */
export type AddressText = {
  street_id: number
  house_number: number
  house_number_extension: string | null
  postal_code: string | null
}

/** The columns that a later file may change. */
export type AddressDetails = {
  object_code: string | null
  bag_id: string | null
  register_object_id: string | null
  is_additional: boolean | null
  is_under_construction: boolean | null
  lon: number | null
  lat: number | null
}

export type ExistingAddress = AddressDetails & { id: number; twin: number; retired: boolean }

const existingColumns = sql`
  address.id, twin, object_code, bag_id, register_object_id, is_additional, is_under_construction, lon, lat,
  retired_on is not null as retired`

const textColumns = { int: ['street_id', 'house_number'], text: ['house_number_extension', 'postal_code'] } as const

export const insertMunicipalities = (db: Db, municipalities: { id: number; name: string }[]) => runSql(db)`
  insert into municipality (id, name) select * from ${tableOf('file', municipalities, { int: ['id'], text: ['name'] })}
  on conflict (id) do nothing`

/**
 * Returns the current and retired addresses with these texts, in the order of their twin numbers.
 * `text` is the position of the address text in `texts`, from 1.
 */
export function findAddressesByText(db: Db, texts: AddressText[]) {
  // `offset 0` forces one index lookup per text. Without it, the planner may read the whole table.
  return allRows<ExistingAddress & { text: number }>(db)`
    select text, found.*
    from ${tableOf('file', texts, textColumns, 'text')}
    cross join lateral (
      select ${existingColumns} from address
      where street_id = file.street_id and house_number = file.house_number
        and coalesce(postal_code, '') = coalesce(file.postal_code, '')
        and coalesce(house_number_extension, '') = coalesce(file.house_number_extension, '')
      offset 0
    ) as found
    order by twin`
}

/** An existing address with its text. */
type DescribedAddress = ExistingAddress & AddressText & { street: string; city: string }

/** Returns the addresses with one of these object codes or BAG ids. */
export function findAddressesByCode(db: Db, object_codes: string[], bag_ids: string[]) {
  return allRows<DescribedAddress>(db)`
    select ${existingColumns}, street_id, street.name as street, city, house_number, house_number_extension,
      postal_code
    from (
      select found.* from unnest(${object_codes}::text[]) as file (code)
      cross join lateral (select * from address where object_code = file.code offset 0) as found
      union
      select found.* from unnest(${bag_ids}::text[]) as file (code)
      cross join lateral (select * from address where bag_id = file.code offset 0) as found
    ) as address
    join street on street.id = street_id`
}

const addressColumns = {
  ...textColumns,
  text: [...textColumns.text, 'object_code', 'bag_id', 'register_object_id'],
  boolean: ['is_additional', 'is_under_construction'],
  float8: ['lon', 'lat'],
  smallint: ['twin'],
} as const

/** Inserts addresses and returns their ids. `added_at` is the start of the import. */
export function insertAddresses(
  db: Db,
  addresses: (AddressText & AddressDetails & { twin: number })[],
  added_at: string,
) {
  return allValues<number>(db)`
    insert into address (${columnNames(addressColumns)}, added_at)
    select *, ${added_at}::timestamptz from ${tableOf('file', addresses, addressColumns)}
    returning id`
}

const detailColumns = {
  int: ['id'],
  text: ['object_code', 'bag_id', 'register_object_id'],
  boolean: ['is_additional', 'is_under_construction'],
  float8: ['lon', 'lat'],
} as const

/** Updates addresses; a retired address becomes current. */
export const updateAddresses = (db: Db, changes: (AddressDetails & { id: number })[]) => runSql(db)`
  update address set object_code = file.object_code, bag_id = file.bag_id, lon = file.lon, lat = file.lat,
    register_object_id = file.register_object_id, is_additional = file.is_additional,
    is_under_construction = file.is_under_construction, retired_on = null
  from ${tableOf('file', changes, detailColumns)}
  where address.id = file.id`

/**
 * Updates the texts of addresses, for example after a street was renamed, and the streets of their systems. Stores the
 * former texts for the search. A text with another postal code or municipality only is not a former text.
 */
export async function moveAddresses(db: Db, moved: (AddressText & { id: number; twin: number })[]) {
  const columns = { ...textColumns, int: ['id', ...textColumns.int], smallint: ['twin'] } as const
  await runSql(db)`
    insert into former_number
      (address_id, street_id, house_number, house_number_extension, extension_key, postal_code, ended_on)
    select address.id, address.street_id, address.house_number, address.house_number_extension, extension_key,
      address.postal_code, ${dutchToday}
    from ${tableOf('file', moved, columns)}
    join address on address.id = file.id
    join street on street.id = address.street_id
    join street next on next.id = file.street_id
    where (street.name, street.city, address.house_number, coalesce(address.house_number_extension, ''))
      <> (next.name, next.city, file.house_number, coalesce(file.house_number_extension, ''))`
  await runSql(db)`
    update address set street_id = file.street_id, house_number = file.house_number, twin = file.twin,
      house_number_extension = file.house_number_extension, postal_code = file.postal_code
    from ${tableOf('file', moved, columns)}
    where address.id = file.id`
  await runSql(db)`
    update collection_system set street_id = address.street_id from address
    where address.id = address_id and address.id = any (${moved.map(({ id }) => id)}::int[])
      and collection_system.street_id <> address.street_id`
}

/** Returns the ids of the current addresses of a municipality. */
export const findCurrentAddresses = (db: Db, municipality_id: number) => firstValue<number[]>(db)`
  select coalesce(array_agg(address.id), '{}') from address join street on street.id = street_id
  where municipality_id = ${municipality_id} and retired_on is null`

const retireBatch = 5000

/** Retires addresses as of today. Uses short transactions, because a long transaction would block the portal. */
export async function retireAddresses(db: Db, ids: number[]) {
  for (let start = 0; start < ids.length; start += retireBatch)
    await runSql(db)`
      update address set retired_on = ${dutchToday}
      where id = any (${ids.slice(start, start + retireBatch)}::int[])`
}

/**
 * Stores the successors of retired addresses. The register does not link them, so the numbers do: `12` was split when
 * `12 A` and `12 B` are newer, and `12 A` and `12 B` were merged when only `12` is newer.
 */
export async function linkSuccessors(db: Db, retired: number[]) {
  await runSql(db)`
    with former as (
      select id, street_id, house_number, extension_key, postal_code, coalesce(added_at, '-infinity') as added_at
      from address where id = any (${retired}::int[])
    ),
    successor as (
      select former.id as former_id, former.extension_key as former_key, address.id, address.extension_key
      from former
      join address on address.street_id = former.street_id and address.house_number = former.house_number
        and coalesce(address.postal_code, '') = coalesce(former.postal_code, '')
      where address.retired_on is null and address.added_at > former.added_at
    ),
    change as (
      select former_id, id, 'split' as change from successor
      where starts_with(extension_key, former_key) and extension_key <> former_key
        and 1 < (
          select count(*) from successor other where other.former_id = successor.former_id
            and starts_with(other.extension_key, other.former_key) and other.extension_key <> other.former_key)
      union all
      select former_id, id, 'merged' from successor
      where starts_with(former_key, extension_key) and extension_key <> former_key
        and 1 < (select count(*) from successor other where other.id = successor.id)
        and 1 = (select count(*) from successor other where other.former_id = successor.former_id)
    )
    insert into address_successor (former_id, address_id, change)
    select former_id, id, change from change
    on conflict (former_id, address_id) do nothing`
}
