// Reasons: docs/search.md

/**
 * Searches for addresses and for collection systems. A collection system has an address, so both are found by street.
 *
 * A search first selects streets by name, then reads the addresses or systems in each street until the page is full.
 * Therefore a search takes about the same time in a town and in the whole country.
 *
 * A search that leaves few rows, such as one by postal code, reads these rows and sorts them, unless it has the name of
 * a street.
 *
 * A scan is a query for streets in the order of the list. A scan of the whole country runs in up to four statements,
 * each of which continues where the previous one ended. The ranks of the scans are:
 * 0. streets whose whole name is one typing error away from the typed text. The search uses this scan only when the
 *    first street of scan 1 has the typed text at the end of a longer word, as `Bellinistraat` has `linistraat`. The
 *    user then rather means `Liniestraat`;
 * 1. streets whose name begins with the typed text, and then streets whose name contains it. Streets whose name equals
 *    the text come first. Rank 2 was a scan of the second part, and is now only in cursors of the previous version;
 * 3 to 5. streets whose name matches another reading of the typed text, such as one with its short words in full;
 * 6. streets whose name is one typing error away from the typed text;
 * 7. streets whose name is two typing errors away from the typed text.
 * Scans 3 to 7 are fallbacks: each runs only if the earlier scans returned no result.
 */
import type { LocationCriteria } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { page, readCursor, writeCursor } from '../../platform/http/page.ts'
import { asAddress } from '../places/location.queries.ts'
import {
  type AddressFilter,
  addressSource,
  allStreets,
  candidateStreets,
  type FoundRow,
  findFewRows,
  findInStreets,
  type LocationSource,
  type Position,
  type PositionInScan,
  type StreetFilter,
  type StreetScan,
  streetsInFilter,
  streetsNationwide,
  streetsWithKeys,
} from './location-search.queries.ts'
import { keysOfOneMeaning } from './respellings.ts'
import { beginsWord, minLettersInside, streetKey, streetSpellings } from './street-key.ts'
import { closeStreetNames, respelledStreetNames, respellingSteps } from './street-names.ts'

/** How a street name can match the typed text. */
export type NameMatch = 'typed' | 'respelled' | 'one error' | 'two errors'
const everyMatch: NameMatch[] = ['typed', 'respelled', 'one error', 'two errors']

/** The criteria of a search, and the page to return. `towns` limits the search to some towns. */
export type LocationSearch = LocationCriteria &
  Pick<StreetFilter, 'towns'> & {
    limit: number
    cursor?: string | null | undefined
    /** How the typed name of a street may match. Default: in every way. */
    matches?: NameMatch[] | undefined
  }

/** Returns one page of the addresses that match all criteria. */
export async function findAddresses(db: Db, criteria: LocationSearch & AddressFilter) {
  const { rows, meta } = await findLocations(db, criteria, addressSource(criteria))
  return { data: rows.map(asAddress), meta }
}

function readPosition(cursor: string) {
  const kinds = ['number', 'string', 'string', 'string', 'number', 'number', 'string', 'number'] as const
  const [rank, part, ...rest] = readCursor(cursor, kinds) as Position
  return (rank === formerRankInside ? [ranks.named, `~${part}`, ...rest] : [rank, part, ...rest]) as Position
}

const aboveAllNumbers = 100_000
const endOfStreet = ([part, key, city, street_id]: PositionInScan): PositionInScan => [
  part,
  key,
  city,
  street_id,
  aboveAllNumbers,
  '',
  0,
]

/**
 * Returns one page of the rows that match all criteria, in list order. The cursor of the next page is the position of
 * the last row, so a later page takes no longer than the first page. In `meta`:
 * - `next` is the cursor of the next page, or null;
 * - `truncated` is true when a scan visited its maximum number of streets. The next page continues after these streets;
 * - `close` is true when a row is in a street with another name than the typed name.
 */
