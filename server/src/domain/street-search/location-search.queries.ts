/**
 * The SQL of a search for addresses or collection systems: the streets of a scan, and the rows in each of them. It is in
 * one file because each part is a subquery of the next. The rules are in `location-search.ts`.
 */
import type { LocationCriteria, StreetSuggestion } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import type { StoredAddressRow } from '../places/location.queries.ts'

type Sql = RawBuilder<unknown>

/** The position of a street in the list. `part` is the part of its name that matched; it is the first sort key. */
export type StreetPosition = [part: string, key: string, city: string, street_id: number]

/** A query for at most `maxStreets` streets in list order, from a position on. */
export type StreetScan = {
  rank: number
  maxStreets: number
  streetsFrom: (position: StreetPosition | undefined) => Sql
}

/** The typed name, and the conditions that limit a search to some streets of the country. */
export type StreetFilter = {
  street?: string | undefined
  municipality_id?: number | undefined
  towns?: { municipality_id: number; name: string }[] | undefined
  /** A query for the ids of the only streets that can hold a result. */
  candidateStreets?: Sql | undefined
}

const listOrder = sql`part, key, city collate "C", id`

const passesFilter = ({ municipality_id, towns, candidateStreets }: StreetFilter) =>
  allOf(
    municipality_id !== undefined && sql`street.municipality_id = ${municipality_id}`,
    towns &&
      sql`(street.municipality_id, street.city) in (
        select * from unnest(${towns.map((town) => town.municipality_id)}::int[], ${towns.map((town) => town.name)}::text[]))`,
    // PostgreSQL computes an array once. For a plain subquery the planner may choose to read every street.
    candidateStreets && sql`street.id = any (array(${candidateStreets}))`,
  )

const sorted = (streets: Sql) => sql`
  select * from (
    ${streets}
  ) street order by ${listOrder}`

/** All streets that pass the filter. */
export const allStreets = (filter: StreetFilter) =>
  sorted(sql`select *, key as part from street
          where ${passesFilter(filter)}`)

/** The streets with one of these keys. */
export const streetsWithKeys = (keys: string[], filter: StreetFilter) =>
  sorted(sql`
          select *, key as part from street
          where key = any (${keys}::text[]) and ${passesFilter(filter)}`)

// Parts match [a-z0-9]* and are compared by byte. '~' sorts behind all of these characters.
const beginsWith = (part: Sql, typed: string) => sql`${part} >= ${typed} and ${part} < ${`${typed}~`}`

/**
 * A nationwide search reads the parts of names by index, from the position on.
 * A name that matches by several parts is returned at the first one. `offset 0` prevents the planner from merging the
 * subqueries.
 */
export const streetsNationwide = (typed: string, inside: boolean, position: StreetPosition | undefined) => sql`
  select street.*, named.part
  from (
    select part, key from street_name_part named
    where ${allOf(
      sql`inside = ${inside} and ${beginsWith(sql`part`, typed)}`,
      position && sql`(part, key) >= (${position[0]}, ${position[1]})`,
    )}
      and not exists (
        select from street_name_part other
        where other.key = named.key and ${beginsWith(sql`other.part`, typed)}
          and (other.inside, other.part) < (named.inside, named.part)
        offset 0)
    order by part, key offset 0
  ) named
  cross join lateral (
    select * from street where street.key = named.key order by city collate "C", id offset 0
  ) street`

/**
 * A filter leaves at most some thousands of streets, so the search compares the spellings of each one.
 * The value of `part` sorts the matches: '' for the name itself, the key for a name that begins with the text,
 * '|' for another spelling that begins with it, and '~' for a name that contains it.
 */
export function streetsInFilter(typed: string, isInsideMatched: boolean, filter: StreetFilter) {
  const hasSpelling = (text: string) => sql`strpos(spellings, ${text}) > 0`
  const isWhole = hasSpelling(` ${typed} `)
  const begins = beginsWith(sql`key`, typed)
  const matches = hasSpelling(isInsideMatched ? typed : ` ${typed}`)
  const part = sql`
    case when ${isWhole} then ''
    when ${begins} then key
    when ${hasSpelling(` ${typed}`)} then '|' || key else '~' || key end`
  const streets = (part: Sql, where: Sql) =>
    sql`select *, ${part} as part from street
      where ${passesFilter(filter)} and ${where}`
  if (filter.municipality_id === undefined || filter.candidateStreets) return sorted(streets(part, matches))

  // A municipality has an index on its keys. Spellings inside a name are compared only for the names that can match,
  // if few names of the country can.
  const namesWith = (inside: boolean) =>
    sql`select key from street_name_part where inside = ${inside} and ${beginsWith(sql`part`, typed)}`
  const names = isInsideMatched
    ? sql`${namesWith(false)}
        union all ${namesWith(true)}`
    : namesWith(false)
  const others = sql`${streets(part, matches)}
    and not ${isWhole} and not (${begins})`
  return sql`
    with matching as materialized (
        ${names} limit ${maxFewNames + 1}
      ),
      counted as materialized (
        select count(*) <= ${maxFewNames} as few from matching
      )
    (
      ${streets(sql`''`, isWhole)}
        and key = any (array(select key from street_name_part where not inside and part = ${typed}))
      order by ${listOrder}
    )
    union all
    (
      ${streets(sql`key`, begins)} and not ${isWhole}
      order by ${listOrder}
    )
    union all
    (
      ${sorted(sql`
        ${others}
        and (select few from counted) and key = any (array(select key from matching))
        union all
        ${others}
        and not (select few from counted)`)}
    )`
}

