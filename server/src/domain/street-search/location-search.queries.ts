import type { LocationCriteria } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { readCursor, writeCursor } from '../../platform/http/page.ts'
import type { AddressRow } from '../places/location.queries.ts'
import { rankOfErrors, type StreetPlace, type StreetWalk, streetsCloseTo, streetsNamed } from './street-scan.queries.ts'

type Sql = RawBuilder<unknown>

/** What a search of addresses, or of what stands at them, asks; `places` keeps it to some towns. */
export type LocationSearch = LocationCriteria & {
  places?: { municipality_id: number; name: string }[] | undefined
  limit: number
  cursor?: string | null | undefined
}

/** What is searched for in streets. */
export type LocationSource = {
  table: 'address' | 'collection_system'
  /** The table, and what is joined to it. */
  from: Sql
  /** Its columns: what an AddressRow takes from it, and more where wanted. */
  columns: Sql
  /** Columns that are read of the rows on the page alone, named `found`. */
  shown?: Sql
  /** The criteria that its rows have to meet. */
  meets: Sql
  /** A query of the ids of the only streets that can hold something, where the criteria leave few. */
  fewStreets: Sql | undefined
}

type Place = [rank: number, ...street: StreetPlace, house_number: number, extension_key: string, id: number]
type Row<More> = More & AddressRow & { rank: number; part: string; nth_street: number; street_of_walk: number }

const placeOf = (row: Row<unknown>): Place => [
  row.rank,
  row.part,
  row.street_key,
  row.city,
  row.street_id,
  row.house_number,
  row.extension_key,
  row.id,
]

/** The place behind the last number of a row's street. */
const placeBehind = ({ rank, part, street_key, city, street_of_walk }: Row<unknown>): Place => [
  rank,
  part,
  street_key,
  city,
  street_of_walk,
  beyondEveryNumber,
  '',
  0,
]

const inOrder = sql`part, street_key, city collate "C", street_id, house_number, extension_key, id`
const beyondEveryNumber = 100_000

/**
 * One page of what meets all criteria: in streets whose name begins as typed, then in those that have it inside, and where both
 * hold nothing in those whose name is `close` to it. `truncated` tells that so many streets were gone through that the rest
 * is left to the next page.
 */
export async function findLocations<More>(db: Db, criteria: LocationSearch, source: LocationSource) {
  const { limit, cursor } = criteria
  const among = { ...criteria, fewStreets: source.fewStreets }
  const after = cursor ? readPlace(cursor) : undefined
  const rows: Row<More>[] = []
  let stopped: Place | undefined

  async function walk(streets: StreetWalk) {
    if (rows.length > limit || stopped || (after && streets.rank < after[0])) return
    const from = after?.[0] === streets.rank ? after : undefined
    const { rows: more } = await sql<Row<More>>`
      ${locationsIn(streets, from, criteria, source, limit + 1 - rows.length)}`.execute(db)
    rows.push(...more.filter(({ id }) => id !== null))
    const last = more.at(-1)
    if (rows.length <= limit && last?.nth_street === streets.most) stopped = placeBehind(last)
  }

  for (const streets of streetsNamed(among)) await walk(streets)
  // Two errors are only looked for where one does not lead to what meets all criteria.
  const none = () => rows.length === 0 && !stopped
  if (after ? after[0] >= rankOfErrors(1) : none())
    for await (const streets of streetsCloseTo(db, among))
      if (after ? after[0] === streets.rank : none()) await walk(streets)

  const last = rows[limit - 1]
  const next = rows.length > limit && last ? placeOf(last) : stopped
  const close = rows.some(({ rank }) => rank >= rankOfErrors(1))
  return {
    rows: rows.slice(0, limit),
    meta: { next: next ? writeCursor(next) : null, truncated: stopped !== undefined, close },
  }
}

const readPlace = (cursor: string) =>
  readCursor(cursor, ['number', 'string', 'string', 'string', 'number', 'number', 'string', 'number']) as Place

/** Which streets may have this number, as far as a street itself tells: the others are passed by. */
function mayHold({ house_number, house_number_extension }: LocationSearch) {
  if (house_number === undefined) return sql`true`
  const highEnough = sql`max_house_number >= ${house_number}`
  if (house_number_extension === undefined) return highEnough
  // A subquery is asked once; a function for each street.
  return sql`${highEnough} and extension_marks & (select extension_mark(${house_number}, ${house_number_extension})) <> 0`
}

/**
 * What these streets hold, street by street, after a place in the list. Where the walk stops before its end, its last street
 * is told even when it holds nothing. The streets come numbered in order, and so do the rows of each; to have them sorted before
 * the first ones are taken makes the planner read all of every street, where it guesses that there are few.
 */
function locationsIn(
  { rank, most, streetsFrom }: StreetWalk,
  after: Place | undefined,
  criteria: LocationSearch,
  { table, from, columns, shown, meets }: LocationSource,
  count: number,
) {
  const [, part, key, city, street_id, ...numbered] = after ?? []
  const streets = streetsFrom(after && ([part, key, city, street_id] as StreetPlace))
  const ownId = sql.ref(`${table}.id`)
  return sql`
    select found.*, municipality.name as municipality_name ${shown ? sql`, ${shown}` : sql``}
    from (
      select ${sql.lit(rank)} as rank, part, nth_street, street.id as street_of_walk, street.key as street_key, street.name as street,
        city, municipality_id, location.*
      from (select *, row_number() over () as nth_street from (${streets}) street) street left join lateral (
        select ${columns} from ${from}
        where ${sql.ref(`${table}.street_id`)} = street.id and ${meets}
          and ${after ? sql`(street.id <> ${street_id} or (house_number, extension_key, ${ownId}) > (${sql.join(numbered)}))` : sql`true`}
        order by house_number, extension_key, ${ownId} limit ${count}
      ) location on true
      where (location.id is not null or nth_street = ${sql.lit(most)})
        and (${mayHold(criteria)} or nth_street = ${sql.lit(most)})
      limit ${count}
    ) found
    join municipality on municipality.id = municipality_id
    order by ${inOrder}`
}
