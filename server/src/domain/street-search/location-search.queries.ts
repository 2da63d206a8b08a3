/**
 * The SQL of a search for addresses or collection systems. It selects the streets of a scan, and the rows in each of
 * these streets. It is in one file, because each part is a subquery of the next part. `location-search.ts` explains
 * scans and ranks.
 */
import type { LocationCriteria, StreetSuggestion } from '@rd4-loket/contract'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows } from '../../platform/database/statements.queries.ts'
import type { ListedAddressRow } from '../places/location.queries.ts'

/** The sort keys of a street in the list. `part`: the part of the street name that matched the typed text. */
export type StreetPosition = [part: string, key: string, city: string, street_id: number]

/**
 * A scan. `streetsFrom` returns a query for streets in list order. The query may omit the streets before `position`.
 * One statement visits at most `streetsPerStatement` of the streets. The next statement starts at the last of these
 * streets. A page runs at most `maxStatements` statements.
 */
export type StreetScan = {
  rank: number
  streetsPerStatement: number
  maxStatements: number
  streetsFrom: (position: StreetPosition | undefined) => Sql
}

/**
 * The typed street name, and conditions that limit a search to a part of the streets in the country. A house number
 * excludes the streets of a municipality or of towns that cannot have it.
 */
export type StreetFilter = Pick<LocationCriteria, 'house_number' | 'house_number_extension'> & {
  street?: string | undefined
  municipality_id?: number | undefined
  towns?: { municipality_id: number; name: string }[] | undefined
  /** A query for street ids. Other streets have no results. */
  candidateStreets?: Sql | undefined
  /** A query for the only streets with results, in list order. It may omit the streets before the position. */
  listedStreets?: StreetScan['streetsFrom'] | undefined
}

const listOrder = sql`part, key, city collate "C", id`

const passesFilter = ({ municipality_id, towns, candidateStreets, ...number }: StreetFilter) =>
  allOf(
    municipality_id !== undefined && sql`street.municipality_id = ${municipality_id}`,
    (municipality_id ?? towns) !== undefined && mayHaveNumber(number),
    towns &&
      sql`(street.municipality_id, street.city) in (
        select * from unnest(${towns.map((town) => town.municipality_id)}::int[], ${towns.map((town) => town.name)}::text[]))`,
    // PostgreSQL evaluates an array subquery once. With `in (subquery)` the planner may choose to read every street.
    candidateStreets && sql`street.id = any (array(${candidateStreets}))`,
  )

const sorted = (streets: Sql) => sql`
  select * from (
    ${streets}
  ) street order by ${listOrder}`

/** Returns a query for all streets that pass the filter. */
export const allStreets = (filter: StreetFilter) =>
  sorted(sql`select *, key as part from street
          where ${passesFilter(filter)}`)

/**
 * Returns a query for the streets that pass the filter and have one of these keys, starting at the key of `position`.
 * Omits the streets with a spelling that contains the text `omitted`.
 */
export const streetsWithKeys = (
  keys: string[],
  filter: StreetFilter,
  position: StreetPosition | undefined,
  omitted?: string,
) =>
  sorted(sql`
          select *, key as part from street
          where key = any (${keys.filter((key) => !position || key >= position[1])}::text[]) and ${allOf(
            passesFilter(filter),
            omitted !== undefined && sql`strpos(spellings, ${omitted}) = 0`,
          )}`)

// Parts match [a-z0-9]* and are compared by byte. '~' sorts after all of these characters.
const beginsWith = (part: Sql, typed: string) => sql`${part} >= ${typed} and ${part} < ${`${typed}~`}`

/**
 * Returns a query for the streets of the country with a name part that begins with the typed text. With
 * `isInsideMatched`, the streets with such a part inside their name follow; their `part` begins with '~'. It reads the
 * parts by an index, starting at `position`. A name with several matching parts is returned once, at the first of these
 * parts. `offset 0` prevents the planner from merging the subqueries.
 */
export function streetsNationwide(typed: string, isInsideMatched: boolean, position: StreetPosition | undefined) {
  const [part = '', key = ''] = position ?? []
  const names = (inside: boolean, after: string | undefined) => sql`
    select ${inside ? sql`'~' || part as part` : sql`part`}, key from street_name_part named
    where ${allOf(
      sql`inside = ${sql.literal(inside)} and ${beginsWith(sql`part`, typed)}`,
      after !== undefined && sql`(part, key) >= (${after}, ${key})`,
    )}
      and not exists (
        select from street_name_part other
        where other.key = named.key and ${beginsWith(sql`other.part`, typed)}
          and (other.inside, other.part) < (named.inside, named.part)
        offset 0)
    order by named.part, key`
  const starting = names(false, position && part)
  const inside = names(true, part.startsWith('~') ? part.slice(1) : undefined)
  return sql`
  select street.*, named.part
  from (
    (${starting})
    ${isInsideMatched ? sql`union all (${inside})` : sql``}
    offset 0
  ) named
  cross join lateral (
    select * from street where street.key = named.key order by city collate "C", id offset 0
  ) street`
}

