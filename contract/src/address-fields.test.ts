import { expect, test } from 'vitest'
import {
  isSameExtension,
  parseExtension,
  parseHouseNumber,
  plainDigits,
  townLine,
  wholeAddressLine,
} from './address-fields.ts'

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

test.each([
  ['１１８', '118'],
  ['١١٨', '118'],
  ['۱۱۸', '118'],
  ['7½', '7-1/2'],
  ['118²', '118-2'],
  ['35Ⅲ', '35III'],
  ['Akerstraat 118 b', 'Akerstraat 118 b'],
])('writes the digits of "%s" as "%s"', (text, plain) => {
  expect(plainDigits(text)).toBe(plain)
})

test.each([
  ['b-2', 'B00002'],
  ['½', '00012'],
  ['ª', 'A'],
  ['é', 'E'],
  ['?', ''],
  ['000002', '00002'],
  ['100002', undefined],
  ['ж', undefined],
  ['b ж', undefined],
])('the key of the typed extension "%s" is %j: undefined when it would omit a letter or digit', (text, key) => {
  expect(parseExtension(text)).toBe(key)
})

test.each([
  ['b-2', 'B 2'],
  ['b2', 'b.2'],
  ['1-2', '1/2'],
  ['½', '1/2'],
  ['07', '7'],
  ['ᵇ', 'b'],
  ['-', null],
])('the extensions "%s" and "%s" are the same', (first, second) => {
  expect(isSameExtension(first, second)).toBe(true)
})

test.each([
  ['1/2', '12'],
  ['½', '12'],
  ['1 2', '12'],
  ['a1-2', 'a12'],
  ['100005', '5'],
  ['é', null],
  ['é', 'e'],
  ['ж', null],
  ['b ж', 'b'],
])('the extensions "%s" and "%s" are not the same', (first, second) => {
  expect(isSameExtension(first, second)).toBe(false)
})
