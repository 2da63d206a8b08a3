import { describe, expect, test } from 'vitest'
import { fixedPostalCodes } from '../fixed.ts'
import { municipalitiesFor } from './municipalities.ts'
import { region } from './region.ts'
import { type DemoStreet, streets } from './streets.ts'

const share = <T>(all: T[], matches: (one: T) => unknown) => all.filter(matches).length / all.length
const quantile = (numbers: number[], part: number) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * part)] ?? 0
const addressesOf = (streets: DemoStreet[]) => streets.flatMap(({ addresses }) => addresses)

const all = [...streets(130_000)]

describe('the region of 130,000 addresses', () => {
  const addresses = addressesOf(all)

  test('has addresses in each municipality in proportion to its inhabitants', () => {
    expect(addresses).toHaveLength(130_000)
    const inhabitants = region.reduce((sum, municipality) => sum + municipality.inhabitants, 0)
    for (const municipality of region) {
      const here = addressesOf(all.filter(({ municipality_id }) => municipality_id === municipality.id)).length
      expect(here / 130_000).toBeCloseTo(municipality.inhabitants / inhabitants, 3)
    }
  })

  test('has streets with the measured quantiles of the number of addresses', () => {
    const sizes = all.map((street) => street.addresses.length)
    expect(quantile(sizes, 0.25)).toBeGreaterThanOrEqual(7)
    expect(quantile(sizes, 0.5)).toBeGreaterThanOrEqual(16)
    expect(quantile(sizes, 0.5)).toBeLessThanOrEqual(23)
    expect(quantile(sizes, 0.99)).toBeGreaterThan(140)
  })

  test('has odd and even numbers, letters and additions in the measured proportions', () => {
    const extension = (pattern: RegExp) =>
      share(addresses, ({ house_number_extension }) => pattern.test(house_number_extension ?? ''))
    expect(share(addresses, ({ house_number }) => house_number % 2)).toBeCloseTo(0.5, 1)
    expect(Math.abs(extension(/^[A-Za-z](-|$)/) - 0.106)).toBeLessThan(0.015)
    expect(Math.abs(extension(/^[A-Za-z]-/) - 0.017)).toBeLessThan(0.005)
    expect(Math.abs(extension(/-|^[0-9]|^[A-Za-z][A-Za-z0-9]/) - 0.073)).toBeLessThan(0.015)
    expect(share(addresses, ({ twin }) => twin > 1)).toBeGreaterThan(0.001)
  })

  test('has no two addresses with the same text and twin number', () => {
    const texts = new Set<string>()
    for (const { municipality_id, city, name, addresses } of all)
      for (const { house_number, house_number_extension, twin } of addresses)
        texts.add([municipality_id, city, name, house_number, house_number_extension, twin].join('|'))
    expect(texts.size).toBe(130_000)
  })

  test('has valid postal codes of the town, each for about twenty addresses', () => {
    const counts = new Map<string, number>()
    for (const { municipality_id, city, addresses } of all) {
      const towns = region.find(({ id }) => id === municipality_id)?.towns ?? []
      const digits = towns.filter((town) => town.city === city).flatMap(({ areas }) => areas.map((area) => area.digits))
      expect(addresses.filter(({ postal_code }) => !digits.includes(Number(postal_code.slice(0, 4))))).toEqual([])
      for (const { postal_code } of addresses) counts.set(postal_code, (counts.get(postal_code) ?? 0) + 1)
    }
    for (const postal_code of counts.keys()) expect(postal_code).toMatch(/^[0-9]{4}(?!S[ADS])[A-Z]{2}$/)
    expect(quantile([...counts.values()], 0.5)).toBeGreaterThanOrEqual(11)
    expect(quantile([...counts.values()], 0.9)).toBeLessThanOrEqual(40)
  })

  test('uses the postal codes of the fixed streets in no other street', () => {
    for (const { isFixed, addresses } of all)
      expect(addresses.filter(({ postal_code }) => fixedPostalCodes.has(postal_code) !== isFixed)).toEqual([])
  })

  test('has addresses within 6 km of the centre of an area of their town', () => {
    expect(new Set(addresses.map(({ lon, lat }) => `${lon} ${lat}`)).size).toBeGreaterThan(129_000)
    for (const { municipality_id, city, addresses } of all) {
      const towns = region.find(({ id }) => id === municipality_id)?.towns.filter((town) => town.city === city) ?? []
      const areas = towns.flatMap((town) => town.areas)
      const squaredKilometres = ({ lon, lat }: { lon: number; lat: number }) =>
        Math.min(...areas.map((area) => ((area.lat - lat) * 111) ** 2 + ((area.lon - lon) * 70) ** 2))
      expect(Math.max(...addresses.map(squaredKilometres))).toBeLessThan(6 ** 2)
    }
  })

  test('has street names with accents, apostrophes and abbreviations, and some in several towns', () => {
    expect(Math.abs(share(all, ({ name }) => /[^ -~]/.test(name)) - 0.024)).toBeLessThan(0.008)
    expect(share(all, ({ name }) => name.includes("'"))).toBeGreaterThan(0.005)
    expect(share(all, ({ name }) => name.includes('.'))).toBeGreaterThan(0.02)
    expect(new Set(all.filter(({ name }) => name === 'Kerkstraat').map(({ city }) => city)).size).toBeGreaterThan(5)
    expect(share(all, ({ name }) => name === name.normalize('NFC'))).toBe(1)
  })

  test('has the names of the fixed streets only once, in Heerlen', () => {
    expect(
      all.filter(({ name }) => /akerstr|wieën|glück|kármán|zonnewijzer/i.test(name)).map(({ city }) => city),
    ).toEqual(Array.from({ length: 6 }, () => 'Heerlen'))
  })
})

test('yields exactly the given number of addresses, in all ten municipalities', () => {
  for (const count of [1000, 1001, 4999, 20_000]) expect(addressesOf([...streets(count)])).toHaveLength(count)
  expect(new Set([...streets(1000)].map(({ municipality_id }) => municipality_id)).size).toBe(10)
})

test('adds invented municipalities after the unchanged region when there are more than 130,000 addresses', () => {
  const larger = [...streets(150_000)]
  expect(all.filter((street, index) => JSON.stringify(street) !== JSON.stringify(larger[index]))).toEqual([])
  const invented = larger.slice(all.length)
  expect(addressesOf(invented)).toHaveLength(20_000)
  expect(invented.filter(({ municipality_id }) => region.some(({ id }) => id === municipality_id))).toEqual([])
})

test('the demo has different names and postal codes for ten million addresses', () => {
  const municipalities = municipalitiesFor(10_000_000)
  const cities = municipalities.flatMap(({ towns }) => towns.map(({ city }) => city))
  const digits = municipalities.flatMap(({ towns }) => towns.flatMap(({ areas }) => areas.map((area) => area.digits)))
  expect(new Set(municipalities.map(({ name }) => name)).size).toBe(municipalities.length)
  expect(new Set(cities).size).toBe(cities.length)
  expect(cities).not.toContain('')
  expect(new Set(digits).size).toBe(digits.length)
})
