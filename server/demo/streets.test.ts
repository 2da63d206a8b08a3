import { describe, expect, test } from 'vitest'
import { fixedPostalCodes } from './fixed.ts'
import { municipalitiesFor } from './municipalities.ts'
import { region } from './region.ts'
import { type Street, streets } from './streets.ts'

const share = <T>(all: T[], which: (one: T) => unknown) => all.filter((one) => which(one)).length / all.length
const quantile = (numbers: number[], part: number) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * part)] ?? 0
const addressesOf = (some: Street[]) => some.flatMap(({ addresses }) => addresses)

describe('the region of 130,000 addresses', () => {
  const all = [...streets(130_000)]
  const addresses = addressesOf(all)

  test('has as many addresses in each municipality as its inhabitants make believable', () => {
    expect(addresses).toHaveLength(130_000)
    const inhabitants = region.reduce((sum, municipality) => sum + municipality.inhabitants, 0)
    for (const municipality of region) {
      const here = addressesOf(all.filter(({ municipality_id }) => municipality_id === municipality.id)).length
      expect(here / 130_000).toBeCloseTo(municipality.inhabitants / inhabitants, 3)
    }
  })

  test('has streets as long as real ones', () => {
    const sizes = all.map((street) => street.addresses.length)
    expect(quantile(sizes, 0.25)).toBeGreaterThanOrEqual(7)
    expect(quantile(sizes, 0.5)).toBeGreaterThanOrEqual(16)
    expect(quantile(sizes, 0.5)).toBeLessThanOrEqual(23)
    expect(quantile(sizes, 0.99)).toBeGreaterThan(140)
  })

  test('has odd and even numbers, letters and additions in real proportions', () => {
    const extension = (pattern: RegExp) =>
      share(addresses, ({ house_number_extension }) => pattern.test(house_number_extension ?? ''))
    expect(share(addresses, ({ house_number }) => house_number % 2)).toBeCloseTo(0.5, 1)
    expect(Math.abs(extension(/^[A-Za-z](-|$)/) - 0.106)).toBeLessThan(0.015)
    expect(Math.abs(extension(/^[A-Za-z]-/) - 0.017)).toBeLessThan(0.005)
    expect(Math.abs(extension(/-|^[0-9]|^[A-Za-z][A-Za-z0-9]/) - 0.073)).toBeLessThan(0.015)
    expect(share(addresses, ({ twin }) => twin > 1)).toBeGreaterThan(0.001)
  })

  test('tells its addresses apart', () => {
    const texts = new Set<string>()
    for (const { municipality_id, city, name, addresses } of all)
      for (const { house_number, house_number_extension, twin } of addresses)
        texts.add([municipality_id, city, name, house_number, house_number_extension, twin].join('|'))
    expect(texts.size).toBe(130_000)
  })

  test('has postcodes of the place, of some twenty doors on a side of a street, and none that is never issued', () => {
    const doors = new Map<string, number>()
    for (const { municipality_id, city, addresses } of all) {
      const places = region.find(({ id }) => id === municipality_id)?.places ?? []
      const digits = places
        .filter((place) => place.city === city)
        .flatMap(({ areas }) => areas.map((area) => area.digits))
      expect(addresses.filter(({ postal_code }) => !digits.includes(Number(postal_code.slice(0, 4))))).toEqual([])
      for (const { postal_code } of addresses) doors.set(postal_code, (doors.get(postal_code) ?? 0) + 1)
    }
    for (const postal_code of doors.keys()) expect(postal_code).toMatch(/^[0-9]{4}(?!S[ADS])[A-Z]{2}$/)
    expect(quantile([...doors.values()], 0.5)).toBeGreaterThanOrEqual(11)
    expect(quantile([...doors.values()], 0.9)).toBeLessThanOrEqual(40)
  })

  test('keeps the postcodes of the fixed streets for them', () => {
    for (const { fixed, addresses } of all)
      expect(addresses.filter(({ postal_code }) => fixedPostalCodes.has(postal_code) !== fixed)).toEqual([])
  })

  test('lies where the places are, and never in one point', () => {
    expect(new Set(addresses.map(({ lon, lat }) => `${lon} ${lat}`)).size).toBeGreaterThan(129_000)
    for (const { municipality_id, city, addresses } of all) {
      const places =
        region.find(({ id }) => id === municipality_id)?.places.filter((place) => place.city === city) ?? []
      const areas = places.flatMap((place) => place.areas)
      const kilometres = ({ lon, lat }: { lon: number; lat: number }) =>
        Math.min(...areas.map((area) => Math.hypot((area.lat - lat) * 111, (area.lon - lon) * 70)))
      expect(Math.max(...addresses.map(kilometres))).toBeLessThan(6)
    }
  })

  test('has street names with accents, apostrophes and abbreviations, some of them in several places', () => {
    expect(Math.abs(share(all, ({ name }) => /[^ -~]/.test(name)) - 0.024)).toBeLessThan(0.008)
    expect(share(all, ({ name }) => name.includes("'"))).toBeGreaterThan(0.005)
    expect(share(all, ({ name }) => name.includes('.'))).toBeGreaterThan(0.02)
    expect(new Set(all.filter(({ name }) => name === 'Kerkstraat').map(({ city }) => city)).size).toBeGreaterThan(5)
    expect(share(all, ({ name }) => name === name.normalize('NFC'))).toBe(1)
  })

  test('has one Akerstraat, so that its number 118 is where the manual says', () => {
    expect(
      all.filter(({ name }) => /akerstr|wieën|glück|kármán|zonnewijzer/i.test(name)).map(({ city }) => city),
    ).toEqual(Array.from({ length: 6 }, () => 'Heerlen'))
  })
})

test('makes exactly as many addresses as asked for, in all ten municipalities, however few', () => {
  for (const count of [1000, 1001, 4999, 20_000]) expect(addressesOf([...streets(count)])).toHaveLength(count)
  expect(new Set([...streets(1000)].map(({ municipality_id }) => municipality_id)).size).toBe(10)
})

test('leaves the region as it is when there are more addresses, and invents municipalities for the rest', () => {
  const regionIds = region.map(({ id }) => id)
  let [inRegion, elsewhere] = [0, 0]
  for (const { municipality_id, addresses } of streets(300_000)) {
    if (regionIds.includes(municipality_id)) inRegion += addresses.length
    else elsewhere += addresses.length
  }
  expect([inRegion, elsewhere]).toEqual([130_000, 170_000])
})

test('has names and postcodes enough for ten million addresses', () => {
  const municipalities = municipalitiesFor(10_000_000)
  const cities = municipalities.flatMap(({ places }) => places.map(({ city }) => city))
  const digits = municipalities.flatMap(({ places }) => places.flatMap(({ areas }) => areas.map((area) => area.digits)))
  expect(new Set(municipalities.map(({ name }) => name)).size).toBe(municipalities.length)
  expect(new Set(cities).size).toBe(cities.length)
  expect(cities).not.toContain('')
  expect(new Set(digits).size).toBe(digits.length)
})
