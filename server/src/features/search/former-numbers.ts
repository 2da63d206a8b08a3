import { addressLine, isSameExtension, parseExtension, type SearchReply } from '@rd4-loket/contract'
import { beginsWord } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.ts'
import type { LimitedSearch } from './interpretation-hits.ts'
import type { Interpretation } from './interpretations.ts'
import { findFormerNumber, type NumberScope } from './search.queries.ts'
import type { SearchArea } from './search-areas.ts'

const maxStreets = 3

/** Returns the postal code or the streets in which the number of an interpretation is looked up. */
async function scopesOf(
  { db, scope }: LimitedSearch,
  { postal_code, street }: Interpretation,
  areas: (SearchArea | undefined)[],
): Promise<NumberScope[]> {
  if (postal_code !== undefined) return [{ postal_code, municipality_id: scope?.municipality_id }]
  if (street === undefined) return []
  for (const area of areas) {
    const streets = await suggestStreets(db, { street, ...area, limit: maxStreets, matches: ['typed'] })
    const named = streets.filter((it) => beginsWord(street, it.street))
    if (named.length > 0) return named.map((it) => ({ ...it, municipality_id: it.municipality.id }))
  }
  return []
}

/**
 * Returns the addresses that the number of an interpretation is now, when the number no longer exists. Returns
 * undefined for any other number. The reply is partial, so the browser does not open another number by itself.
 */
export async function findFormer(
  search: LimitedSearch,
  interpretation: Interpretation,
  areas: (SearchArea | undefined)[],
): Promise<SearchReply | undefined> {
  const { house_number, house_number_extension = '', unused } = interpretation
  const extension_key = parseExtension(house_number_extension)
  if (house_number === undefined || extension_key === undefined || unused) return undefined
  for (const scope of await scopesOf(search, interpretation, areas)) {
    const number = { scope, house_number, extension_key }
    const found = (await findFormerNumber(search.db, number, search.scope?.municipality_id)).filter((it) =>
      isSameExtension(it.former_extension, house_number_extension || null),
    )
    const current = found.filter(({ retired_on }) => retired_on === null)
    const [first] = current
    if (!first) continue
    const within =
      'postal_code' in scope ? { postal_code: scope.postal_code } : { street: scope.street, city: scope.city }
    const isOtherStreet = 'street' in scope && first.address.street !== scope.street
    const now = current.map(({ address }) => {
      if (isOtherStreet) return addressLine(address)
      const text = [address.house_number, address.house_number_extension].filter(Boolean).join(' ')
      return first.change === 'split' ? text : `nummer ${text}`
    })
    return {
      data: found.map(({ address, retired_on }) => ({
        kind: 'address',
        ...address,
        ...(retired_on && { retired_on }),
      })),
      meta: {
        ...{ criteria: null, more: false, match: 'partial', first_only: false, unused: [] },
        missing: {
          part: 'former_number',
          within,
          number: [house_number, house_number_extension].filter(Boolean).join(' '),
          change: first.change,
          now,
        },
      },
    }
  }
  return undefined
}