const maxFewNames = 100

const streetsOf = ({ streetsFrom, maxStreets }: StreetScan, position: StreetPosition | undefined) => sql`
    select id, part, key, name, city, municipality_id, max_house_number, extension_marks
    from (${streetsFrom(position)}) street
    ${position ? sql`where (${listOrder}) >= (${sql.join(position)})` : sql``} limit ${maxStreets}`

/** Returns the first streets of a scan. */
export const findStreets = (db: Db, scan: StreetScan, limit: number) => allRows<StreetSuggestion>(db)`
  select street.name as street, city, jsonb_build_object('id', municipality_id, 'name', municipality.name) as municipality
  from (select * from (${streetsOf(scan, undefined)}) street limit ${limit}) street
  join municipality on municipality.id = municipality_id
  order by part, key, city collate "C", street.id`

/** The rows that a search reads in each street. */
export type LocationSource = {
  table: 'address' | 'collection_system'
  /** The table with its joins. */
  from: Sql
  /** The columns of a StoredAddressRow that the table has, and more if needed. */
  columns: Sql
  /** Columns that are read only for the rows on the page; their table is `found`. */
  pageColumns?: Sql
  /** The condition for a row. */
  condition: Sql
  /** A query for the ids of the only streets that can hold a row, if the criteria leave few. */
  candidateStreets: Sql | undefined
}

/** The addresses that match the criteria. */
export function addressSource(criteria: LocationCriteria): LocationSource {
  const condition = sql`retired_on is null and ${matchesCriteria(criteria)}`
  const hasFewAddresses = criteria.object_code !== undefined || criteria.postal_code !== undefined
  return {
    table: 'address',
    from: sql`address`,
    columns: sql`address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key,
      postal_code`,
    condition,
    candidateStreets: hasFewAddresses
      ? sql`
        select street_id from address where ${condition}`
      : undefined,
  }
}

/** The condition for an address, without the criteria that select streets. */
export const matchesCriteria = ({ object_code, postal_code, house_number, house_number_extension }: LocationCriteria) =>
  allOf(
    object_code !== undefined && sql`object_code = ${object_code}`,
    postal_code !== undefined && sql`postal_code = ${postal_code}`,
    house_number !== undefined && sql`house_number = ${house_number}`,
    house_number_extension !== undefined && sql`extension_key = ${house_number_extension}`,
  )

/** The position of a row in the list. */
export type Position = [rank: number, ...street: StreetPosition, number: number, extension_key: string, id: number]

/** A found row. The last row of a scan that reached its maximum has only the street columns; its `id` is null. */
export type FoundRow = StoredAddressRow & {
  rank: number
  part: string
  street_number: number
  scanned_street_id: number
}

/**
 * Returns the rows in the streets of a scan, behind a position in the list.
 * The street that reaches the maximum of the scan is returned even without rows, so that the next page can start
 * behind it. The streets are numbered in list order, and so are the rows of each street. Sorting them before the limit
 * would make the planner read every street completely, because it expects few rows.
 */
export async function findInStreets<More>(
  db: Db,
  scan: StreetScan,
  after: Position | undefined,
  criteria: LocationCriteria,
  { table, from, columns, pageColumns, condition }: LocationSource,
  count: number,
) {
  const [, part, key, city, street_id, ...inStreet] = after ?? []
  const streets = streetsOf(scan, after && ([part, key, city, street_id] as StreetPosition))
  const id = sql.ref(`${table}.id`)
  const isBehind =
    after && sql`(street.id <> ${street_id} or (house_number, extension_key, ${id}) > (${sql.join(inStreet)}))`
  // A condition of its own: it decides before PostgreSQL reads the rows of a street.
  const hasNumber = mayHaveNumber(criteria)
  const isLastStreet = sql`street_number = ${sql.lit(scan.maxStreets)}`
  return allRows<FoundRow & More>(db)`
    select found.*, municipality.name as municipality_name ${pageColumns ? sql`, ${pageColumns}` : sql``}
    from (
      select ${sql.lit(scan.rank)} as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
        street.name as street, city, municipality_id, location.*
      from (
        select *, row_number() over () as street_number from (${streets}) street
      ) street
      left join lateral (
        select ${columns}
        from ${from}
        where ${allOf(sql`${sql.ref(`${table}.street_id`)} = street.id`, condition, isBehind)}
        order by house_number, extension_key, ${id} limit ${count}
      ) location on true
      where ${allOf(sql`(location.id is not null or ${isLastStreet})`, hasNumber && sql`(${hasNumber} or ${isLastStreet})`)}
      limit ${count}
    ) found
    join municipality on municipality.id = municipality_id
    order by part, street_key, city collate "C", street_id, house_number, extension_key, id`
}

/** Skips streets that cannot have the number, by the two columns that a trigger maintains for each street. */
function mayHaveNumber({ house_number, house_number_extension }: LocationCriteria) {
  if (house_number === undefined) return undefined
  const isHighEnough = sql`max_house_number >= ${house_number}`
  if (house_number_extension === undefined) return isHighEnough
  // PostgreSQL computes the subquery once, but would call a plain function for each street.
  return sql`${isHighEnough}
    and extension_marks & (select extension_mark(${house_number}, ${house_number_extension})) <> 0`
}
