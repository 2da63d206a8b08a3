import { expect, test } from 'vitest'
import { liftedWords, methodWords, quantityWords, scopeWords } from './words.ts'

test.each([
  [{ waste_type: 'gft', kind: 'minicontainer', volume_litres: 240 }, 'GFT, container 240 liter'],
  [{ waste_type: 'glass', kind: 'wijkcontainer', volume_litres: null }, 'Glas, wijkcontainer'],
  [{ waste_type: 'glass', kind: null, volume_litres: null }, 'Glas, grondstoffenpark'],
] as const)('names the lift %j: %s', (lift, text) => {
  expect(liftedWords(lift)).toBe(text)
})

test.each([
  [{ count: 9, twelfths: null }, '9'],
  [{ count: 1, twelfths: 12 }, '1'],
  [{ count: 1, twelfths: 7 }, '7/12'],
  [{ count: 2, twelfths: 7 }, '2 × 7/12'],
])('states the quantity of a line %j as %s', (line, text) => {
  expect(quantityWords(line)).toBe(text)
})

test.each([
  [{ scope: 'all_households', hidden_periods: 0 }, /alle huishoudens die in 2025/],
  [
    { scope: 'current_household', hidden_periods: 0 },
    /^Dit dossier gaat over het huishouden dat nu op dit adres woont\.$/,
  ],
  [{ scope: 'current_household', hidden_periods: 1 }, /Over 1 periode in 2025 woonde hier een ander huishouden/],
  [{ scope: 'current_household', hidden_periods: 2 }, /Over 2 periodes in 2025/],
] as const)('states for %j which households a dossier covers', (scope, text) => {
  expect(scopeWords({ ...scope, year: 2025 })).toMatch(text)
})

test.each([
  ['twelfths', /twaalfde deel/],
  ['days', /aantal dagen/],
  ['none', /veranderen niet als u verhuist/],
] as const)('explains how the fixed part is divided by %s', (proration, text) => {
  const words = methodWords({ method: { proration, standard_containers: 2 }, periods: [] }).join(' ')
  expect(words).toMatch(text)
  expect(words).toContain('Per soort afval horen 2 containers bij het adres.')
})
