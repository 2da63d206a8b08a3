// Reasons: docs/search.md

/**
 * The search of the search box.
 *
 * A line can have several meanings: `12 born` is number 12 in Born, or number 12 with an extension. `interpretLine`
 * returns the possible interpretations, the likeliest first. `searchLine` tries them one by one and returns the first
 * exact result. Without an exact result it tries other spellings of the names, and looser interpretations of the line.
 * Then it returns the first close or partial result, and the part of the line that does not exist.
 */
import type {
  MissingPart,
  ParsedInput,
  SearchHit,
  SearchReply,
  search,
  searchCalendarAddresses,
} from '@rd4-loket/contract'
import type { NameMatch } from '../../domain/street-search/location-search.ts'
import { keysOfOneMeaning } from '../../domain/street-search/respellings.ts'
import { beginsWord } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/api.ts'
import { isWholeName, type LimitedSearch, noResult, searchInterpretation } from './interpretation-hits.ts'
import { type Interpretation, interpretLine } from './interpretations.ts'
import { interpretLoosely } from './loose-interpretations.ts'
import { findMissingPart, typedNumber } from './missing-part.ts'
import { type FindAreas, makeFindAreas, type SearchContext } from './search-areas.ts'

const withoutErrors: NameMatch[] = ['typed', 'respelled']
const withErrors: NameMatch[] = ['one error', 'two errors']

type Searcher = Pick<Caller, 'sees' | 'municipality'>

/** Returns the context of a search. Limits the search to the municipality of a caller who sees only that one. */
const contextOf = (db: Db, searcher: Searcher, limit: number): LimitedSearch => ({
  ...{ db, limit, ...makeFindAreas(db, searcher) },
  scope:
    searcher.sees === null ? undefined : { name: searcher.municipality?.name ?? '', municipality_id: searcher.sees },
})

/** Returns the results of a search line, and without an exact result the part of the line that does not exist. */
export const searchLine = (db: Db, searcher: Searcher, { text, limit }: ParsedInput<typeof search>['body']) =>
  searchInterpretations(contextOf(db, searcher, limit), interpretLine(text), text)

/** Returns the results of a search line for a calendar: the addresses and streets that the employee may see. */
export async function searchCalendarLine({ db, body, employee }: Call<typeof searchCalendarAddresses>) {
  const { data, meta } = await searchInterpretations(
    contextOf(db, employee, body.limit),
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
  if (other && (other.meta.match !== 'partial' || !inexact)) return other
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
  const whole = interpretations.filter(({ street, partial }) => street !== undefined && !partial)
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
function closeWithoutWholeName({ data, meta }: SearchReply, typed: string): SearchReply {
  const streets = data.flatMap((hit) => (hit.kind === 'address' || hit.kind === 'street' ? [hit.street] : []))
  const isWhole = streets.every((street) => keysOfOneMeaning(typed).some((key) => isWholeName(key, street)))
  return { data, meta: { ...meta, match: meta.match === 'exact' && !isWhole ? 'close' : meta.match } }
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
