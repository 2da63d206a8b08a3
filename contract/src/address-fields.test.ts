import { expect, test } from 'vitest'
import { parseHouseNumber, townLine, wholeAddressLine } from './address-fields.ts'

test.each([
  ['118 b-2', { house_number: 118, rest: 'b-2' }],
  ['012', { house_number: 12, rest: '' }],
  ['0', undefined],
  ['00 a', undefined],
  ['100000', undefined],
])('parses "%s" as a house number and the rest of the text: %j', (text, parsed) => {
  expect(parseHouseNumber(text)).toEqual(parsed)
})

test('writes the town of an address with and without a postal code', () => {
  expect(townLine({ postal_code: '6411CD', city: 'Heerlen' })).toBe('6411 CD Heerlen')
  expect(townLine({ postal_code: null, city: 'Heerlen' })).toBe('Heerlen')
})

test('writes an address in one line', () => {
  const address = { street: 'Akerstraat', house_number: 118, house_number_extension: 'b-2' }
  expect(wholeAddressLine({ ...address, postal_code: '6411CD', city: 'Heerlen' })).toBe(
    'Akerstraat 118 b-2, 6411 CD Heerlen',
  )
})
