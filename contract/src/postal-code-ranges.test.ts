import { expect, test } from 'vitest'
import { type PostalCodeRange, parseRange, rangesConflict, rangeText } from './postal-code-ranges.ts'

const range = (first: string, last: string, house_numbers: PostalCodeRange['house_numbers'] = 'all') => ({
  first,
  last,
  house_numbers,
})

test.each([
  ['6411AA-6411KZ', range('6411AA', '6411KZ')],
  ['6411 aa t/m 6411 kz oneven', range('6411AA', '6411KZ', 'odd')],
  ['6411 AA tot en met 6412 KZ, even', range('6411AA', '6412KZ', 'even')],
  ['6411 CD', range('6411CD', '6411CD')],
  ['6411CD even', range('6411CD', '6411CD', 'even')],
  ['6411', range('6411AA', '6411ZZ')],
  ['6411 – 6413', range('6411AA', '6413ZZ')],
])('%s is a range of postal codes, and its formatted text parses to the same range', (text, found) => {
  expect(parseRange(text)).toEqual(found)
  expect(parseRange(rangeText(found))).toEqual(found)
})

test.each(['', '0411AA', '641', '6411A', '6411CD en 6411CE', '6411KZ-6411AA', '6411CD links', '6411AA-6411AB-6411AC'])(
  '%j is not a range of postal codes',
  (text) => expect(parseRange(text)).toBeUndefined(),
)

test('formats a range as Dutch text', () => {
  expect(rangeText(range('6411AA', '6411KZ', 'odd'))).toBe('6411 AA tot en met 6411 KZ, oneven')
  expect(rangeText(range('6411CD', '6411CD'))).toBe('6411 CD')
})

test.each([
  ['equal ranges', range('6411AA', '6411KZ'), range('6411AA', '6411KZ'), true],
  ['partly overlapping ranges', range('6411AA', '6411KZ'), range('6411GA', '6411ZZ'), true],
  ['adjacent ranges', range('6411AA', '6411GZ'), range('6411HA', '6411ZZ'), false],
  ['a narrower range inside a wider range', range('6411AA', '6411ZZ'), range('6411CD', '6411CD'), false],
  [
    'the odd numbers of a postal code, and all its numbers',
    range('6411CD', '6411CD'),
    range('6411CD', '6411CD', 'odd'),
    false,
  ],
  ['two sides of a street', range('6411CA', '6411CZ', 'even'), range('6411CD', '6411KZ', 'odd'), false],
  [
    'the odd numbers of a wide range, and all numbers of one postal code in it',
    range('6411AA', '6411ZZ', 'odd'),
    range('6411CD', '6411CD'),
    true,
  ],
])(
  'two ranges that share an address conflict, unless one is a narrower part of the other: %s',
  (_, one, other, both) => {
    expect(rangesConflict(one, other)).toBe(both)
    expect(rangesConflict(other, one)).toBe(both)
  },
)
