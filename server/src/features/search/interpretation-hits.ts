import { addressLine, isSameExtension, parseExtension, type SearchHit, type SearchReply } from '@rd4-loket/contract'
import { findAddresses, type NameMatch } from '../../domain/street-search/location-search.ts'
import { beginsWord, streetKey, streetSpellings } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.ts'
import type { Interpretation } from './interpretations.ts'
import { withoutKindOfCode } from './line-parts.ts'
import { findByCode, findSystemsByName } from './search.queries.ts'
import type { SearchArea, SearchContext } from './search-areas.ts'
import { isReported, wordsNotIn } from './unused-words.ts'

/** `line`: the typed line as `normalizeLine` returns it. */
export type LimitedSearch = SearchContext & { limit: number; line: string }

export const noResult: SearchReply = {
  data: [],
  meta: { criteria: null, more: false, match: 'exact', first_only: false, missing: null, unused: [] },
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
  if (code !== undefined) return { ...noResult, data: await findHitsByCode(search, code) }
  if (street === undefined && postal_code === undefined) return noResult
  for (const area of matches.length > 0 ? areas : []) {
    const result =
      postal_code === undefined && house_number === undefined
        ? await findStreetsAndSystems(search, interpretation, street ?? '', area, matches)
        : await findNumber(search, interpretation, area, matches)
    if (result.data.length === 0) continue
    const isGuessed = area?.isMisspelled && result.meta.match === 'exact'
    return withUnused(isGuessed ? { ...result, meta: { ...result.meta, match: 'close' } } : result, interpretation)
  }
  return noResult
}

/**
 * Marks a result as partial if the interpretation leaves out a word that is not in every hit. Adds these words to the
 * result, without the words that have no meaning.
 */
function withUnused({ data, meta }: SearchReply, { unused = [] }: Interpretation): SearchReply {
  const line = unused.join(' ')
  const left = data.flatMap((hit) => ('municipality' in hit ? wordsNotIn(line, textsOf(hit, line)) : unused))
  // A part of a word with digits is reported as that part: `100005` of `3-100005`, but `a.u.b` as a whole.
  const words = unused.flatMap((word) => {
    const parts = new Set(left.filter((it) => it === word || wordsNotIn(it, [word]).length === 0))
    return parts.size > 0 && !/\d/.test(word) ? [word] : [...parts]
  })
  if (words.length === 0) return { data, meta }
  return {
    data,
    meta: { ...meta, match: 'partial', first_only: false, unused: [...new Set(words)].filter(isReported) },
  }
}

/** Returns the texts of an address or street. A half of its postal code is no text of it. */
function textsOf(hit: Extract<SearchHit, { municipality: unknown }>, line: string) {
  const names = [hit.street, hit.city, hit.municipality.name]
  if (hit.kind === 'street') return names
  const hasCode = hit.postal_code !== null && line.replace(' ', '').toUpperCase().includes(hit.postal_code)
  return [...names, hit.house_number, hit.house_number_extension, hasCode && hit.postal_code]
}

/** Returns the numbers of an assessment that a line can mean, with other marks between groups and other capitals. */
function assessmentNumbers(line: string) {
  const typed = withoutKindOfCode(line)
  const numbers = ['-', '.', '/', ' ', ''].map((mark) => typed.replace(/[ ./-]+/g, mark))
  return [...new Set(numbers.flatMap((number) => [number, number.toUpperCase(), number.toLowerCase()]))]
}

async function findHitsByCode({ db, line }: LimitedSearch, code: string): Promise<SearchHit[]> {
  const { addresses, systems, containers, assessments } = await findByCode(db, code, assessmentNumbers(line))
  return [
    ...addresses.map((address): SearchHit => ({ kind: 'address', ...address })),
    ...assessments.map((assessment): SearchHit => ({ kind: 'assessment', ...assessment })),
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

/** The number of names to read, so that those with the typed text at the beginning of a word are among them. */
const candidates = 50

/** Sorts names with the typed text at the beginning of a word before names with that text inside a word. */
function wordBeginningsFirst<T extends { street: string }>(found: T[], typed: string) {
  const { begins = [], inside = [] } = Object.groupBy(found, ({ street }) =>
    beginsWord(typed, street) ? 'begins' : 'inside',
  )
  return [...begins, ...inside]
}

/** Finds streets by name. Without an area, it also finds collection systems whose name begins with the text. */
async function findStreetsAndSystems(
  { db, limit }: LimitedSearch,
  interpretation: Interpretation,
  typed: string,
  area: SearchArea | undefined,
  matches: NameMatch[],
): Promise<SearchReply> {
  const found = await suggestStreets(db, { street: typed, ...area, limit: Math.max(limit + 1, candidates), matches })
  const streets = wordBeginningsFirst(found, typed).slice(0, limit + 1)
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
      first_only: false,
      missing: null,
      unused: [],
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
  const { postal_code, postal_digits, street, house_number, house_number_extension = '' } = interpretation
  const extension_key = parseExtension(house_number_extension)
  if (extension_key === undefined) return noResult
  const { data: found, meta } = await findAddresses(db, {
    postal_code,
    postal_digits,
    street,
    house_number,
    house_number_extension: extension_key || undefined,
    municipality_id: area?.municipality_id,
    towns: area?.towns,
    limit: street === undefined ? limit : Math.max(limit, candidates),
    matches,
  })
  // Extensions with the same key can differ: `1/2` and `12`.
  const same = extension_key
    ? found.filter((address) => isSameExtension(address.house_number_extension, house_number_extension))
    : found
  const data = (street === undefined ? same : wordBeginningsFirst(same, street)).slice(0, limit)
  const [first, second] = data
  // `Meerstraat` does not name `Vermeerstraat`.
  const isInsideWord =
    street !== undefined && first && contains(street, first.street) && !beginsWord(street, first.street)
  return {
    data: data.map((address) => ({ kind: 'address', ...address })),
    meta: {
      // The form has no field for four digits of a postal code.
      criteria: postal_digits === undefined ? criteriaOf(interpretation, area) : null,
      more: meta.next !== null || same.length > limit,
      match: meta.close || isInsideWord ? 'close' : 'exact',
      // Whole names come first. `Markt 1` is found before `Marktstraat 1`.
      first_only:
        street !== undefined &&
        first !== undefined &&
        second !== undefined &&
        isWholeName(street, first.street) &&
        !isWholeName(street, second.street),
      missing: null,
      unused: [],
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
