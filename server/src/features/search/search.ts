/**
 * The search of the search box.
 *
 * A line can have several meanings: `12 born` is number 12 in Born, or number 12 with an extension. `interpretLine`
 * returns the possible interpretations, the likeliest first. `searchLine` tries them one by one and returns the first
 * exact result. Without an exact result it tries other spellings of the names, and looser interpretations of the line.
 * Then it returns the first close or partial result, and the part of the line that does not exist.
 */
import {
  addressLine,
  extensionKey,
  type MissingPart,
  type ParsedInput,
  type SearchHit,
  type SearchReply,
  type search,
  type searchCalendarAddresses,
} from '@rd4-loket/contract'
import { onlyVisibleMunicipality } from '../../domain/collection-days/calendar-access.ts'
import { findAddresses, type NameMatch } from '../../domain/street-search/location-search.ts'
import { beginsWord, streetKey, streetSpellings } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/answer.ts'
import { type Interpretation, interpretLine } from './interpretations.ts'
import { interpretLoosely } from './loose-interpretations.ts'
import { findMissingPart, typedNumber } from './missing-part.ts'
import { findByCode, findSystemsByName } from './search.queries.ts'
import { type FindAreas, makeFindAreas, type SearchArea, type SearchContext } from './search-areas.ts'

type LimitedSearch = SearchContext & { limit: number }

const withoutErrors: NameMatch[] = ['typed', 'respelled']
const withErrors: NameMatch[] = ['one error', 'two errors']

const noResult: SearchReply = { data: [], meta: { criteria: null, more: false, match: 'exact', missing: null } }

/** Returns the results of a search line, and without an exact result the part of the line that does not exist. */
export const searchLine = (db: Db, { text, limit }: ParsedInput<typeof search>['body']) =>
  searchInterpretations({ db, limit, ...makeFindAreas(db), scope: undefined }, interpretLine(text), text)

/** Returns the results of a search line for a calendar: the addresses and streets that the employee may see. */
export async function searchCalendarLine({ db, body, employee }: Call<typeof searchCalendarAddresses>) {
  const municipality = onlyVisibleMunicipality(employee)
  const { data, meta } = await searchInterpretations(
    {
      ...{ db, limit: body.limit, ...makeFindAreas(db, municipality?.id) },
      scope: municipality ? { name: municipality.name, municipality_id: municipality.id } : undefined,
    },
    interpretLine(body.text).filter(({ code }) => code === undefined),
    body.text,
  )
  return { data: data.filter(isCalendarAddressHit), meta }
}

const isCalendarAddressHit = (hit: SearchHit) => hit.kind === 'address' || hit.kind === 'street'

async function searchInterpretations(
  search: LimitedSearch,
  interpretations: Interpretation[],
  typed: string,
): Promise<SearchReply> {
  let inexact: { result: SearchReply; interpretation: Interpretation } | undefined
  for (const interpretation of interpretations) {
    // A partial result is not better than the close or partial result that was already found.
    if (interpretation.partial && inexact) break
    const areas = await findTypedAreas(search, interpretation)
    const result = await searchInterpretation(search, interpretation, areas, ['typed', ...withErrors])
    if (result.data.length > 0 && result.meta.match === 'exact') return result
    if (result.data.length > 0) inexact ??= { result, interpretation }
  }
  const loose = interpretLoosely(typed)
  const other = await findOtherSpelling(search, interpretations, loose, inexact === undefined)
  if (other) return other
  const known = { ...search, findAreas: withSimilarAreas(search) }
  if (!inexact) return withMissing(noResult, await findMissingPart(known, interpretations))
  const { result, interpretation } = inexact
  if (result.meta.match === 'close') return withMissing(result, await findElsewhere(search, interpretation))
  const missing = await findMissingPart(known, interpretations)
  // Omits the general message 'nothing found' when there are results.
  return withMissing(result, missing.part === 'everything' ? null : missing)
}

/** Returns the areas to search. An interpretation without a town has one area, which is undefined for the country. */
const findTypedAreas = async ({ findAreas, scope }: LimitedSearch, { town }: Interpretation) =>
  town === undefined ? [scope] : findAreas(town)

/**
 * Returns the result of the first interpretation that matches with another spelling of its street or town, and then
 * the result of the first loose interpretation. With `allowErrors`, the street may then have typing errors too. Returns
 * undefined when there is no result.
 */
