import type { StreetSuggestion } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../places/in-municipality.queries.ts'
import { findStreets, type StreetFilter } from './location-search.queries.ts'
import { fallbackScans, isEndOfLongerWord, misspelledNameScans, type NameMatch, scanByName } from './location-search.ts'
import { streetKey } from './street-key.ts'
import { findTownsByKey, type Town } from './streets.queries.ts'

/**
 * Returns the first streets whose names match the typed text. If there are none, returns streets whose names match in
 * the other ways in `matches`. Default: in every way. A whole name with a typing error comes before a name that has the
 * text only at the end of a longer word.
 */
export async function suggestStreets(
  db: Db,
  filter: StreetFilter & { limit: number; matches?: NameMatch[] | undefined },
): Promise<StreetSuggestion[]> {
  const byName = filter.matches?.includes('typed') === false ? undefined : scanByName(filter)
  const found = byName ? await findStreets(db, byName, filter.limit) : []
  if (isEndOfLongerWord(filter, found[0]))
    for await (const scan of misspelledNameScans(db, filter, filter.matches))
      found.unshift(...(await findStreets(db, scan, filter.limit)))
  if (found.length > 0) return found.slice(0, filter.limit)
  for await (const scan of fallbackScans(db, filter, filter.matches)) {
    const close = await findStreets(db, scan, filter.limit)
    if (close.length > 0) return close
  }
  return []
}

/** Returns the first ten towns that the caller may see and whose names begin with the typed text. Sorted by name. */
export async function findTowns(db: Db, viewer: Viewer, typed: string): Promise<Town[]> {
  const key = streetKey(typed)
  return key === '' ? [] : findTownsByKey(db, viewer, key, 10)
}