export function findLocations<More>(db: Db, criteria: LocationSearch, source: LocationSource) {
  const after = criteria.cursor ? readPosition(criteria.cursor) : undefined
  return source.fewRowsCondition && criteria.street === undefined
    ? sortFewRows<More>(db, criteria, source, after)
    : readInStreets<More>(db, criteria, source, after)
}

async function sortFewRows<More>(
  db: Db,
  criteria: LocationSearch,
  source: LocationSource,
  after: Position | undefined,
) {
  const found = await findFewRows<More>(db, criteria, after, source, criteria.limit + 1)
  const { rows, meta } = page(found, criteria.limit, ({ position }) => [ranks.named, ...(position as PositionInScan)])
  return { rows, meta: { ...meta, truncated: false, close: false } }
}

/** Runs the scans one after the other, until the page is full. */
async function readInStreets<More>(
  db: Db,
  criteria: LocationSearch,
  source: LocationSource,
  after: Position | undefined,
) {
  const { limit, matches = everyMatch } = criteria
  const filter = { ...criteria, candidateStreets: candidateStreets(source), listedStreets: source.listedStreets }
  let rows: (FoundRow & More)[] = []
  let endOfPage: Position | undefined
  let truncatedAt: Position | undefined
  let isClose = false

  async function readScan(scan: StreetScan) {
    const isFull = rows.length > limit || truncatedAt !== undefined
    if (isFull || (after && scan.rank < after[0])) return
    let position = after?.[0] === scan.rank ? after : undefined
    for (let statement = 1; statement <= scan.maxStatements; statement += 1) {
      // A statement reads one row more than the page can hold. An extra row shows that there is a next page.
      const read = await findInStreets<More>(db, scan, position, criteria, source, limit + 1 - rows.length)
      const found = read.filter(({ alias }) => alias !== null)
      rows = [...rows, ...found]
      isClose ||=
        scan.rank !== ranks.named && found.some((row) => !isNamed(scan.rank, row.street, criteria.street ?? ''))
      const lastOfPage = rows[limit - 1]?.position
      if (lastOfPage) endOfPage ??= [scan.rank, ...lastOfPage]
      const last = read.at(-1)
      if (rows.length > limit || !last?.is_in_last_street || !last.position) return
      position = [scan.rank, ...endOfStreet(last.position)]
    }
    truncatedAt = position
  }

  const readMisspelledNames = async () => {
    for await (const scan of misspelledNameScans(db, filter, matches)) await readScan(scan)
  }
  if (after?.[0] === ranks.misspelled) await readMisspelledNames()
  const byName = matches.includes('typed') && scanByName(filter)
  if (byName) await readScan(byName)
  if (byName && !after && isEndOfLongerWord(filter, rows[0])) {
    const named = { rows, endOfPage, truncatedAt }
    rows = []
    endOfPage = truncatedAt = undefined
    await readMisspelledNames()
    if (rows.length > 0 || truncatedAt) await readScan(byName)
    else ({ rows, endOfPage, truncatedAt } = named)
  }
  // For the first page, the fallbacks run until there is a result. A later page uses only the scan of its cursor.
  const isNeeded = (rank: number) => (after ? after[0] === rank : rows.length === 0 && !truncatedAt)
  if (after ? after[0] > ranks.named : isNeeded(ranks.named))
    for await (const scan of fallbackScans(db, filter, matches)) {
      if (isNeeded(scan.rank)) await readScan(scan)
      else if (!after || scan.rank > after[0]) break
    }

  const next = rows.length > limit ? endOfPage : truncatedAt
  return {
    rows: rows.slice(0, limit),
    meta: {
      next: next ? writeCursor(next) : null,
      truncated: truncatedAt !== undefined,
      close: isClose,
    },
  }
}

/**
 * Returns whether a street of another scan is the typed street: its name contains the typed text, or a reading of that
 * text that has one meaning. `Nieuwe Es` does not name `Noord-es`, although `n` stands for both words.
 */
function isNamed(rank: number, street: string, typed: string) {
  const spellings = rank === rankOfRespelling(1) ? streetSpellings(street) : []
  return keysOfOneMeaning(typed).some((key) => spellings.some((spelling) => spelling.includes(key)))
}

