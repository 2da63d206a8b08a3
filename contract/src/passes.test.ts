import { expect, test } from 'vitest'
import { rollsRequestedText } from './passes.ts'

test.each([
  [1, 'Er is 1 rol aangevraagd'],
  [2, 'Er zijn 2 rollen aangevraagd'],
  [0, 'Er zijn 0 rollen aangevraagd'],
])('S8.6 the message for %i rolls is: %s', (rolls, sentence) => {
  expect(rollsRequestedText(rolls)).toBe(sentence)
})
