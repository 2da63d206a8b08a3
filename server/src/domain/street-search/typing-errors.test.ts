import { expect, test } from 'vitest'
import { makeRandom } from '../../../demo/random.ts'
import { editDistance } from '../../platform/runtime/edit-distance.ts'
import { closeNames, errorsAllowed, nameTree } from './typing-errors.ts'

test.each([
  ['akerstraat', 'akerstraat', 0],
  ['akerstrat', 'akerstraat', 1],
  ['akkerstraat', 'akerstraat', 1],
  ['akenstraat', 'akerstraat', 1],
  ['akesrtraat', 'akerstraat', 1],
  ['kerstraat', 'akerstraat', 1],
  ['akerstraaat', 'akerstraat', 1],
  ['akerstraatx', 'akerstraat', 1],
  ['akerstart', 'akerstraat', 2],
  ['akerrstrat', 'akerstraat', 2],
  ['kaerstarat', 'akerstraat', 2],
  ['kerkweg', 'akerstraat', 3],
  ['a', 'abc', 2],
])('counts the typing errors between %s and %s as %i', (one, other, errors) => {
  for (const [typed, name] of [
    [one, other],
    [other, one],
  ] as const)
    for (const maxErrors of [0, 1, 2])
      expect(closeNames(nameTree([name]), typed, maxErrors)).toEqual(errors <= maxErrors ? [name] : [])
})

test('returns the same names as a comparison of each of 2,000 names by edit distance', () => {
  const random = makeRandom('names')
  const letters = (count: number) => Array.from({ length: count }, () => random.pick(['a', 'b', 'c'])).join('')
  const names = [...new Set(Array.from({ length: 2000 }, () => letters(1 + random.below(9))))]
  const tree = nameTree([...names, ...names])
  for (let search = 0; search < 300; search += 1) {
    const typed = letters(1 + random.below(10))
    for (const maxErrors of [1, 2])
      expect(closeNames(tree, typed, maxErrors)).toEqual(
        names.filter((name) => editDistance(typed, name, maxErrors) <= maxErrors).sort(),
      )
  }
})

test('allows no typing errors in a name of two letters, one in four or five letters, and two in seven letters', () => {
  expect(['aa', 'laan', 'markt', 'kerkweg'].map(errorsAllowed)).toEqual([0, 1, 1, 2])
})
