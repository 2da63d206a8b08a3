import { addressLine, extensionKey, type SearchHit, type SearchReply } from '@rd4-loket/contract'
import { findAddresses, type NameMatch } from '../../domain/street-search/location-search.ts'
import { beginsWord, streetKey, streetSpellings } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Interpretation } from './interpretations.ts'
import { findByCode, findSystemsByName } from './search.queries.ts'
import type { SearchArea, SearchContext } from './search-areas.ts'

export type LimitedSearch = SearchContext & { limit: number }

export const noResult: SearchReply = {
  data: [],
  meta: { criteria: null, more: false, match: 'exact', missing: null },
}

/**
 * Returns the results of an interpretation in the first area that has any. `matches`: how the name of a street may
 * match the typed text.
 */
export async function searchInterpretation(
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
    const isGuessed = area?.isMisspelled && result.meta.match === 'exact'
    return isGuessed ? { ...result, meta: { ...result.meta, match: 'close' } } : result
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
  const streets = await suggestStreets(db, { street: typed, ...area, limit: limit + 1, matches })
  const systems = area || !matches.includes('typed') ? [] : await findSystemsByName(db, typed, limit + 1)
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
  const { data, meta } = await findAddresses(db, {
    postal_code,
    postal_digits,
    street,
    house_number,
    house_number_extension: extensionKey(house_number_extension) || undefined,
    municipality_id: area?.municipality_id,
    towns: area?.towns,
    limit,
    matches,
  })
  const [first] = data
  // `Meerstraat` does not name `Vermeerstraat`.
  const isInsideWord =
    street !== undefined && first && contains(street, first.street) && !beginsWord(street, first.street)
  return {
    data: data.map((address) => ({ kind: 'address', ...address })),
    meta: {
      // The form has no field for four digits of a postal code.
      criteria: postal_digits === undefined ? criteriaOf(interpretation, area) : null,
      more: meta.next !== null,
      match: partial ? 'partial' : meta.close || isInsideWord ? 'close' : 'exact',
      missing: null,
    },
  }
}

/** Returns whether the typed text is a whole spelling of the street. */
export const isWholeName = (typed: string, street: string) => streetSpellings(street).includes(streetKey(typed))

/** Returns whether a spelling of the street contains the typed text. */
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
