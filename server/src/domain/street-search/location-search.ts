/**
 * Searches for addresses, and for collection systems, which have an address.
 *
 * A search first selects streets by name, then reads what stands in each street, until the page is full. A search
 * therefore costs about the same in a town and in the whole country.
 *
 * A scan is one query for streets, sorted as the list is. A search runs its scans by rank:
 * 1. streets whose name begins with the typed text; the name itself comes first;
 * 2. streets whose name contains the typed text. With a street filter, scan 1 returns these streets too, after the
 *    streets of rank 1;
 * 3. streets whose name is one typing error away from the typed text, if the earlier scans returned no result;
 * 4. streets whose name is two typing errors away from it, if scan 3 returned no result either.
 */
import type { LocationCriteria } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { readCursor, writeCursor } from '../../platform/http/page.ts'
import { asAddress } from '../places/location.queries.ts'
import {
  addressSource,
  allStreets,
  type FoundRow,
  findInStreets,
  type LocationSource,
  type Position,
  type StreetFilter,
  type StreetScan,
  streetsInFilter,
  streetsNationwide,
  streetsWithKeys,
} from './location-search.queries.ts'
import { minLettersInside, streetKey } from './street-key.ts'
import { closeStreetNames } from './street-names.ts'

/** The criteria of a search and its page; `towns` limits it to these towns. */
export type LocationSearch = LocationCriteria &
  Pick<StreetFilter, 'towns'> & { limit: number; cursor?: string | null | undefined }

/** Returns one page of the addresses that match all criteria. */
export async function findAddresses(db: Db, criteria: LocationSearch) {
  const { rows, meta } = await findLocations(db, criteria, addressSource(criteria))
  return { data: rows.map(asAddress), meta }
}

const readPosition = (cursor: string) =>
  readCursor(cursor, ['number', 'string', 'string', 'string', 'number', 'number', 'string', 'number']) as Position

const sortKeys = ['rank', 'part', 'street_key', 'city', 'street_id', 'house_number', 'extension_key', 'id'] as const
const positionOf = (row: FoundRow) => sortKeys.map((key) => row[key]) as Position

const aboveAllNumbers = 100_000
const endOfStreet = (row: FoundRow): Position =>
  positionOf({ ...row, street_id: row.scanned_street_id, house_number: aboveAllNumbers, extension_key: '', id: 0 })

/**
 * Returns one page of the rows that match all criteria, street by street. It runs the scans one after the other; a full
 * page ends the search. The cursor of the next page is the position of the last row, so every page costs what the first
 * page costs. In `meta`:
 * - `next` is the cursor of the next page, or null;
 * - `truncated` is true when a scan read its maximum number of streets; the next page continues behind them;
 * - `close` is true when no name matches the typed text and the rows are in streets with a similar name.
 */
export async function findLocations<More>(db: Db, criteria: LocationSearch, source: LocationSource) {
  const { limit, cursor } = criteria
  const filter = { ...criteria, candidateStreets: source.candidateStreets }
  const after = cursor ? readPosition(cursor) : undefined
  const rows: (FoundRow & More)[] = []
  let truncatedAt: Position | undefined

  async function readScan(scan: StreetScan) {
    const isFull = rows.length > limit || truncatedAt !== undefined
    if (isFull || (after && scan.rank < after[0])) return
    const position = after?.[0] === scan.rank ? after : undefined
    // One row more than the page holds shows whether there is a next page.
    const read = await findInStreets<More>(db, scan, position, criteria, source, limit + 1 - rows.length)
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

// No name occurs more often in the country than the first number. No municipality has more streets than the second.
const maxStreets = { nationwide: 1000, filtered: 20_000 }

const ranks = { begins: 1, inside: 2 }
const rankOfErrors = (errors: number) => ranks.inside + errors

const isFiltered = ({ municipality_id, towns, candidateStreets }: StreetFilter) =>
  municipality_id !== undefined || towns !== undefined || candidateStreets !== undefined

const makeScan = (rank: number, filter: StreetFilter, streetsFrom: StreetScan['streetsFrom']): StreetScan => ({
  rank,
  maxStreets: isFiltered(filter) ? maxStreets.filtered : maxStreets.nationwide,
  streetsFrom,
})

/**
 * Returns the scans for streets whose name begins with the typed text or contains it; without a typed name, for all
 * streets.
 */
export function scansByName(filter: StreetFilter): StreetScan[] {
  if (filter.street === undefined) return [makeScan(ranks.begins, filter, () => allStreets(filter))]
  const typed = streetKey(filter.street)
  // The text has only punctuation, which is in no key.
  if (typed === '') return []
  const isInsideMatched = typed.length >= minLettersInside
  if (isFiltered(filter)) return [makeScan(ranks.begins, filter, () => streetsInFilter(typed, isInsideMatched, filter))]
  const scans = [makeScan(ranks.begins, filter, (position) => streetsNationwide(typed, false, position))]
  if (isInsideMatched)
    scans.push(makeScan(ranks.inside, filter, (position) => streetsNationwide(typed, true, position)))
  return scans
}

/**
 * Yields the scans for streets whose name is one typing error away from the typed text, then two; none if no name is.
 */
export async function* scansByTypingErrors(db: Db, filter: StreetFilter): AsyncGenerator<StreetScan> {
  for await (const { errors, keys } of closeStreetNames(db, filter.street ?? ''))
    yield makeScan(rankOfErrors(errors), filter, () => streetsWithKeys(keys, filter))
}