async function findOtherSpelling(
  search: LimitedSearch,
  interpretations: Interpretation[],
  loose: Interpretation[],
  allowErrors: boolean,
): Promise<SearchReply | undefined> {
  const isTried = ({ street, partial }: Interpretation) => street !== undefined && !partial
  for (const { matches, inKnownAreas } of [
    { matches: withoutErrors, inKnownAreas: withoutErrors.slice(1) },
    ...(allowErrors ? [{ matches: withErrors, inKnownAreas: [] }] : []),
  ])
    for (const interpretation of [...interpretations.filter(isTried), ...loose]) {
      const { town } = interpretation
      const areas = await findTypedAreas(search, interpretation)
      const ways = loose.includes(interpretation) ? matches : inKnownAreas
      const known = await searchInterpretation(search, interpretation, areas, ways)
      if (known.data.length > 0) return known
      if (town === undefined || areas.some((area) => !area?.isBeginning)) continue
      const similar = await searchInterpretation(search, interpretation, await search.findSimilarAreas(town), matches)
      if (similar.data.length > 0) return similar
    }
  return undefined
}

/** Returns a function that finds similar areas when no area has the typed name. */
const withSimilarAreas =
  ({ findAreas, findSimilarAreas }: SearchContext): FindAreas =>
  async (typed) => {
    const areas = await findAreas(typed)
    return areas.length > 0 ? areas : findSimilarAreas(typed)
  }

const withMissing = ({ data, meta }: SearchReply, missing: MissingPart | null): SearchReply => ({
  data,
  meta: { ...meta, missing },
})

async function searchInterpretation(
  search: LimitedSearch,
  interpretation: Interpretation,
  areas: (SearchArea | undefined)[],
  matches: NameMatch[],
): Promise<SearchReply> {
  const { code, postal_code, street, house_number } = interpretation
  if (code !== undefined) return { ...noResult, data: await findHitsByCode(search.db, code) }
  if (street === undefined && postal_code === undefined) return noResult
  for (const area of matches.length > 0 ? areas : []) {
    const result =
      postal_code === undefined && house_number === undefined
        ? await findStreetsAndSystems(search, interpretation, street ?? '', area, matches)
        : await findNumber(search, interpretation, area, matches)
    if (result.data.length === 0) continue
    return area?.isMisspelled ? { ...result, meta: { ...result.meta, match: 'close' } } : result
  }
  return noResult
}

async function findHitsByCode(db: Db, code: string): Promise<SearchHit[]> {
  const { addresses, systems, containers } = await findByCode(db, code)
  return [
    ...addresses.map((address): SearchHit => ({ kind: 'address', ...address })),
    ...systems.map((system): SearchHit => ({ kind: 'collection_system', ...system })),
    ...containers.map(
      (row): SearchHit => ({
        kind: 'container',
        number: row.number,
        chip_number: row.chip_number,
        waste_type: row.waste_type,
        page: row.system_alias === null ? 'address' : 'collection_system',
        alias: row.system_alias ?? row.alias,
        stands_at: row.system_name ?? addressLine(row),
      }),
    ),
  ]
}

/** Finds streets by name. Without an area, it also finds collection systems whose name begins with the text. */
async function findStreetsAndSystems(
  { db, limit }: LimitedSearch,
  interpretation: Interpretation,
  typed: string,
  area: SearchArea | undefined,
  matches: NameMatch[],
): Promise<SearchReply> {
  const suggest = async (ways: NameMatch[]) =>
    (await suggestStreets(db, { street: typed, ...area, limit: limit + 1, matches: ways })).filter(({ street }) =>
      hasDigits(typed, street),
    )
  const named = await suggest(matches)
  const hidden = isInsideWord(typed, named[0]) ? await suggest(['one error']) : []
  const streets = withoutDuplicates([...hidden, ...named], ({ street, city }) => `${street}, ${city}`)
  const systems = area || !matches.includes('typed') ? [] : await findSystemsByName(db, typed, limit)
  const hits = [
    ...streets.map((street): SearchHit => ({ kind: 'street', ...street })),
    ...systems.map((system): SearchHit => ({ kind: 'collection_system', ...system })),
  ]
  const [first] = streets
  return {
    data: hits.slice(0, limit),
    meta: {
      criteria: first ? criteriaOf(interpretation, area) : null,
      more: hits.length > limit,
      match: first && !contains(typed, first.street) ? 'close' : 'exact',
      missing: null,
    },
  }
}

