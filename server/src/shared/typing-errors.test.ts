import { expect, test } from 'vitest'
import { errorsAllowed, typingErrors } from './typing-errors.ts'

test.each([
  ['akerstraat', 'akerstraat', 0],
  ['akerstrat', 'akerstraat', 1],
  ['akkerstraat', 'akerstraat', 1],
  ['akenstraat', 'akerstraat', 1],
  ['akesrtraat', 'akerstraat', 1],
  ['kerstraat', 'akerstraat', 1],
  ['akerstraaat', 'akerstraat', 1],
  ['akerstart', 'akerstraat', 2],
  ['akerrstrat', 'akerstraat', 2],
  ['kaerstarat', 'akerstraat', 2],
  ['kerkweg', 'akerstraat', 3],
  ['', 'ab', 2],
  ['', '', 0],
])('%s is not %s by so many typing errors: %i', (one, other, errors) => {
  expect(typingErrors(one, other, 2)).toBe(errors)
  expect(typingErrors(other, one, 2)).toBe(errors)
})

test('a short name allows fewer typing errors', () => {
  expect(['aa', 'laan', 'markt', 'kerkweg'].map(errorsAllowed)).toEqual([0, 1, 1, 2])
})
