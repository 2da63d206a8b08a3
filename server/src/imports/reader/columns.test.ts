import { expect, test } from 'vitest'
import { parseAmount, parseDay, rowParser, unknownColumns } from './columns.ts'

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

test('a column may have its Dutch or its English name, once, and a word of neither language is unknown', () => {
  const columns = { required: ['postcode'], optional: ['huisnummer'], oneOf: ['postcode'] }
  const read = rowParser(['House_number', ' Postal_Code '], columns, (column) => [
    column('postcode'),
    column('huisnummer'),
  ])
  expect(read(['12', '6411CD'], 2)).toEqual(['6411CD', '12'])
  expect(unknownColumns(['Postal_Code', 'huisnummer', 'zip', 'constructor'], columns)).toBe('‘zip’, ‘constructor’')
  expect(() => rowParser(['postcode', 'postal_code'], columns, () => [])).toThrow('de kolom postcode twee keer')
})
