/**
 * Searches for addresses, and for collection systems, which have an address.
 *
 * `findLocations` reads one page. It runs the scans of `street-scan.queries.ts` one after the other. One statement per
 * scan reads the rows of each street, in the order of house number and extension. A full page ends the search. The
 * cursor of the next page is the position of the last row, so every page costs what the first page costs.
 */
import type { LocationCriteria } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { readCursor, writeCursor } from '../../platform/http/page.ts'
import { asAddress, type StoredAddressRow } from '../places/location.queries.ts'
import {
  rankOfErrors,
  type StreetFilter,
  type StreetPosition,
  type StreetScan,
  scansByName,
  scansByTypingErrors,
} from './street-scan.queries.ts'

/** The criteria of a search and its page; `towns` limits it to these towns. */
export type LocationSearch = LocationCriteria &
  Pick<StreetFilter, 'towns'> & { limit: number; cursor?: string | null | undefined }

/** The rows that a search reads in each street. */
export type LocationSource = {
  table: 'address' | 'collection_system'
  /** The table with its joins. */
  from: RawBuilder<unknown>
  /** The columns of a StoredAddressRow that the table has, and more if needed. */
  columns: RawBuilder<unknown>
  /** Columns that are read only for the rows on the page; their table is `found`. */
  pageColumns?: RawBuilder<unknown>
  /** The condition for a row. */
  condition: RawBuilder<unknown>
  /** A query for the ids of the only streets that can hold a row, if the criteria leave few. */
  candidateStreets: RawBuilder<unknown> | undefined
}

/** Returns one page of the addresses that match all criteria. */
export async function findAddresses(db: Db, criteria: LocationSearch) {
  const condition = sql`retired_on is null and ${matchesCriteria(criteria)}`
  const leavesFew = criteria.object_code !== undefined || criteria.postal_code !== undefined
  const { rows, meta } = await findLocations(db, criteria, {
    table: 'address',
    from: sql`address`,
    columns: sql`address.id, alias, object_code, lon, lat, street_id, house_number, house_number_extension, extension_key,
      postal_code`,
    condition,
    candidateStreets: leavesFew
      ? sql`
        select street_id from address where ${condition}`
      : undefined,
  })
  return { data: rows.map(asAddress), meta }
}

/** The condition for an address, without the criteria that select streets. */
export const matchesCriteria = ({ object_code, postal_code, house_number, house_number_extension }: LocationCriteria) =>
  allOf(
    object_code !== undefined && sql`object_code = ${object_code}`,
    postal_code !== undefined && sql`postal_code = ${postal_code}`,
    house_number !== undefined && sql`house_number = ${house_number}`,
    house_number_extension !== undefined && sql`extension_key = ${house_number_extension}`,
  )

/** The position of a row in the list, and the values of a cursor. */
type Position = [rank: number, ...street: StreetPosition, house_number: number, extension_key: string, id: number]

const readPosition = (cursor: string) =>
  readCursor(cursor, ['number', 'string', 'string', 'string', 'number', 'number', 'string', 'number']) as Position

/** A found row. The last row of a scan that reached its maximum has only the street columns; its `id` is null. */
type LocationRow = StoredAddressRow & { rank: number; part: string; street_number: number; scanned_street_id: number }

const sortKeys = ['rank', 'part', 'street_key', 'city', 'street_id', 'house_number', 'extension_key', 'id'] as const
const positionOf = (row: LocationRow) => sortKeys.map((key) => row[key]) as Position

const aboveAllNumbers = 100_000
const endOfStreet = (row: LocationRow): Position =>
  positionOf({ ...row, street_id: row.scanned_street_id, house_number: aboveAllNumbers, extension_key: '', id: 0 })

/**
 * Returns one page of the rows that match all criteria, street by street. In `meta`:
 * - `next` is the cursor of the next page, or null;
 * - `truncated` is true when a scan read its maximum number of streets; the next page continues behind them;
 * - `close` is true when no name matches the typed text and the rows are in streets with a similar name.
 */
export async function findLocations<More>(db: Db, criteria: LocationSearch, source: LocationSource) {
  const { limit, cursor } = criteria
  const filter = { ...criteria, candidateStreets: source.candidateStreets }
  const after = cursor ? readPosition(cursor) : undefined
  const rows: (LocationRow & More)[] = []
  let truncatedAt: Position | undefined

  async function readScan(scan: StreetScan) {
    const isFull = rows.length > limit || truncatedAt !== undefined
    if (isFull || (after && scan.rank < after[0])) return
    const position = after?.[0] === scan.rank ? after : undefined
    // One row more than the page holds shows whether there is a next page.
    const statement = sql<LocationRow & More>`${rowsOfScan(scan, position, criteria, source, limit + 1 - rows.length)}`
    const { rows: read } = await statement.execute(db)
    rows.push(...read.filter(({ id }) => id !== null))
    const last = read.at(-1)
    if (rows.length <= limit && last?.street_number === scan.maxStreets) truncatedAt = endOfStreet(last)
  }

  for (const scan of scansByName(filter)) await readScan(scan)
  // The first page tries typing errors while there is no result. A later page continues the scan of its cursor.
  const isNeeded = (rank: number) => (after ? after[0] === rank : rows.length === 0 && !truncatedAt)
  if (after ? after[0] >= rankOfErrors(1) : isNeeded(rankOfErrors(1)))
    for await (const scan of scansByTypingErrors(db, filter)) if (isNeeded(scan.rank)) await readScan(scan)

  const lastOfPage = rows[limit - 1]
  const next = rows.length > limit && lastOfPage ? positionOf(lastOfPage) : truncatedAt
  return {
    rows: rows.slice(0, limit),
    meta: {
      next: next ? writeCursor(next) : null,
      truncated: truncatedAt !== undefined,
      close: rows.some(({ rank }) => rank >= rankOfErrors(1)),
    },
  }
}

/**
 * The rows in the streets of a scan, behind a position in the list.
 * The street that reaches the maximum of the scan is returned even without rows, so that the next page can start
 * behind it. The streets are numbered in list order, and so are the rows of each street. Sorting them before the limit
 * would make the planner read every street completely, because it expects few rows.
 */
function rowsOfScan(
  { rank, maxStreets, streetsFrom }: StreetScan,
  after: Position | undefined,
  criteria: LocationSearch,
  { table, from, columns, pageColumns, condition }: LocationSource,
  count: number,
) {
  const [, part, key, city, street_id, ...inStreet] = after ?? []
  const streets = streetsFrom(after && ([part, key, city, street_id] as StreetPosition))
  const id = sql.ref(`${table}.id`)
  const isBehind =
    after && sql`(street.id <> ${street_id} or (house_number, extension_key, ${id}) > (${sql.join(inStreet)}))`
  // A condition of its own: it decides before PostgreSQL reads the rows of a street.
  const hasNumber = mayHaveNumber(criteria)
  const isLastStreet = sql`street_number = ${sql.lit(maxStreets)}`
  return sql`
    select found.*, municipality.name as municipality_name ${pageColumns ? sql`, ${pageColumns}` : sql``}
    from (
      select ${sql.lit(rank)} as rank, part, street_number, street.id as scanned_street_id, street.key as street_key,
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
function mayHaveNumber({ house_number, house_number_extension }: LocationSearch) {
  if (house_number === undefined) return undefined
  const isHighEnough = sql`max_house_number >= ${house_number}`
  if (house_number_extension === undefined) return isHighEnough
  // PostgreSQL computes the subquery once, but would call a plain function for each street.
  return sql`${isHighEnough}
    and extension_marks & (select extension_mark(${house_number}, ${house_number_extension})) <> 0`
}
