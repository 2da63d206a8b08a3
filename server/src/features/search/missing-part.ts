import { extensionKey, type MissingPart, postalCodeText } from '@rd4-loket/contract'
import { suggestStreets } from '../../domain/street-search/street-suggestions.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Reading } from './interpretations.ts'
import { isYear } from './line-parts.ts'
import { findExtensions, findNearestNumbers, hasAddresses, type NumberScope } from './search.queries.ts'
import type { Area, FindAreas } from './search-areas.ts'

type Search = { db: Db; areasOf: FindAreas }

const othersShown = 6
const placesShown = 3
const mostStreets = 25

const citiesOf = (streets: { city: string }[]) => [...new Set(streets.map(({ city }) => city))].slice(0, placesShown)

/** What is missing at a house number of a postal code or a street that exists; undefined when the number is there as typed. */
async function numberMissing(
  db: Db,
  stretch: NumberScope,
  within: string,
  reading: Reading,
): Promise<MissingPart | undefined> {
  const { house_number, house_number_extension = '' } = reading
  if (house_number === undefined) return undefined
  const there = await findExtensions(db, stretch, house_number)
  if (there.length === 0)
    return { part: 'house_number', within, house_number, nearest: await findNearestNumbers(db, stretch, house_number) }
  if (there.some((it) => extensionKey(it ?? '') === extensionKey(house_number_extension))) return undefined
  const others = there.slice(0, othersShown)
  return { part: 'house_number_extension', within, house_number, house_number_extension, others }
}

async function inPostalCode({ db }: Search, reading: Reading, postal_code: string): Promise<MissingPart> {
  if (!(await hasAddresses(db, { postal_code }))) return { part: 'postal_code', postal_code }
  const within = postalCodeText(postal_code)
  const missing = await numberMissing(db, { postal_code }, within, reading)
  const { street } = reading
  if (missing || street === undefined) return missing ?? { part: 'everything' }
  return {
    part: 'street',
    street,
    place: within,
    elsewhere: citiesOf(await suggestStreets(db, { street, limit: mostStreets })),
  }
}

async function firstStreet(db: Db, street: string, areas: (Area | undefined)[]) {
  for (const area of areas) {
    const [first] = await suggestStreets(db, { street, ...area, limit: 1 })
    if (first) return first
  }
  return undefined
}

async function inStreet({ db, areasOf }: Search, reading: Reading, street: string): Promise<MissingPart> {
  const { place } = reading
  const areas = place === undefined ? [undefined] : await areasOf(place)
  const here = await firstStreet(db, street, areas)
  if (!here) {
    const streets = await suggestStreets(db, { street, limit: mostStreets })
    const elsewhere = citiesOf(streets)
    return place !== undefined && areas.length === 0
      ? { part: 'place', place, street: streets[0]?.street ?? street, elsewhere }
      : { part: 'street', street, place: areas[0]?.name ?? null, elsewhere }
  }
  const stretch = { street: here.street, city: here.city, municipality_id: here.municipality.id }
  return (await numberMissing(db, stretch, `${here.street} in ${here.city}`, reading)) ?? { part: 'everything' }
}

/** Which part of a line failed, where no reading found all of it. The likeliest reading of each kind is judged. */
export async function findMissingPart(search: Search, readings: Reading[]): Promise<MissingPart> {
  const [first] = readings
  if (!first) return { part: 'everything' }
  const inCode =
    readings.find(({ postal_code, house_number }) => postal_code && house_number) ??
    readings.find(({ postal_code }) => postal_code)
  if (inCode?.postal_code) return inPostalCode(search, inCode, inCode.postal_code)

  // `2e Exloërmond` is a place before its 2 is a number.
  const alone = readings.find(({ street, place }) => place && !street)
  const [known] = alone?.place ? await search.areasOf(alone.place) : []
  if (known) return { part: 'place_alone', place: known.name }

  const named = readings.find(({ street }) => street)
  const numbered = readings.find(
    // `Plein 1944` is a street before it is a number.
    (reading) => reading.street && reading.house_number && (reading === named || !isYear(`${reading.house_number}`)),
  )
  if (first.code && !numbered) return { part: 'code', code: first.code }
  if (numbered?.street) return inStreet(search, numbered, numbered.street)

  for (const { street, place } of readings)
    if (street && place && (await search.areasOf(place)).length > 0) return inStreet(search, { street, place }, street)
  if (first.street) return inStreet(search, { street: first.street }, first.street)
  return first.house_number ? { part: 'house_number_alone', house_number: first.house_number } : { part: 'everything' }
}