/** Finds addresses by postal code, or by street and number. */
async function findNumber(
  { db, limit }: LimitedSearch,
  interpretation: Interpretation,
  area: SearchArea | undefined,
  matches: NameMatch[],
): Promise<SearchReply> {
  const { postal_code, postal_digits, street, house_number, house_number_extension = '', partial } = interpretation
  const find = async (ways: NameMatch[]) => {
    const { data, meta } = await findAddresses(db, {
      postal_code,
      postal_digits,
      street,
      house_number,
      house_number_extension: extensionKey(house_number_extension) || undefined,
      municipality_id: area?.municipality_id,
      towns: area?.towns,
      limit,
      matches: ways,
    })
    return { meta, data: data.filter((address) => street === undefined || hasDigits(street, address.street)) }
  }
  const { data, meta } = await find(matches)
  const hidden = isInsideWord(street, data[0]) ? (await find(['one error'])).data : []
  const addresses = withoutDuplicates([...hidden, ...data], ({ alias }) => alias)
  const match = partial ? 'partial' : meta.close || hidden.length > 0 ? 'close' : 'exact'
  return {
    data: addresses.slice(0, limit).map((address) => ({ kind: 'address', ...address })),
    meta: {
      criteria: criteriaOf(interpretation, area),
      more: meta.next !== null || addresses.length > limit,
      match,
      missing: null,
    },
  }
}

/**
 * Returns whether the first result has the typed text only inside a word, as `Bellinistraat` has `linistraat`. The user
 * then rather means a street whose whole name has a typing error: `Liniestraat`.
 */
const isInsideWord = (typed: string | undefined, first: { street: string } | undefined) =>
  typed !== undefined && first !== undefined && contains(typed, first.street) && !beginsWord(typed, first.street)

/** Returns the items without those that have the key of an earlier item. */
function withoutDuplicates<Item>(items: Item[], keyOf: (item: Item) => string) {
  const keys = items.map(keyOf)
  return items.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

const digitsOf = (key: string) => key.replace(/\D/g, '')

/** Returns whether a street has all typed digits. Typing errors are allowed only in letters, not in digits. */
const hasDigits = (typed: string, street: string) =>
  streetSpellings(street).some((spelling) => digitsOf(spelling).includes(digitsOf(streetKey(typed))))

const contains = (typed: string, street: string) =>
  streetSpellings(street).some((spelling) => spelling.includes(streetKey(typed)))

/**
 * Returns the criteria of an address search for the same addresses. A town becomes its municipality, unless several
 * municipalities have a town of that name.
 */
function criteriaOf(interpretation: Interpretation, area: SearchArea | undefined) {
  const { street, house_number, house_number_extension, postal_code } = interpretation
  const municipalities = new Set(area?.towns?.map((town) => town.municipality_id))
  const municipality_id = area?.municipality_id ?? (municipalities.size === 1 ? [...municipalities][0] : undefined)
  return {
    ...(municipality_id !== undefined && { municipality_id }),
    ...(street !== undefined && { street }),
    ...(house_number !== undefined && { house_number: String(house_number) }),
    ...(house_number_extension !== undefined && { house_number_extension }),
    ...(postal_code !== undefined && { postal_code }),
  }
}

/**
 * Returns the other towns that have the typed street, or null. The user probably means that street, rather than the
 * street with a similar name in the typed town.
 */
async function findElsewhere(
  { db, findAreas, scope }: LimitedSearch,
  interpretation: Interpretation,
): Promise<MissingPart | null> {
  const { street, town } = interpretation
  if (street === undefined || town === undefined) return null
  const suggested = await suggestStreets(db, { ...scope, street, limit: 3 })
  const elsewhere = [...new Set(suggested.filter((it) => contains(street, it.street)).map(({ city }) => city))]
  const [area] = await findAreas(town)
  if (elsewhere.length === 0) return null
  return { part: 'street', street, place: area?.name ?? town, elsewhere, ...typedNumber(interpretation) }
}