/**
 * Returns a query for the streets in a filter whose name matches the typed text. A filter leaves at most some thousands
 * of streets, so the query compares the spellings of every street. `part` sorts the matches:
 * - '' when a whole spelling equals the text;
 * - the key when the key begins with the text;
 * - '|' and the key when another spelling begins with the text;
 * - '~' and the key when a spelling contains the text.
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

  // The keys of a municipality have an index, but its spellings do not. So the query first selects all names in the
  // country with a part that matches. If there are few such names, it compares only their spellings.
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

const streetsOf = ({ streetsFrom, streetsPerStatement }: StreetScan, position: StreetPosition | undefined) => sql`
    select id, part, key, name, city, municipality_id, max_house_number, extension_marks
    from (${streetsFrom(position)}) street
    ${position ? sql`where (${listOrder}) >= (${sql.join(position)})` : sql``} limit ${streetsPerStatement}`

/** Returns the first streets of a scan. */
export const findStreets = (db: Db, scan: StreetScan, limit: number) => allRows<StreetSuggestion>(db)`
  select street.name as street, city, jsonb_build_object('id', municipality_id, 'name', municipality.name) as municipality
  from (select * from (${streetsOf(scan, undefined)}) street limit ${limit}) street
  join municipality on municipality.id = municipality_id
  order by part, key, city collate "C", street.id`

/** The table, columns and condition by which a search reads rows. */
export type LocationSource = {
  /** The table, named `place`. For a collection system, joined with its address. */
  from: Sql
  /** More columns of `from` than those of an address. */
  columns?: Sql
  /** More columns, which are computed only for the rows on the page. They refer to these rows as `found`. */
  pageColumns?: Sql
  /** The condition for a row, without the criteria that select streets. */
  condition: Sql
  /** If the criteria leave few rows: the whole condition for these rows. The search then starts from them. */
  fewRowsCondition: Sql | undefined
  /** A query for the only streets that have rows, in list order. It can be used without a street name. */
  listedStreets?: StreetScan['streetsFrom'] | undefined
}

/** `postal_digits`: the four digits of the postal code, when its letters are unknown. */
export type AddressFilter = LocationCriteria & { postal_digits?: string | undefined }

/** Returns the source for the addresses that match the criteria. */
export function addressSource({ postal_digits, ...criteria }: AddressFilter): LocationSource {
  const hasDigits = postal_digits !== undefined && beginsWith(sql`postal_code`, postal_digits)
  const condition = sql`retired_on is null and ${allOf(matchesCriteria(criteria), hasDigits)}`
  const hasFewAddresses = (criteria.object_code ?? criteria.postal_code ?? postal_digits) !== undefined
  return {
    from: sql`address place`,
    condition,
    fewRowsCondition: hasFewAddresses ? condition : undefined,
  }
}

/** Returns the condition for an address, without the criteria that select streets. */
export const matchesCriteria = ({ object_code, postal_code, house_number, house_number_extension }: LocationCriteria) =>
  allOf(
    object_code !== undefined && sql`place.object_code = ${object_code}`,
    postal_code !== undefined && sql`postal_code = ${postal_code}`,
    house_number !== undefined && sql`house_number = ${house_number}`,
    house_number_extension !== undefined && sql`extension_key = ${house_number_extension}`,
  )

/** Returns a query for the ids of the streets of the few rows of a source; undefined if it may have many rows. */
export const candidateStreets = ({ from, fewRowsCondition }: LocationSource) =>
  fewRowsCondition &&
  sql`
        select place.street_id from ${from}
        where ${fewRowsCondition}`

const more = (columns: Sql | undefined) => (columns ? sql`, ${columns}` : sql``)

const columnsOf = ({ columns }: LocationSource) => sql`
          place.id, place.alias, place.object_code, place.lon, place.lat, house_number,
          house_number_extension, extension_key, postal_code${more(columns)}`

// Each column takes time in every row. So the sort keys are one column, which is null where no page can end.
const pageColumnsOf = ({ pageColumns }: LocationSource, part: Sql, mayEndPage: Sql) => sql`
      alias, object_code, lon, lat, street, city, house_number, house_number_extension, postal_code, municipality_id,
      case when ${mayEndPage} then
        json_build_array(${part}, key, city, street_id, house_number, extension_key, found.id)
      end as position${more(pageColumns)}`

/** The sort keys of a row in the list of a scan. */
export type PositionInScan = [...street: StreetPosition, number: number, extension_key: string, id: number]

