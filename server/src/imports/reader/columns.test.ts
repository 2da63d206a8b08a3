import { expect, test } from 'vitest'
import { parseAmount, parseDay } from './columns.ts'

test.each(['2024-03-01', '01-03-2024', '1-3-2024', '1-03-2024'])('parseDay reads %s as the first of March', (text) => {
  expect(parseDay(text, 'de dag')).toBe('2024-03-01')
})

test.each(['31-4-2024', '2024-04-31', '1-3-24', '1/3/2024', '1-3-20245', '13-2024-1', '2024-3-1', '1-3-2024 x', ''])(
  'parseDay rejects %j',
  (text) => {
    expect(() => parseDay(text, 'de dag')).toThrow(/^de dag .* is geen dag zoals 2024-03-01 of 1-3-2024$/)
  },
)

test.each([
  ['6,45', 645],
  ['6.45', 645],
  ['-6,4', -640],
  ['12', 1200],
])('parseAmount reads %s', (text, cents) => {
  expect(parseAmount(text, 'het bedrag', { signed: true })).toBe(cents)
})
