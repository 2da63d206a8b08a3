/**
 * Which streets a search goes through, and in which order. A search finds streets first, by their names, and then what is in
 * each of them, no further than its page: so it costs about the same in a town and in a whole country.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { leastInside, streetKey, streetSpellings } from './street-key.ts'
import { treeOfStreetNames } from './street-names.queries.ts'
import { closeNames, errorsAllowed } from './typing-errors.ts'

type Sql = RawBuilder<unknown>

/** Where a street stands in the list: what of its name was met, its name, town and id. */
export type StreetPlace = [part: string, key: string, city: string, street_id: number]

/** At `most` so many streets, in the order of the list, `part` being what of their names was met. A lower rank goes first. */
export type StreetWalk = { rank: number; most: number; streetsFrom: (place: StreetPlace | undefined) => Sql }

/** Which streets take part. */
export type Among = {
  street?: string | undefined
  municipality_id?: number | undefined
  places?: { municipality_id: number; name: string }[] | undefined
  /** A query of the ids of the only streets that count. */
  fewStreets?: Sql | undefined
}

/**
 * How many streets one page goes through at most. No name stands more often in the country than the first; the second is more
 * than a municipality has.
 */
const mostStreets = { country: 1000, few: 20_000 }

const isBounded = ({ municipality_id, places, fewStreets }: Among) =>
  municipality_id !== undefined || places !== undefined || fewStreets !== undefined
const mostOf = (among: Among) => (isBounded(among) ? mostStreets.few : mostStreets.country)

const ranks = { begins: 1, inside: 2 }
/** The rank of names that are so many typing errors away from what was typed. */
export const rankOfErrors = (errors: number) => ranks.inside + errors
/** The order of a walk. */
const streetInOrder = sql`part, key, city collate "C", id`

const allOf = (...conditions: (Sql | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `)

const isAmong = ({ municipality_id, places, fewStreets }: Among) =>
  allOf(
    municipality_id === undefined ? undefined : sql`street.municipality_id = ${municipality_id}`,
    places &&
      sql`(street.municipality_id, street.city) in (
        select * from unnest(${places.map((it) => it.municipality_id)}::int[], ${places.map((it) => it.name)}::text[]))`,
    // An array is made once; a subquery the planner may turn into reading every street.
    fewStreets && sql`street.id = any (array(${fewStreets}))`,
  )

const walk = (rank: number, most: number, streetsFrom: StreetWalk['streetsFrom']): StreetWalk => ({
  rank,
  most,
  streetsFrom: (place) => sql`
    select id, part, key, name, city, municipality_id, max_house_number, extension_marks from (${streetsFrom(place)}) street
    where ${place ? sql`(${streetInOrder}) >= (${sql.join(place)})` : sql`true`} limit ${most}`,
})

/** Streets that come in no order yet. */
const sorted = (streets: Sql) => () => sql`select * from (${streets}) street order by ${streetInOrder}`

/** The walks through streets whose name begins as typed (the name itself first), and through those that have it inside. */
export function streetsNamed(among: Among): StreetWalk[] {
  const typed = streetKey(among.street ?? '')
  const most = mostOf(among)
  if (among.street === undefined)
    return [walk(ranks.begins, most, sorted(sql`select *, key as part from street where ${isAmong(among)}`))]
  // Nothing is left of signs alone, and no name has that.
  if (typed === '') return []
  if (isBounded(among)) return [walk(ranks.begins, most, namedAmongFew(typed, among))]
  const named = (inside: boolean) => (place?: StreetPlace) => namedInCountry(typed, inside, place)
  const walks = [walk(ranks.begins, most, named(false))]
  if (typed.length >= leastInside) walks.push(walk(ranks.inside, most, named(true)))
  return walks
}

// Parts are [a-z0-9] and compared by byte: all that begin as typed stand between that and that with a '~'.
const fits = (part: Sql, typed: string) => sql`${part} >= ${typed} and ${part} < ${`${typed}~`}`

/**
 * Of some thousands of streets at most, the name itself goes first, then what begins so as it is written, what begins so in
 * another spelling, and what has it inside. Each name is looked at; but in a municipality first those that begin so, and then,
 * where few names of the country fit, only those.
 */
function namedAmongFew(typed: string, among: Among) {
  const has = (text: string) => sql`strpos(spellings, ${text}) > 0`
  const [whole, begins] = [has(` ${typed} `), fits(sql`key`, typed)]
  const part = sql`case when ${whole} then '' when ${begins} then key when ${has(` ${typed}`)} then '|' || key else '~' || key end`
  const named = has(typed.length < leastInside ? ` ${typed}` : typed)
  const streets = (shown: Sql, where: Sql) =>
    sql`select *, ${shown} as part from street where ${isAmong(among)} and ${where}`
  if (among.municipality_id === undefined || among.fewStreets) return sorted(streets(part, named))
  const parts = (inside: boolean) =>
    sql`select key from street_name_part where inside = ${inside} and ${fits(sql`part`, typed)}`
  const both = typed.length < leastInside ? parts(false) : sql`${parts(false)} union all ${parts(true)}`
  const rest = sql`${streets(part, named)} and not ${whole} and not (${begins})`
  return () => sql`
    with fitting as materialized (${both} limit ${fewNames + 1}),
      counted as materialized (select count(*) <= ${fewNames} as few from fitting)
    (${streets(sql`''`, whole)} and key = any (array(select key from street_name_part where not inside and part = ${typed}))
      order by ${streetInOrder})
    union all
    (${streets(sql`key`, begins)} and not ${whole} order by ${streetInOrder})
    union all
    (select * from (
        ${rest} and (select few from counted) and key = any (array(select key from fitting))
        union all
        ${rest} and not (select few from counted)
      ) street order by ${streetInOrder})`
}

const fewNames = 100

/** In a country the parts of names are read in their order from a place on, each name at the first part that fits. */
const namedInCountry = (typed: string, inside: boolean, place: StreetPlace | undefined) => sql`
  select street.*, named.part
  from (
    select part, key from street_name_part named
    where inside = ${inside} and ${fits(sql`part`, typed)} and ${place ? sql`(part, key) >= (${place[0]}, ${place[1]})` : sql`true`}
      and not exists (
        select from street_name_part other
        where other.key = named.key and ${fits(sql`other.part`, typed)} and (other.inside, other.part) < (named.inside, named.part)
        offset 0)
    order by part, key offset 0
  ) named
  cross join lateral (select * from street where street.key = named.key order by city collate "C", id offset 0) street`

const errorsTried = [1, 2]

/** The walks through streets whose name is one typing error away from what was typed, then two, as far as there are any. */
export async function* streetsCloseTo(db: Db, among: Among): AsyncGenerator<StreetWalk> {
  const [typed = '', ...others] = streetSpellings(among.street ?? '')
  const errorsOfTyped = errorsTried.filter((errors) => errors <= errorsAllowed(typed))
  if (errorsOfTyped.length === 0 || typed.length > longestTyped) return
  // What was typed abbreviated is close to the name in full, too.
  const spellings = [typed, ...others].slice(0, 4)
  const names = await treeOfStreetNames(db)
  for (const errors of errorsOfTyped) {
    const keys = [...new Set(spellings.flatMap((spelling) => closeNames(names, spelling, errors)))].sort()
    if (keys.length > 0)
      yield walk(
        rankOfErrors(errors),
        mostOf(among),
        sorted(sql`
          select *, key as part from street where key = any (${keys.slice(0, mostNames)}::text[]) and ${isAmong(among)}`),
      )
  }
}

const mostNames = 50
/** No name in the country comes near it: the longest has some fifty letters. */
const longestTyped = 80