/** The sort keys of a row in the list. */
export type Position = [rank: number, ...PositionInScan]

/** A row of a search for `count` rows. Only row number `count - 1`, where the page ends, has a position. */
export type FewRow = ListedAddressRow & { position: PositionInScan | null }

/**
 * A row of a scan. A statement may visit its maximum number of streets. The rows in the last of these streets also
 * have a position, and `is_in_last_street` is true; it is null for other rows. If the last street has no rows, it is
 * returned as a row with only the street columns, whose `alias` is null.
 */
export type FoundRow = FewRow & { is_in_last_street: true | null }

const orderOfFewRows = sql`key, city collate "C", street_id, house_number, extension_key, location.id`

/**
 * Returns at most `count` of the few rows of a source in streets that pass the filter, after a position in the list.
 * `offset 0` isolates these rows from the sort. Otherwise the planner may read all streets of the country in list
 * order.
 */
export const findFewRows = <More>(
  db: Db,
  { municipality_id, towns }: Pick<StreetFilter, 'municipality_id' | 'towns'>,
  after: Position | undefined,
  source: LocationSource,
  count: number,
) => allRows<FewRow & More>(db)`
    select ${pageColumnsOf(source, sql`key`, sql`nth = ${count - 1}`)}, municipality.name as municipality_name
    from (
      select *, row_number() over () as nth
      from (
        select location.*, key, street.name as street, city, municipality_id
        from (
          select place.street_id, ${columnsOf(source)}
          from ${source.from}
          where ${source.fewRowsCondition} offset 0
        ) location
        join street on street.id = street_id
        where ${allOf(
          passesFilter({ municipality_id, towns }),
          after && sql`(${orderOfFewRows}) > (${sql.join(after.slice(2))})`,
        )}
        order by ${orderOfFewRows} limit ${count}
      ) listed
    ) found
    join municipality on municipality.id = municipality_id
    order by nth`

/**
 * Returns at most `count` rows in the streets of a scan, after a position in the list. The last street within the
 * maximum of a statement is returned even without rows, so that the next statement can start after it.
 * The inner query has no `order by`, because its streets and the rows of each street are already in list order. With an
 * `order by` before the limit, the planner would read every street completely.
 */
export async function findInStreets<More>(
  db: Db,
  scan: StreetScan,
  after: Position | undefined,
  criteria: LocationCriteria,
  source: LocationSource,
  count: number,
) {
  const [, part, key, city, street_id, ...inStreet] = after ?? []
  const streets = streetsOf(scan, after && ([part, key, city, street_id] as StreetPosition))
  const isBehind =
    after && sql`(street.id <> ${street_id} or (house_number, extension_key, place.id) > (${sql.join(inStreet)}))`
  // This condition depends only on the street, so PostgreSQL can skip a street before it reads the rows of the street.
  // A scan of the whole country also counts the skipped streets. It then visits at most its maximum number of streets.
  const hasNumber = mayHaveNumber(criteria)
  const isLastStreet = sql`street_number = ${sql.literal(scan.streetsPerStatement)}`
  return allRows<FoundRow & More>(db)`
    select ${pageColumnsOf(source, sql`part`, sql`nth = ${count - 1} or ${isLastStreet}`)}, municipality_name,
      case when ${isLastStreet} then true end as is_in_last_street
    from (
      select part, street_number, street.id as street_id, key, street.name as street, city, municipality_id,
        municipality.name as municipality_name, location.*, row_number() over () as nth
      from (
        select *, row_number() over () as street_number from (${streets}) street
      ) street
      cross join lateral (select name from municipality where id = street.municipality_id offset 0) municipality
      left join lateral (
        select ${columnsOf(source)}
        from ${source.from}
        where ${allOf(sql`place.street_id = street.id`, source.condition, isBehind)}
        order by house_number, extension_key, place.id limit ${count}
      ) location on true
      where ${allOf(sql`(location.id is not null or ${isLastStreet})`, hasNumber && sql`(${hasNumber} or ${isLastStreet})`)}
      limit ${count}
    ) found
    order by nth`
}

/**
 * Returns a condition that is false for streets that cannot have the house number. It uses two columns of `street`
 * that a trigger maintains. Returns undefined without a house number.
 */
function mayHaveNumber({ house_number, house_number_extension }: StreetFilter) {
  if (house_number === undefined) return undefined
  const isHighEnough = sql`max_house_number >= ${house_number}`
  if (house_number_extension === undefined) return isHighEnough
  // PostgreSQL evaluates the subquery once. It would evaluate a function call without a subquery for each street.
  return sql`${isHighEnough}
    and extension_marks & (select extension_mark(${house_number}, ${house_number_extension})) <> 0`
}
