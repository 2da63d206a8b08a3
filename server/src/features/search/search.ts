import {
  extensionKey,
  type MissingPart,
  type Received,
  type Reply,
  type SearchHit,
  type search,
} from '@rd4-loket/contract'
import { findAddresses } from '../../domain/street-search/location-search.queries.ts'
import { streetKey, streetSpellings } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { interpretLine, type Reading } from './interpretations.ts'
import { findMissingPart } from './missing-part.ts'
import { findByCode, findSystemsByName } from './search.queries.ts'
import { type Area, type FindAreas, searchAreas } from './search-areas.ts'

type Answer = Reply<typeof search>
type Search = { db: Db; areasOf: FindAreas; limit: number }

const nothing: Answer = { data: [], meta: { criteria: null, more: false, match: 'exact', missing: null } }

const digitsIn = (key: string) => key.replace(/\D/g, '')

/** A typing error is forgiven in letters only: neither the Akerstraat is close to `akerstraat 1`, nor to `2e akerstraat`. */
const keepsDigits = (typed: string, { street }: { street: string }) =>
  streetSpellings(street).some((spelling) => digitsIn(spelling).includes(digitsIn(streetKey(typed))))

const hasInside = (typed: string, street: string) =>
  streetSpellings(street).some((spelling) => spelling.includes(streetKey(typed)))

/** What an address search has to ask to find the same. It knows municipalities, and no towns. */
function criteriaOf({ street, house_number, house_number_extension, postal_code }: Reading, area: Area | undefined) {
  const [first, ...others] = area?.towns ?? []
  const alone = others.every(({ municipality_id }) => municipality_id === first?.municipality_id)
  const municipality_id = area?.municipality_id ?? (alone ? first?.municipality_id : undefined)
  return {
    ...(municipality_id !== undefined && { municipality_id }),
    ...(street !== undefined && { street }),
    ...(house_number !== undefined && { house_number: String(house_number) }),
    ...(house_number_extension !== undefined && { house_number_extension }),
    ...(postal_code !== undefined && { postal_code }),
  }
}

/** Streets by their name, and the collection systems whose name begins so. */
async function findNamed(
  { db, limit }: Search,
  reading: Reading,
  street: string,
  area: Area | undefined,
): Promise<Answer> {
  const streets = (await suggestStreets(db, { street, ...area, limit: limit + 1 })).filter((it) =>
    keepsDigits(street, it),
  )
  const systems = area ? [] : await findSystemsByName(db, street, limit)
  const found = [...streets.map((it): SearchHit => ({ kind: 'street', ...it })), ...systems]
  const [first] = streets
  return {
    data: found.slice(0, limit),
    meta: {
      criteria: first ? criteriaOf(reading, area) : null,
      more: found.length > limit,
      match: first && !hasInside(street, first.street) ? 'close' : 'exact',
      missing: null,
    },
  }
}

async function findNumbered({ db, limit }: Search, reading: Reading, area: Area | undefined): Promise<Answer> {
  const { postal_code, street, house_number, house_number_extension = '', partial } = reading
  const { data, meta } = await findAddresses(db, {
    postal_code,
    street,
    house_number,
    house_number_extension: extensionKey(house_number_extension) || undefined,
    municipality_id: area?.municipality_id,
    towns: area?.towns,
    limit,
  })
  const found = data.filter((address) => street === undefined || keepsDigits(street, address))
  const match = partial ? 'partial' : meta.close ? 'close' : 'exact'
  return {
    data: found.map((address) => ({ kind: 'address', ...address })),
    meta: { criteria: criteriaOf(reading, area), more: meta.next !== null, match, missing: null },
  }
}

async function tryReading(search: Search, reading: Reading): Promise<Answer> {
  const { code, postal_code, street, house_number, place } = reading
  if (code !== undefined) return { ...nothing, data: await findByCode(search.db, code) }
  if (street === undefined && postal_code === undefined) return nothing
  for (const area of place === undefined ? [undefined] : await search.areasOf(place)) {
    const answer =
      postal_code === undefined && house_number === undefined
        ? await findNamed(search, reading, street ?? '', area)
        : await findNumbered(search, reading, area)
    if (answer.data.length > 0) return answer
  }
  return nothing
}

/** That the street that was typed is elsewhere, which is better to know than what is close to it here. */
async function isElsewhere({ db, areasOf }: Search, { street, place }: Reading): Promise<MissingPart | null> {
  if (street === undefined || place === undefined) return null
  const found = await suggestStreets(db, { street, limit: 3 })
  const elsewhere = [...new Set(found.filter((it) => hasInside(street, it.street)).map(({ city }) => city))]
  const [area] = await areasOf(place)
  return elsewhere.length > 0 ? { part: 'street', street, place: area?.name ?? place, elsewhere } : null
}

/**
 * What a line in the search box means: the first reading that finds something as it was typed, or else the first that finds
 * something close to it or by part of it; or which part of the line failed.
 */
export async function searchLine(db: Db, { text, limit }: Received<typeof search>['body']): Promise<Answer> {
  const readings = interpretLine(text)
  const search = { db, limit, areasOf: searchAreas(db) }
  let second: { answer: Answer; reading: Reading } | undefined
  for (const reading of readings) {
    // What leaves a part out is no better than what is only close.
    if (reading.partial && second) break
    const answer = await tryReading(search, reading)
    if (answer.data.length > 0 && answer.meta.match === 'exact') return answer
    if (answer.data.length > 0) second ??= { answer, reading }
  }
  const { answer, reading } = second ?? { answer: nothing }
  const missing =
    reading && answer.meta.match === 'close'
      ? await isElsewhere(search, reading)
      : await findMissingPart(search, readings)
  // Beside what was found, nothing is to be said that does not help.
  return { ...answer, meta: { ...answer.meta, missing: reading && missing?.part === 'everything' ? null : missing } }
}
