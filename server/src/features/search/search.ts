// Reasons: docs/search.md

/**
 * The search of the search box.
 *
 * A line can have several meanings: `12 born` is number 12 in Born, or number 12 with an extension. `interpretLine`
 * returns the possible interpretations, the likeliest first. `searchLine` tries them one by one and returns the first
 * exact result. A result is exact only if its interpretation uses every letter and digit of the line. Without an exact
 * result it tries other spellings of the names, and looser interpretations of the line. Then it returns the first close
 * or partial result, the words that were not used, and the part of the line that does not exist.
 */
import type {
  MissingPart,
  ParsedInput,
  SearchHit,
  SearchReply,
  search,
  searchCalendarAddresses,
} from '@rd4-loket/contract'
import { withNotes } from '../../domain/places/address-notes.ts'
import { formerMunicipality, formerMunicipalityText } from '../../domain/places/former-municipalities.ts'
import type { NameMatch } from '../../domain/street-search/location-search.ts'
import { keysOfOneMeaning } from '../../domain/street-search/respellings.ts'
import { beginsWord } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/api.ts'
import { findFormer } from './former-numbers.ts'
import { isWholeName, type LimitedSearch, noResult, searchInterpretation } from './interpretation-hits.ts'
import { type Interpretation, interpretLine } from './interpretations.ts'
import { isAssessmentNumber, normalizeLine } from './line-parts.ts'
import {
  interpretLoosely,
  interpretPartly,
  interpretStreetPartly,
  interpretWithoutKnownWords,
} from './loose-interpretations.ts'
import { findMissingNumber, findMissingPart, typedNumber } from './missing-part.ts'
import { type FindAreas, makeFindAreas, type SearchContext } from './search-areas.ts'
import { isFiller, isReported, wordsNotIn } from './unused-words.ts'

const withoutErrors: NameMatch[] = ['typed', 'respelled']
const withErrors: NameMatch[] = ['one error', 'two errors']

type Searcher = Pick<Caller, 'sees' | 'municipality'>
type SearchBody = ParsedInput<typeof search>['body']

/** Returns the context of a search. Limits the search to the municipality of a caller who sees only that one. */
const contextOf = (db: Db, searcher: Searcher, { text, limit }: SearchBody): LimitedSearch => ({
  ...{ db, limit, line: normalizeLine(text), ...makeFindAreas(db, searcher) },
  scope:
    searcher.sees === null ? undefined : { name: searcher.municipality?.name ?? '', municipality_id: searcher.sees },
})

/** Returns the results of a search line, and without an exact result the part of the line that does not exist. */
export async function searchLine(db: Db, searcher: Searcher, { text, limit }: SearchBody): Promise<SearchReply> {
  const context = contextOf(db, searcher, { text, limit })
  const interpretations = interpretLine(context.line)
  const { data, meta } = await searchInterpretations(context, interpretations)
  return { data: await withAddressNotes(db, data), meta: await withFormerMunicipality(context, interpretations, meta) }
}

/** Adds the sentence about a former municipality in a line, unless the line is found or a town has that name. */
async function withFormerMunicipality(
  { findAreas }: SearchContext,
  interpretations: Iterable<Interpretation>,
  meta: SearchReply['meta'],
): Promise<SearchReply['meta']> {
  if (meta.match === 'exact' && meta.missing === null) return meta
  const names = [...interpretations].flatMap(({ town, street }) => [town, street])
  const former = names.map((name) => name && formerMunicipality(name)).find((found) => typeof found === 'object')
  if (!former) return meta
  if (meta.missing?.part !== 'place_alone' && (await findAreas(former.name)).length > 0) return meta
  return { ...meta, former_municipality: `${formerMunicipalityText(former)}.` }
}

/** Adds the notes of the addresses in a list of hits. */
async function withAddressNotes(db: Db, hits: SearchHit[]): Promise<SearchHit[]> {
  const noted = await withNotes(
    db,
    hits.filter((hit) => hit.kind === 'address'),
  )
  return hits.map((hit) => (hit.kind === 'address' ? noted.find(({ alias }) => alias === hit.alias) : undefined) ?? hit)
}

/** Returns the results of a search line for a calendar: the addresses and streets that the employee may see. */
export async function searchCalendarLine({ db, body, employee }: Call<typeof searchCalendarAddresses>) {
  const context = contextOf(db, employee, body)
  const interpretations = [...interpretLine(context.line)].filter(({ code }) => code === undefined)
  const { data, meta: found } = await searchInterpretations(context, interpretations)
  const { criteria: _, ...meta } = found
  const hits = data.filter((hit) => isCalendarAddressHit(hit) && !('retired_on' in hit))
  return { data: (await withAddressNotes(db, hits)).filter(isCalendarAddressHit), meta }
}

