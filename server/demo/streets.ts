import { type Door, doorsOfStreet } from './house-numbers.ts'
import { fixedAddresses, fixedPostalCodes, fixedStreets, heerlen } from './fixed.ts'
import { along, type Line, moved, type Point } from './map.ts'
import { divide, municipalitiesFor, regionAddresses } from './municipalities.ts'
import { postalCodesOf } from './postal-codes.ts'
import { makeRandom, type Random } from './random.ts'
import { type Municipality, region } from './region.ts'
import { nameStreet } from './street-names.ts'

/** A made-up street with all that is said of its addresses. */
export type Street = {
  municipality_id: number
  city: string
  name: string
  /** The same in every demo database. */
  fixed: boolean
  /** Of a place with flats and shops, where more collection is shared. */
  urban: boolean
  addresses: Address[]
}
export type Address = Door & Point & { postal_code: string }

/** An address with the ids it got: its own and its street's. */
export type Premises = { id: number; street_id: number; address: Address }

// The sizes of 45,792 real streets: half of them have fewer than 19 addresses, one in a hundred more than 200.
const middleSize = 19
const largestSize = 450
const metresPerNumber = 6

/** Every street, with so many addresses together; the fixed ones come first. */
export function* streets(addresses: number): Generator<Street> {
  const municipalities = municipalitiesFor(addresses)
  const counts = addressesOf(addresses, municipalities)
  yield* fixedStreets.map(placeFixedStreet)
  for (const [index, municipality] of municipalities.entries()) yield* streetsOf(municipality, counts[index] ?? 0)
}

function addressesOf(addresses: number, municipalities: Municipality[]) {
  const inhabitants = municipalities.map((municipality) => municipality.inhabitants)
  const [real, invented] = [inhabitants.slice(0, region.length), inhabitants.slice(region.length)]
  const inRegion = Math.min(addresses, regionAddresses)
  const parts = divide(inRegion, real)
  const atHeerlen = region.findIndex(({ id }) => id === heerlen)
  // The fixed streets are Heerlen's. In a very small database they are all it has, and the others make do with less.
  const left = Math.max(0, (parts[atHeerlen] ?? 0) - fixedAddresses)
  const others = parts.with(atHeerlen, 0)
  return [
    ...divide(inRegion - fixedAddresses - left, others).with(atHeerlen, left),
    ...divide(addresses - inRegion, invented),
  ]
}

function* streetsOf(municipality: Municipality, addresses: number): Generator<Street> {
  const { id, places, inhabitants } = municipality
  const random = makeRandom('streets', id)
  const letters = [...(random.chance(0.5) ? 'ABCDE' : 'abcde')]
  const areas = places.flatMap((place) => place.areas)
  const counts = divide(
    addresses,
    areas.map(({ weight }) => weight),
  )
  let index = 0
  for (const { city, areas } of places) {
    const taken = new Set<string>()
    for (const { digits, lat, lon } of areas) {
      const count = counts[index] ?? 0
      index += 1
      const nextPostalCode = postalCodesOf(digits, fixedPostalCodes)
      // About as dense as a Dutch neighbourhood.
      const reach = 14 * Math.sqrt(count)
      for (let left = count; left > 0; ) {
        const size = streetSize(random, left)
        left -= size
        const doors = doorsOfStreet(random, size, letters)
        const middle = moved({ lon, lat }, reach * random.bell(), reach * random.bell())
        const codes = codesOf(doors, nextPostalCode, random)
        const name = nameStreet(random, taken)
        yield {
          municipality_id: id,
          city,
          name,
          fixed: false,
          urban: inhabitants > 27_000 && count > 0.5 * (addresses / areas.length),
          addresses: placeDoors(doors, codes, lineThrough(middle, doors, random), random),
        }
      }
    }
  }
}

function streetSize(random: Random, left: number) {
  const size = Math.round(Math.min(largestSize, Math.max(1, middleSize * Math.exp(random.bell()))))
  // A rest of one or two doors belongs to this street rather than to one of its own.
  return left - size < 3 ? left : size
}

/** Each side of a street has its own postcodes, of some twenty doors each; a short street has one. */
function codesOf(doors: Door[], nextPostalCode: () => string, random: Random) {
  const sides =
    doors.length <= 20
      ? [{ code: '', room: 0 }]
      : [
          { code: '', room: 0 },
          { code: '', room: 0 },
        ]
  return doors.map(({ house_number }) => {
    const side = sides[house_number % sides.length] ?? { code: '', room: 0 }
    if (side.room === 0) Object.assign(side, { code: nextPostalCode(), room: 14 + random.below(22) })
    side.room -= 1
    return side.code
  })
}

function lineThrough(middle: Point, doors: Door[], random: Random): Line {
  const length = 30 + metresPerNumber * (doors.at(-1)?.house_number ?? 1)
  const direction = 2 * Math.PI * random.next()
  return { from: along({ from: middle, direction, length }, -length / 2, 0), direction, length }
}

function placeDoors(doors: Door[], codes: string[], line: Line, random: Random): Address[] {
  const last = doors.at(-1)?.house_number ?? 1
  return doors.map((door, index) => {
    const side = door.house_number % 2 === 0 ? 1 : -1
    const metres = (line.length * door.house_number) / (last + 1) + 3 * random.bell()
    return { ...door, postal_code: codes[index] ?? '', ...along(line, metres, side * random.between(9, 15)) }
  })
}

function placeFixedStreet({ name, line, doors }: (typeof fixedStreets)[number]): Street {
  const codes = doors.map(({ postal_code }) => postal_code)
  const addresses = placeDoors(doors, codes, line, makeRandom('fixed', name))
  return { municipality_id: heerlen, city: 'Heerlen', name, fixed: true, urban: false, addresses }
}
