import type { Address, Received, searchAddresses } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../shared/database.ts'
import {
  type AddressRow,
  addressColumns,
  amongAddresses,
  amongStreets,
  asAddress,
  matchesNoStreet,
  pageOfAddresses,
  placeAfter,
  placeInList,
} from '../../shared/location.queries.ts'

type Criteria = Received<typeof searchAddresses>['body']

const columns = addressColumns('address')
const place = placeInList('address')

/** One page of the addresses that meet all criteria, in the order of street, house number and extension. */
export async function findAddresses(db: Db, criteria: Criteria) {
  if (matchesNoStreet(criteria)) return { data: [], meta: { next: null } }
  const { object_code, postal_code, limit } = criteria
  const after = placeAfter(criteria.cursor)
  const streets = amongStreets(criteria, after)
  const addresses = amongAddresses(criteria)

  // An object code or a postal code leaves few addresses to sort; otherwise streets are walked in order until the page is full.
  const few = object_code !== undefined || postal_code !== undefined
  const found = few
    ? sql`address join street on street.id = street_id and ${streets}`
    : sql`(select * from street where ${streets} order by key, id) street cross join lateral (
        select * from address where street_id = street.id and ${addresses} order by house_number, extension_key, id
      ) address`
  const { rows } = await sql<AddressRow>`
    select ${columns} from ${found} join municipality on municipality.id = street.municipality_id
    where ${addresses} and ${object_code === undefined ? sql`true` : sql`object_code = ${object_code}`}
      and ${after ? sql`(${place}) > (${sql.join(after)})` : sql`true`}
    order by ${place} limit ${limit + 1}`.execute(db)
  const { rows: shown, meta } = pageOfAddresses(rows, limit)
  return { data: shown.map(asAddress), meta }
}

/** The address of this alias; undefined when there is none. */
export async function findAddress(db: Db, alias: string): Promise<Address | undefined> {
  const { rows } = await sql<AddressRow>`
    select ${columns}
    from address join street on street.id = street_id join municipality on municipality.id = street.municipality_id
    where alias = ${alias}`.execute(db)
  return rows[0] && asAddress(rows[0])
}

/** The id behind an alias; undefined when there is no such address. */
export async function findAddressId(db: Db, alias: string): Promise<number | undefined> {
  const row = await db.selectFrom('address').where('alias', '=', alias).select('id').executeTakeFirst()
  return row?.id
}