const isCalendarAddressHit = (hit: SearchHit) => hit.kind === 'address' || hit.kind === 'street'

async function searchInterpretations(search: LimitedSearch, first: Iterable<Interpretation>): Promise<SearchReply> {
  let inexact: { result: SearchReply; interpretation: Interpretation } | undefined
  let withoutKnown: Interpretation[] = []
  function* inOrder() {
    yield* first
    withoutKnown = interpretWithoutKnownWords(search.line)
    yield* withoutKnown
  }
  for (const interpretation of inOrder()) {
    // A partial result is not better than the close or partial result that was already found.
    if (interpretation.unused && inexact) continue
    const areas = await findTypedAreas(search, interpretation)
    const result = await searchInterpretation(search, interpretation, areas, ['typed', ...withErrors])
    if (result.data.length > 0 && result.meta.match === 'exact') return result
    if (result.data.length > 0) inexact ??= { result, interpretation }
  }
  const whole = [...first]
  if (isAssessmentNumber(search.line) && whole.some(({ code }) => code))
    return withMissing(noResult, { part: 'assessment' })
  for (const interpretation of whole) {
    const former = await findFormer(search, interpretation, await findTypedAreas(search, interpretation))
    if (former) return former
  }
  const other = await findOtherSpelling(search, whole, interpretLoosely(search.line), inexact === undefined)
  if (other && (other.meta.match !== 'partial' || !inexact)) return other
  if (inexact?.result.meta.match === 'close')
    return withMissing(inexact.result, await findElsewhere(search, inexact.interpretation))
  const interpretations = withoutKnown.length > 0 ? withoutKnown : whole
  const missing = await findMissingPart({ ...search, findAreas: withSimilarAreas(search) }, interpretations)
  if (inexact) return withMissing(inexact.result, explains(missing, inexact.result) ? missing : null)
  return (await findPart(search, interpretations, missing)) ?? withMissing(noResult, missing)
}

/** Returns whether a missing part explains the unused words of a result: it is one of them, and it is not a place. */
function explains(missing: MissingPart, { meta }: SearchReply) {
  const [, part] = Object.entries(missing).find(([name]) => name === missing.part) ?? []
  return part !== undefined && missing.part !== 'place' && wordsNotIn(`${part}`, meta.unused).length === 0
}

/**
 * Returns a result for a line of which a part does not exist: both houses of a range (30-34), or the address between
 * other words. For an address between other words that does not exist, returns its missing number, or its street.
 * Returns undefined if there is none.
 */
async function findPart(search: LimitedSearch, interpretations: Interpretation[], missing: MissingPart) {
  if (missing.part === 'house_number') return undefined
  if (missing.part === 'house_number_extension') return findRange(search, interpretations, { ...missing, others: [] })
  const numbered = interpretPartly(search.line)
  for (const interpretation of numbered) {
    const areas = await findTypedAreas(search, interpretation)
    const result = await searchInterpretation(search, interpretation, areas, withoutErrors)
    if (result.data.length > 0 && hasWholeNames(result, interpretation.street ?? '')) return result
  }
  for (const interpretation of numbered.filter(isSentence)) {
    const missingNumber = await findNumberInStreet(search, interpretation)
    const unused = interpretation.unused?.filter(isReported) ?? []
    if (missingNumber) return withMissing({ ...noResult, meta: { ...noResult.meta, unused } }, missingNumber)
  }
  for (const interpretation of interpretStreetPartly(search.line).filter(isSentence)) {
    const areas = await findTypedAreas(search, interpretation)
    const { data, meta } = await searchInterpretation(search, interpretation, areas, withoutErrors)
    const streets = data.filter((hit) => hit.kind === 'street' && isNameOf(interpretation.street ?? '', hit.street))
    if (streets.length > 0) return { data: streets, meta }
  }
  return undefined
}

/** Returns whether an interpretation leaves out a word without a meaning: the line is a sentence, not a longer name. */
const isSentence = ({ unused = [] }: Interpretation) => unused.some(isFiller)

/** Returns the number or extension that does not exist in the street of an interpretation, if that street exists. */
async function findNumberInStreet(search: LimitedSearch, interpretation: Interpretation) {
  const { street = '' } = interpretation
  for (const area of await findTypedAreas(search, interpretation)) {
    const [first] = await suggestStreets(search.db, { street, ...area, limit: 1, matches: withoutErrors })
    if (!first || !isNameOf(street, first.street)) continue
    const scope = { street: first.street, city: first.city, municipality_id: first.municipality.id }
    return findMissingNumber(search.db, scope, interpretation)
  }
  return undefined
}

