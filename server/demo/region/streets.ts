import { fixedAddresses, fixedPostalCodes, fixedStreets, heerlen } from '../fixed.ts'
import { makeRandom, type Random } from '../random.ts'
import { type HouseNumber, houseNumbersOf } from './house-numbers.ts'
import { type MapPoint, offsetPoint, pointAlong, type StreetLine } from './map.ts'
import { divide, municipalitiesFor, regionAddresses } from './municipalities.ts'
import { postalCodesOf } from './postal-codes.ts'
import { type DemoMunicipality, region } from './region.ts'
import { nameStreet } from './street-names.ts'

/** A street with its addresses. */
export type DemoStreet = {
  municipality_id: number
  city: string
  name: string
  /** The street is the same in every demo database. */
  isFixed: boolean
  /** The street is in an area with flats, where collection systems are more common. */
  isUrban: boolean
  addresses: DemoAddress[]
}
export type DemoAddress = HouseNumber & MapPoint & { postal_code: string }

/** An address with its id and the id of its street. */
export type InsertedAddress = { id: number; street_id: number; address: DemoAddress }

// Measured in 45,792 real streets: half have fewer than 19 addresses, and 1 % have more than 200.
const medianSize = 19
const maxSize = 450
const metresPerNumber = 6

/** Yields streets that together have this number of addresses. The fixed streets come first. */
export function* streets(addresses: number): Generator<DemoStreet> {
  const municipalities = municipalitiesFor(addresses)
  const counts = addressesOf(addresses, municipalities)
  yield* fixedStreets.map(locateFixedStreet)
  for (const [index, municipality] of municipalities.entries()) yield* streetsOf(municipality, counts[index] ?? 0)
}

function addressesOf(addresses: number, municipalities: DemoMunicipality[]) {
  const inhabitants = municipalities.map((municipality) => municipality.inhabitants)
  const [real, invented] = [inhabitants.slice(0, region.length), inhabitants.slice(region.length)]
  const inRegion = Math.min(addresses, regionAddresses)
  const parts = divide(inRegion, real)
  const atHeerlen = region.findIndex(({ id }) => id === heerlen)
  // The addresses of the fixed streets count as addresses of Heerlen. If they exceed its number, Heerlen has no other
  // streets, and the other municipalities have fewer addresses.
  const left = Math.max(0, (parts[atHeerlen] ?? 0) - fixedAddresses)
  const others = parts.with(atHeerlen, 0)
  return [
    ...divide(inRegion - fixedAddresses - left, others).with(atHeerlen, left),
    ...divide(addresses - inRegion, invented),
  ]
}

function* streetsOf(municipality: DemoMunicipality, addresses: number): Generator<DemoStreet> {
  const { id, towns, inhabitants } = municipality
  const random = makeRandom('streets', id)
  const letters = [...(random.chance(0.5) ? 'ABCDE' : 'abcde')]
  const areas = towns.flatMap((place) => place.areas)
  const counts = divide(
    addresses,
    areas.map(({ weight }) => weight),
  )
  let index = 0
  for (const { city, areas } of towns) {
    const usedNames = new Set<string>()
    for (const { digits, lat, lon } of areas) {
      const count = counts[index] ?? 0
      index += 1
      const nextPostalCode = postalCodesOf(digits, fixedPostalCodes)
      // In metres. Gives about the density of a Dutch neighbourhood.
      const reach = 14 * Math.sqrt(count)
      for (let left = count; left > 0; ) {
        const size = streetSize(random, left)
        left -= size
        const numbers = houseNumbersOf(random, size, letters)
        const centre = offsetPoint({ lon, lat }, reach * random.normal(), reach * random.normal())
        const codes = codesOf(numbers, nextPostalCode, random)
        const name = nameStreet(random, usedNames)
        yield {
          municipality_id: id,
          city,
          name,
          isFixed: false,
          isUrban: inhabitants > 27_000 && count > 0.5 * (addresses / areas.length),
          addresses: locateAddresses(numbers, codes, lineThrough(centre, numbers, random), random),
        }
      }
    }
  }
}

function streetSize(random: Random, left: number) {
  const size = Math.round(Math.min(maxSize, Math.max(1, medianSize * Math.exp(random.normal()))))
  // One or two remaining addresses are added to this street.
  return left - size < 3 ? left : size
}

/** Returns the postal codes: about twenty addresses per code, and separate codes per side except in short streets. */
function codesOf(numbers: HouseNumber[], nextPostalCode: () => string, random: Random) {
  const sides =
    numbers.length <= 20
      ? [{ code: '', room: 0 }]
      : [
          { code: '', room: 0 },
          { code: '', room: 0 },
        ]
  return numbers.map(({ house_number }) => {
    const side = sides[house_number % sides.length] ?? { code: '', room: 0 }
    if (side.room === 0) Object.assign(side, { code: nextPostalCode(), room: 14 + random.below(22) })
    side.room -= 1
    return side.code
  })
}

function lineThrough(centre: MapPoint, numbers: HouseNumber[], random: Random): StreetLine {
  const length = 30 + metresPerNumber * (numbers.at(-1)?.house_number ?? 1)
  const direction = 2 * Math.PI * random.next()
  return { from: pointAlong({ from: centre, direction, length }, -length / 2, 0), direction, length }
}

function locateAddresses(numbers: HouseNumber[], codes: string[], line: StreetLine, random: Random): DemoAddress[] {
  const last = numbers.at(-1)?.house_number ?? 1
  return numbers.map((number, index) => {
    const side = number.house_number % 2 === 0 ? 1 : -1
    const metres = (line.length * number.house_number) / (last + 1) + 3 * random.normal()
    return { ...number, postal_code: codes[index] ?? '', ...pointAlong(line, metres, side * random.between(9, 15)) }
  })
}

function locateFixedStreet({ name, line, addresses: fixed }: (typeof fixedStreets)[number]): DemoStreet {
  const codes = fixed.map(({ postal_code }) => postal_code)
  const addresses = locateAddresses(fixed, codes, line, makeRandom('fixed', name))
  return { municipality_id: heerlen, city: 'Heerlen', name, isFixed: true, isUrban: false, addresses }
}
