import { defaultOfficeHours, type EmployeeMonth } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { aboveNormText, deviationsFirst, normedFigures } from './month-norms.ts'

const within: EmployeeMonth = {
  employee_id: 1,
  name: 'within',
  lookups: 10,
  names_shown: 10,
  not_found: 2,
  addresses: 90,
  outside_hours: 0,
  office_hours: defaultOfficeHours,
  same_pass: 5,
  own: false,
  reviewed: null,
}

test.each<[string, Partial<EmployeeMonth>]>([
  ['one lookup outside office hours', { outside_hours: 1 }],
  ['six lookups of the same pass', { same_pass: 6 }],
  ['21 % of the lookups not found', { lookups: 100, not_found: 21 }],
  ['eleven full names shown', { names_shown: 11 }],
])('a month with %s precedes a month within the norms', (_, above) => {
  const deviating = { ...within, ...above, name: 'above' }
  expect(deviationsFirst([within, deviating]).map(({ name }) => name)).toEqual(['above', 'within'])
})

test('the month that is furthest above its norms is first, and the norm follows the tolerance of the municipality', () => {
  const of = (name: string, above: Partial<EmployeeMonth>) => ({ ...within, name, ...above })
  const tolerant = of('tolerant', { outside_hours: 8, office_hours: { ...defaultOfficeHours, tolerance: 8 } })
  const order = [tolerant, of('slightly', { names_shown: 11, same_pass: 6 }), of('far', { outside_hours: 4 })]
  expect(deviationsFirst(order).map(({ name }) => name)).toEqual(['far', 'slightly', 'tolerant'])
})

test('a share of fewer than ten lookups is above no norm', () => {
  const few = { ...within, lookups: 9, not_found: 9 }
  expect(normedFigures.map((figure) => aboveNormText(figure, few)).filter(Boolean)).toEqual([])
})

test('months within the norms are in their original order', () => {
  expect(deviationsFirst([within, { ...within, name: 'second', lookups: 0 }]).map(({ name }) => name)).toEqual([
    'within',
    'second',
  ])
})
