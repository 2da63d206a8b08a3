/**
 * The streets that a search reads, and their order.
 *
 * A search first selects streets by name, here. Then `location-search.queries.ts` reads what stands in each street,
 * until the page is full. A search therefore costs about the same in a town and in the whole country.
 *
 * A scan is one query for streets, sorted as the list is. A search runs its scans by rank:
 * 1. streets whose name begins with the typed text; the name itself comes first;
 * 2. streets whose name contains the typed text. With a street filter, scan 1 returns these streets too, after the
 *    streets of rank 1;
 * 3. streets whose name is one typing error away from the typed text, if the earlier scans returned no result;
 * 4. streets whose name is two typing errors away from it, if scan 3 returned no result either.
 */
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { minLettersInside, streetKey, streetSpellings } from './street-key.ts'
import { findStreetNames } from './street-names.queries.ts'
import { closeNames, errorsAllowed } from './typing-errors.ts'

/** The position of a street in the list. `part` is the part of its name that matched; it is the first sort key. */
export type StreetPosition = [part: string, key: string, city: string, street_id: number]

/** A query for at most `maxStreets` streets in list order, from a position on. */
export type StreetScan = {
  rank: number
  maxStreets: number
  streetsFrom: (position: StreetPosition | undefined) => RawBuilder<unknown>
}

/** The typed name, and the conditions that limit a search to some streets of the country. */
export type StreetFilter = {
  street?: string | undefined
  municipality_id?: number | undefined
  towns?: { municipality_id: number; name: string }[] | undefined
  /** A query for the ids of the only streets that can hold a result. */
  candidateStreets?: RawBuilder<unknown> | undefined
}

// No name occurs more often in the country than the first number. No municipality has more streets than the second.
const maxStreets = { nationwide: 1000, filtered: 20_000 }

const ranks = { begins: 1, inside: 2 }

/** The rank of the scan for this number of typing errors. */
export const rankOfErrors = (errors: number) => ranks.inside + errors

const listOrder = sql`part, key, city collate "C", id`

const isFiltered = ({ municipality_id, towns, candidateStreets }: StreetFilter) =>
  municipality_id !== undefined || towns !== undefined || candidateStreets !== undefined

const passesFilter = ({ municipality_id, towns, candidateStreets }: StreetFilter) =>
  allOf(
    municipality_id !== undefined && sql`street.municipality_id = ${municipality_id}`,
    towns &&
      sql`(street.municipality_id, street.city) in (
        select * from unnest(${towns.map((town) => town.municipality_id)}::int[], ${towns.map((town) => town.name)}::text[]))`,
    // PostgreSQL computes an array once. For a plain subquery the planner may choose to read every street.
    candidateStreets && sql`street.id = any (array(${candidateStreets}))`,
  )

function makeScan(rank: number, filter: StreetFilter, streetsFrom: StreetScan['streetsFrom']): StreetScan {
  const max = isFiltered(filter) ? maxStreets.filtered : maxStreets.nationwide
  const scan = (position: StreetPosition | undefined) => sql`
    select id, part, key, name, city, municipality_id, max_house_number, extension_marks
    from (${streetsFrom(position)}) street
    ${position ? sql`where (${listOrder}) >= (${sql.join(position)})` : sql``} limit ${max}`
  return { rank, maxStreets: max, streetsFrom: scan }
}

const sorted = (streets: RawBuilder<unknown>) => sql`
  select * from (
    ${streets}
  ) street order by ${listOrder}`

/**
 * Returns the scans for streets whose name begins with the typed text or contains it; without a typed name, for all
 * streets.
 */
export function scansByName(filter: StreetFilter): StreetScan[] {
  if (filter.street === undefined)
    return [
      makeScan(ranks.begins, filter, () =>
        sorted(sql`select *, key as part from street
          where ${passesFilter(filter)}`),
      ),
    ]
  const typed = streetKey(filter.street)
  // The text has only punctuation, which is in no key.
  if (typed === '') return []
  if (isFiltered(filter)) return [makeScan(ranks.begins, filter, () => streetsInFilter(typed, filter))]
  const scans = [makeScan(ranks.begins, filter, (position) => streetsNationwide(typed, false, position))]
  if (typed.length >= minLettersInside)
    scans.push(makeScan(ranks.inside, filter, (position) => streetsNationwide(typed, true, position)))
  return scans
}

// Parts match [a-z0-9]* and are compared by byte. '~' sorts behind all of these characters.
const beginsWith = (part: RawBuilder<unknown>, typed: string) => sql`${part} >= ${typed} and ${part} < ${`${typed}~`}`

/**
 * A nationwide search reads the parts of names by index, from the position on.
 * A name that matches by several parts is returned at the first one. `offset 0` keeps the planner from merging the
 * subqueries.
 */
const streetsNationwide = (typed: string, inside: boolean, position: StreetPosition | undefined) => sql`
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
function streetsInFilter(typed: string, filter: StreetFilter) {
  const hasSpelling = (text: string) => sql`strpos(spellings, ${text}) > 0`
  const isWhole = hasSpelling(` ${typed} `)
  const begins = beginsWith(sql`key`, typed)
  const matches = hasSpelling(typed.length < minLettersInside ? ` ${typed}` : typed)
  const part = sql`
    case when ${isWhole} then ''
    when ${begins} then key
    when ${hasSpelling(` ${typed}`)} then '|' || key else '~' || key end`
  const streets = (part: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`select *, ${part} as part from street
      where ${passesFilter(filter)} and ${where}`
  if (filter.municipality_id === undefined || filter.candidateStreets) return sorted(streets(part, matches))

  // A municipality has an index on its keys. Spellings inside a name are compared only for the names that can match,
  // if few names of the country can.
  const namesWith = (inside: boolean) =>
    sql`select key from street_name_part where inside = ${inside} and ${beginsWith(sql`part`, typed)}`
  const names =
    typed.length < minLettersInside
      ? namesWith(false)
      : sql`${namesWith(false)}
        union all ${namesWith(true)}`
  const others = sql`${streets(part, matches)}
    and not ${isWhole} and not (${begins})`
  return sql`
    with matching as materialized (
        ${names} limit ${fewNames + 1}
      ),
      counted as materialized (
        select count(*) <= ${fewNames} as few from matching
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

const fewNames = 100

/**
 * Yields the scans for streets whose name is one typing error away from the typed text, then two; none if no name is.
 */
export async function* scansByTypingErrors(db: Db, filter: StreetFilter): AsyncGenerator<StreetScan> {
  // The full name may be close to an abbreviation in the typed text.
  const spellings = streetSpellings(filter.street ?? '').slice(0, 4)
  const [typed = ''] = spellings
  const maxErrors = errorsAllowed(typed)
  if (maxErrors === 0 || typed.length > maxTypedLetters) return
  const names = await findStreetNames(db)
  for (let errors = 1; errors <= maxErrors; errors += 1) {
    const keys = [...new Set(spellings.flatMap((spelling) => closeNames(names, spelling, errors)))].sort()
    if (keys.length > 0)
      yield makeScan(rankOfErrors(errors), filter, () =>
        sorted(sql`
          select *, key as part from street
          where key = any (${keys.slice(0, maxCloseNames)}::text[]) and ${passesFilter(filter)}`),
      )
  }
}

const maxCloseNames = 50
/** The longest name in the country has about fifty letters. */
const maxTypedLetters = 80