// While a statement runs, another connection may wait for its processor. So a statement visits only 250 streets of the
// country. Each statement starts at the last street of the previous one, so a page visits at most 997 streets.
// No street name occurs in that many towns.
const nationwideLimits = { streetsPerStatement: 250, maxStatements: 4 }
// No municipality has more than 20,000 streets.
const filteredLimits = { streetsPerStatement: 20_000, maxStatements: 1 }

/** `named`: the scan whose streets all have the typed text in their name. */
const ranks = { misspelled: 0, named: 1 }
/** The rank of the names that contain the text, in cursors of the previous version. */
const formerRankInside = 2
const rankOfRespelling = (step: number) => 2 + step
const rankOfErrors = (errors: number) => rankOfRespelling(respellingSteps) + errors

const isFiltered = ({ municipality_id, towns, candidateStreets, listedStreets }: StreetFilter) =>
  (municipality_id ?? towns ?? candidateStreets ?? listedStreets) !== undefined

const makeScan = (rank: number, filter: StreetFilter, streetsFrom: StreetScan['streetsFrom']): StreetScan => ({
  rank,
  ...(isFiltered(filter) ? filteredLimits : nationwideLimits),
  streetsFrom,
})

/**
 * Returns the scan for streets whose name begins with the typed text or contains it. Without a typed text, returns the
 * scan for all streets. Returns undefined for a text of only punctuation, which no name contains.
 */
export function scanByName(filter: StreetFilter): StreetScan | undefined {
  if (filter.street === undefined)
    return makeScan(ranks.named, filter, filter.listedStreets ?? (() => allStreets(filter)))
  const typed = streetKey(filter.street)
  if (typed === '') return undefined
  const isInsideMatched = typed.length >= minLettersInside
  return makeScan(ranks.named, filter, (position) =>
    isFiltered(filter)
      ? streetsInFilter(typed, isInsideMatched, filter)
      : streetsNationwide(typed, isInsideMatched, position),
  )
}

/**
 * Returns whether the first street has the typed text only at the end of a longer word, as `Bellinistraat` has
 * `linistraat`. Then the text can be a whole name with a typing error. `first` is a result of `scanByName`.
 */
export function isEndOfLongerWord({ street }: StreetFilter, first: { street: string } | undefined) {
  if (street === undefined || first === undefined) return false
  const typed = streetKey(street)
  return streetSpellings(first.street).some((spelling) => spelling.endsWith(typed)) && !beginsWord(street, first.street)
}

/**
 * Yields the scan for streets whose whole name is one typing error away from the typed text, unless `matches` excludes
 * typing errors. Omits the streets whose name contains the text. Yields no scan when no name is that close.
 */
export async function* misspelledNameScans(
  db: Db,
  filter: StreetFilter,
  matches = everyMatch,
): AsyncGenerator<StreetScan> {
  const { street } = filter
  if (street === undefined || !matches.includes('one error')) return
  for await (const { keys } of closeStreetNames(db, street, 1))
    yield makeScan(ranks.misspelled, filter, (position) => streetsWithKeys(keys, filter, position, streetKey(street)))
}

/**
 * Yields the scans for streets whose name matches another reading of the typed text, the best matches first. Then
 * yields a scan for names that are one typing error away, and a scan for two errors. Yields no scan for an empty list
 * of names.
 */
export async function* fallbackScans(db: Db, filter: StreetFilter, matches = everyMatch): AsyncGenerator<StreetScan> {
  const { street } = filter
  if (street === undefined) return
  if (matches.includes('respelled'))
    for await (const { step, keys } of respelledStreetNames(db, street))
      yield makeScan(rankOfRespelling(step), filter, (position) => streetsWithKeys(keys, filter, position))
  const maxErrors = matches.includes('two errors') ? 2 : matches.includes('one error') ? 1 : 0
  for await (const { errors, keys } of closeStreetNames(db, street, maxErrors))
    yield makeScan(rankOfErrors(errors), filter, (position) => streetsWithKeys(keys, filter, position))
}
