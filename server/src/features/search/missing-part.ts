import { isSameExtension, type MissingPart, postalCodeText } from '@rd4-loket/contract'
import type { NameMatch } from '../../domain/street-search/location-search.ts'
import { beginsWord } from '../../domain/street-search/street-key.ts'
import { suggestStreets } from '../../domain/street-search/street-suggestions.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Interpretation } from './interpretations.ts'
import { isYear } from './line-parts.ts'
import { findExtensions, findNearestNumbers, hasAddresses, type NumberScope } from './search.queries.ts'
import type { SearchArea, SearchContext } from './search-areas.ts'

const maxExtensions = 6
const maxTowns = 3
const maxStreets = 25

const citiesOf = (streets: { city: string }[]) => [...new Set(streets.map(({ city }) => city))].slice(0, maxTowns)

/** Returns the house number and its extension as typed, for a search of the same number in another street. */
export const typedNumber = ({ house_number, house_number_extension }: Interpretation) =>
  house_number === undefined ? {} : { number: [house_number, house_number_extension].filter(Boolean).join(' ') }

/**
 * Returns the house number or extension that does not exist in `scope`, which is an existing postal code or street.
 * Returns undefined when both exist or the line has no house number.
 */
export async function findMissingNumber(
  db: Db,
  scope: NumberScope,
  interpretation: Interpretation,
): Promise<MissingPart | undefined> {
  const { house_number, house_number_extension = '' } = interpretation
  if (house_number === undefined) return undefined
  const within =
    'postal_code' in scope ? { postal_code: scope.postal_code } : { street: scope.street, city: scope.city }
  const extensions = await findExtensions(db, scope, house_number)
  if (extensions.length === 0)
    return { part: 'house_number', within, house_number, nearest: await findNearestNumbers(db, scope, house_number) }
  if (extensions.some((extension) => isSameExtension(extension, house_number_extension))) return undefined
  const others = extensions.slice(0, maxExtensions)
  return { part: 'house_number_extension', within, house_number, house_number_extension, others }
}

/** For a line with a postal code, returns the part that the database does not contain. */
async function findMissingInPostalCode(
  { db, scope }: SearchContext,
  interpretation: Interpretation,
  postal_code: string,
): Promise<MissingPart> {
  const numbers = { postal_code, municipality_id: scope?.municipality_id }
  if (!(await hasAddresses(db, numbers))) return { part: 'postal_code', postal_code }
  const missing = await findMissingNumber(db, numbers, interpretation)
  const { street } = interpretation
  if (missing || street === undefined) return missing ?? { part: 'everything' }
  return {
    part: 'street',
    street,
    place: postalCodeText(postal_code),
    elsewhere: citiesOf(await suggestStreets(db, { ...scope, street, limit: maxStreets })),
    ...typedNumber(interpretation),
  }
}

async function findFirstStreet(
  db: Db,
  street: string,
  areas: (SearchArea | undefined)[],
  matches?: NameMatch[] | undefined,
) {
  for (const area of areas) {
    const [first] = await suggestStreets(db, { street, ...area, limit: 1, matches })
    if (first) return first
  }
  return undefined
}

/**
 * For a line with a street, returns the part that the database does not contain. The typed street in another town is
 * likelier than a street with a typing error in the typed town.
 */
async function findMissingInStreet(
  { db, findAreas, scope: whole }: SearchContext,
  interpretation: Interpretation,
  street: string,
): Promise<MissingPart> {
  const { town } = interpretation
  const areas = town === undefined ? [whole] : await findAreas(town)
  const asTyped = await findFirstStreet(db, street, areas, ['typed', 'respelled'])
  const typedStreets = asTyped
    ? []
    : await suggestStreets(db, { ...whole, street, limit: maxStreets, matches: ['typed'] })
  const sameStreets = typedStreets.filter((it) => beginsWord(street, it.street))
  const existing = asTyped ?? (sameStreets.length > 0 ? undefined : await findFirstStreet(db, street, areas))
  if (!existing) {
    const streets =
      sameStreets.length > 0 ? sameStreets : await suggestStreets(db, { ...whole, street, limit: maxStreets })
    const elsewhere = citiesOf(streets)
    const number = typedNumber(interpretation)
    return town !== undefined && areas.length === 0
      ? { part: 'place', place: town, street: streets[0]?.street ?? street, elsewhere, ...number }
      : { part: 'street', street, place: areas[0]?.name ?? null, elsewhere, ...number }
  }
  const scope = { street: existing.street, city: existing.city, municipality_id: existing.municipality.id }
  return (await findMissingNumber(db, scope, interpretation)) ?? { part: 'everything' }
}

/**
 * Returns the likeliest interpretation with a house number. In `akerstraat heerlen 118` the town precedes the number.
 * So an interpretation with a known town and a known street is likelier than the first interpretation, if the street of
 * the first is unknown.
 */
async function findNumbered({ db, findAreas, scope }: SearchContext, [first, ...others]: Interpretation[]) {
  if (
    !first?.street ||
    first.town ||
    (await suggestStreets(db, { ...scope, street: first.street, limit: 1 })).length > 0
  )
    return first
  let withTown: Interpretation | undefined
  for (const interpretation of others) {
    const { street, town } = interpretation
    const areas = street && town ? await findAreas(town) : []
    if (areas.length === 0) continue
    if (await findFirstStreet(db, street ?? '', areas)) return interpretation
    withTown ??= interpretation
  }
  return withTown ?? first
}

/**
 * Returns the part of a line that the database does not contain. Call it when no interpretation has an exact result.
 * Checks the likeliest interpretation with a postal code, with only a town, or with a street.
 */
export async function findMissingPart(search: SearchContext, interpretations: Interpretation[]): Promise<MissingPart> {
  const [first] = interpretations
  if (!first) return { part: 'everything' }
  const coded =
    interpretations.find(({ postal_code, house_number }) => postal_code && house_number) ??
    interpretations.find(({ postal_code }) => postal_code)
  if (coded?.postal_code) return findMissingInPostalCode(search, coded, coded.postal_code)

  // `2e Exloërmond` is more likely a town than house number 2.
  const townAlone = interpretations.find(({ street, town }) => town && !street)
  const [area] = townAlone?.town ? await search.findAreas(townAlone.town) : []
  if (area) return { part: 'place_alone', place: area.name }

  const withStreet = interpretations.find(({ street }) => street)
  // `Plein 1944` is more likely a street than house number 1944.
  const numbered = await findNumbered(
    search,
    interpretations.filter(
      (it) => it.street && it.house_number && (it === withStreet || !isYear(`${it.house_number}`)),
    ),
  )
  if (first.code && !numbered) return { part: 'code', code: first.code }
  if (numbered?.street) return findMissingInStreet(search, numbered, numbered.street)

  for (const { street, town } of interpretations)
    if (street && town && (await search.findAreas(town)).length > 0)
      return findMissingInStreet(search, { street, town }, street)
  if (first.street) return findMissingInStreet(search, { street: first.street }, first.street)
  return first.house_number ? { part: 'house_number_alone', house_number: first.house_number } : { part: 'everything' }
}