async function findRange(search: LimitedSearch, interpretations: Interpretation[], missing: MissingPart) {
  const limit = Math.ceil(search.limit / 2)
  for (const { house_number = 0, house_number_extension = '', ...others } of interpretations) {
    const last = /^\d+$/.test(house_number_extension) ? Number(house_number_extension) : 0
    if (house_number === 0 || last <= house_number) continue
    const areas = await findTypedAreas(search, others)
    const findHouse = (number: number) =>
      searchInterpretation({ ...search, limit }, { ...others, house_number: number }, areas, ['typed'])
    const [from, to] = [await findHouse(house_number), await findHouse(last)]
    if (from.data.length > 0 && to.data.length > 0) {
      const meta = { ...from.meta, ...{ criteria: null, more: false, match: 'partial' as const, first_only: false } }
      return withMissing({ data: [...from.data, ...to.data], meta }, missing)
    }
  }
  return undefined
}

/** Returns the areas to search. An interpretation without a town has one area, which is undefined for the country. */
const findTypedAreas = async ({ findAreas, scope }: LimitedSearch, { town }: Interpretation) =>
  town === undefined ? [scope] : findAreas(town)

/**
 * Returns the first exact result of the interpretations and the loose interpretations, with another spelling of the
 * street or town. Without an exact result, returns the first close result, or else the first partial result. With
 * `allowErrors`, the street may then have typing errors too. Returns undefined when there is no result.
 */
async function findOtherSpelling(
  search: LimitedSearch,
  interpretations: Interpretation[],
  loose: Interpretation[],
  allowErrors: boolean,
): Promise<SearchReply | undefined> {
  let inexact: SearchReply | undefined
  const whole = interpretations.filter(({ street, unused }) => street !== undefined && !unused)
  for (const { matches, inKnownAreas } of [
    { matches: withoutErrors, inKnownAreas: withoutErrors.slice(1) },
    ...(allowErrors ? [{ matches: withErrors, inKnownAreas: [] }] : []),
  ]) {
    for (const interpretation of [...whole, ...loose]) {
      const { town } = interpretation
      const areas = await findTypedAreas(search, interpretation)
      const ways = loose.includes(interpretation) ? matches : inKnownAreas
      let result = await searchInterpretation(search, interpretation, areas, ways)
      if (result.data.length === 0 && town !== undefined && areas.every((area) => area?.isBeginning)) {
        const similar = await search.findSimilarAreas(town)
        result = await searchInterpretation(search, interpretation, similar, matches)
        if (interpretation.street !== undefined) result = closeWithoutWholeName(result, interpretation.street)
      }
      if (result.data.length === 0) continue
      if (result.meta.match === 'exact') return result
      if (!inexact || (inexact.meta.match === 'partial' && result.meta.match === 'close')) inexact = result
    }
    if (inexact) return inexact
  }
  return undefined
}

/**
 * Marks an exact result in a similar area as close, unless the typed name is a whole name of each street. Otherwise
 * `lange bosch` would be Langestraat in a town with a name like Bosch.
 */
const closeWithoutWholeName = (result: SearchReply, typed: string): SearchReply =>
  result.meta.match === 'exact' && !hasWholeNames(result, typed)
    ? { ...result, meta: { ...result.meta, match: 'close' } }
    : result

/** Returns whether the typed name is a whole name of each street in a result. */
function hasWholeNames({ data }: SearchReply, typed: string) {
  const streets = data.flatMap((hit) => (hit.kind === 'address' || hit.kind === 'street' ? [hit.street] : []))
  return streets.every((street) => isNameOf(typed, street))
}

/** Returns whether the typed name, in any spelling of the same meaning, is a whole name of the street. */
const isNameOf = (typed: string, street: string) => keysOfOneMeaning(typed).some((key) => isWholeName(key, street))

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

/**
 * Returns the other towns that have the typed street, or null. The user probably means that street, rather than the
 * street with a similar name in the typed town. A street with the typed text only inside a word is no typed street.
 */
async function findElsewhere(
  { db, findAreas, scope }: LimitedSearch,
  interpretation: Interpretation,
): Promise<MissingPart | null> {
  const { street, town } = interpretation
  if (street === undefined || town === undefined) return null
  const suggested = await suggestStreets(db, { ...scope, street, limit: 3, matches: ['typed'] })
  const elsewhere = [...new Set(suggested.filter((it) => beginsWord(street, it.street)).map(({ city }) => city))]
  const [area] = await findAreas(town)
  if (elsewhere.length === 0) return null
  return { part: 'street', street, place: area?.name ?? town, elsewhere, ...typedNumber(interpretation) }
}
