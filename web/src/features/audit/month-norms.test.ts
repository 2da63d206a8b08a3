import type { EmployeeMonth } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { deviationsFirst } from './month-norms.ts'

const within: EmployeeMonth = {
  employee_id: 1,
  name: 'within',
  lookups: 10,
  names_shown: 10,
  not_found: 2,
  addresses: 90,
  outside_hours: 0,
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

test('months within the norms are in their original order', () => {
  expect(deviationsFirst([within, { ...within, name: 'second', lookups: 0 }]).map(({ name }) => name)).toEqual([
    'within',
    'second',
  ])
})
