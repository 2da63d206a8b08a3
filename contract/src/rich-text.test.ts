import { expect, test } from 'vitest'
import { linkTarget } from './rich-text.ts'

test.each([
  ['www.rd4.nl', 'https://www.rd4.nl'],
  [' rd4.nl/afval ', 'https://rd4.nl/afval'],
  ['http://rd4.nl', 'http://rd4.nl'],
  ['https://rd4.nl', 'https://rd4.nl'],
  ['javascript:alert(1)', 'https://javascript:alert(1)'],
])('S5.2 a link typed as %j gets the target %s', (typed, target) => {
  expect(linkTarget(typed)).toBe(target)
})
