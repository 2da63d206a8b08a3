import { expect, test } from 'vitest'
import { rollsRequested } from './passes.ts'

test.each([
  [1, 'Er is 1 rol aangevraagd'],
  [2, 'Er zijn 2 rollen aangevraagd'],
  [0, 'Er zijn 0 rollen aangevraagd'],
])('S8.6 says of %i rolls: %s', (rolls, sentence) => {
  expect(rollsRequested(rolls)).toBe(sentence)
})
