import { describe, expect, test } from 'vitest'
import { fixedPostalCodes } from '../fixed.ts'
import { municipalitiesFor } from './municipalities.ts'
import { region } from './region.ts'
import { type DemoStreet, streets } from './streets.ts'

const addressesOf = (streets: DemoStreet[]) => streets.flatMap(({ addresses }) => addresses)

const all = [...streets(130_000)]

describe('the region of 130,000 addresses', () => {
  test('has no two addresses with the same text and twin number', () => {
    const texts = new Set<string>()
    for (const { municipality_id, city, name, addresses } of all)
      for (const { house_number, house_number_extension, twin } of addresses)
        texts.add([municipality_id, city, name, house_number, house_number_extension, twin].join('|'))
    expect(texts.size).toBe(130_000)
  })

  test('uses the postal codes of the fixed streets in no other street', () => {
    for (const { isFixed, addresses } of all)
      expect(addresses.filter(({ postal_code }) => fixedPostalCodes.has(postal_code) !== isFixed)).toEqual([])
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
