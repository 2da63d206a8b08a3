import type { Address, Received, searchAddresses } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../shared/database.ts'
import { page, readCursor } from '../../shared/page.ts'
import { streetKey } from '../../shared/street-key.ts'

type Criteria = Received<typeof searchAddresses>['body']
type Condition = RawBuilder<unknown>

const allOf = (conditions: (Condition | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `)

// What a list of addresses reads, and the order it is in: exact spellings of a street come before longer ones.
const columns = sql`
  address.id, alias, object_code, street.id as street_id, street.key as street_key, street.name as street, house_number,
  house_number_extension, extension_key, postal_code, street.city, municipality.id as municipality_id,
  municipality.name as municipality_name, lon, lat`
const place = sql`street.key, street.id, house_number, extension_key, address.id`

type AddressRow = {
  id: number
  alias: string
  object_code: string | null
  street_id: number
  street_key: string
  street: string
  house_number: number
  house_number_extension: string | null
  extension_key: string
  postal_code: string
  city: string
  municipality_id: number
  municipality_name: string
  lon: number | null
  lat: number | null
}

const asAddress = (row: AddressRow): Address => ({
  alias: row.alias,
  object_code: row.object_code,
  street: row.street,
  house_number: row.house_number,
  house_number_extension: row.house_number_extension,
  postal_code: row.postal_code,
  city: row.city,
  municipality: { id: row.municipality_id, name: row.municipality_name },
  location: row.lon === null || row.lat === null ? null : { lon: row.lon, lat: row.lat },
})

/** One page of the addresses that meet all criteria, in the order of street, house number and extension. */
export async function findAddresses(db: Db, criteria: Criteria) {
  const { municipality_id, object_code, postal_code, house_number, house_number_extension, limit } = criteria
  const key = criteria.street === undefined ? undefined : streetKey(criteria.street)
  if (key === '') return { data: [], meta: { next: null } }
  const after = criteria.cursor
    ? readCursor(criteria.cursor, ['string', 'number', 'number', 'string', 'number'])
    : undefined

  const inStreets = allOf([
    municipality_id === undefined ? undefined : sql`street.municipality_id = ${municipality_id}`,
    // Keys are [a-z0-9] and compared by byte: all that begin with one stand between itself and itself with a '~'.
    key === undefined
      ? undefined
      : sql`street.id in (select street_id from street_spelling where key >= ${key} and key < ${`${key}~`})`,
    after && sql`(street.key, street.id) >= (${after[0]}, ${after[1]})`,
  ])
  const amongAddresses = allOf([
    object_code === undefined ? undefined : sql`object_code = ${object_code}`,
    postal_code === undefined ? undefined : sql`postal_code = ${postal_code}`,
    house_number === undefined ? undefined : sql`house_number = ${house_number}`,
    house_number_extension === undefined ? undefined : sql`extension_key = ${house_number_extension}`,
  ])
  const beyond = after ? sql`where (${place}) > (${sql.join(after)})` : sql``

  // A postal code or an object code leaves few addresses to sort; otherwise streets are walked in order until the page is full.
  const found =
    postal_code !== undefined || object_code !== undefined
      ? sql`(select * from address where ${amongAddresses}) address join (select * from street where ${inStreets}) street on street.id = street_id`
      : sql`(select * from street where ${inStreets} order by key, id) street cross join lateral (
          select * from address where street_id = street.id and ${amongAddresses} order by house_number, extension_key, id
        ) address`
  const { rows } = await sql<AddressRow>`
    select ${columns} from ${found} join municipality on municipality.id = street.municipality_id
    ${beyond} order by ${place} limit ${limit + 1}`.execute(db)

  const { rows: shown, meta } = page(rows, limit, (row) => [
    row.street_key,
    row.street_id,
    row.house_number,
    row.extension_key,
    row.id,
  ])
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
