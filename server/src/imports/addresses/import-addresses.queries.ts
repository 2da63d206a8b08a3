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
  lon: number | null
  lat: number | null
}

export type ExistingAddress = AddressDetails & { id: number; twin: number; retired: boolean }

const existingColumns = sql`id, twin, object_code, bag_id, lon, lat, retired_on is not null as retired`

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
    select address.id, twin, object_code, bag_id, lon, lat, retired_on is not null as retired, street_id,
      street.name as street, city, house_number, house_number_extension, postal_code
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
  text: [...textColumns.text, 'object_code', 'bag_id'],
  float8: ['lon', 'lat'],
  smallint: ['twin'],
} as const

/** Inserts addresses and returns their ids. */
export function insertAddresses(db: Db, addresses: (AddressText & AddressDetails & { twin: number })[]) {
  return allValues<number>(db)`
    insert into address (${columnNames(addressColumns)}) select * from ${tableOf('file', addresses, addressColumns)}
    returning id`
}

const detailColumns = { int: ['id'], text: ['object_code', 'bag_id'], float8: ['lon', 'lat'] } as const

/** Updates addresses; a retired address becomes current. */
export const updateAddresses = (db: Db, changes: (AddressDetails & { id: number })[]) => runSql(db)`
  update address set object_code = file.object_code, bag_id = file.bag_id, lon = file.lon, lat = file.lat,
    retired_on = null
  from ${tableOf('file', changes, detailColumns)}
  where address.id = file.id`

/** Updates the texts of addresses, for example after a street was renamed, and the streets of their systems. */
export async function moveAddresses(db: Db, moved: (AddressText & { id: number; twin: number })[]) {
  const columns = { ...textColumns, int: ['id', ...textColumns.int], smallint: ['twin'] } as const
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
