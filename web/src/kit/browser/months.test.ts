import { expect, test } from 'vitest'
import { addMonths, dayAfterKey, daysIn, monthTitle, weeksIn } from './months.ts'

test('adds and subtracts months across the ends of years', () => {
  expect(addMonths('2023-12', 1)).toBe('2024-01')
  expect(addMonths('2023-01', -12)).toBe('2022-01')
})

test('the list of months stops at the first and the last month that can be shown', () => {
  expect([addMonths('1000-01', -1), addMonths('2999-06', 12)]).toEqual(['1000-01', '2999-12'])
  expect(dayAfterKey('1000-01-01', { key: 'ArrowLeft', shiftKey: false })).toBeUndefined()
  expect(dayAfterKey('2999-12-31', { key: 'ArrowDown', shiftKey: false })).toBeUndefined()
})

test('splits a month into weeks that begin on Monday', () => {
  expect(weeksIn('2023-01')[0]).toEqual([...Array(6).fill(undefined), '2023-01-01'])
  expect(weeksIn('2023-01').flat().filter(Boolean)).toEqual(daysIn('2023-01'))
  expect(weeksIn('2021-02')).toHaveLength(4)
})

test.each([
  ['ArrowRight', false, '2023-02-01'],
  ['ArrowLeft', false, '2023-01-30'],
  ['ArrowUp', false, '2023-01-24'],
  ['ArrowDown', false, '2023-02-07'],
  ['Home', false, '2023-01-30'],
  ['End', false, '2023-02-05'],
  ['PageDown', false, '2023-02-28'],
  ['PageUp', false, '2022-12-31'],
  ['PageDown', true, '2024-01-31'],
  ['PageUp', true, '2022-01-31'],
  ['a', false, undefined],
])('the key %s (shift: %s) moves from Tuesday 31 January 2023 to %s', (key, shiftKey, day) => {
  expect(dayAfterKey('2023-01-31', { key, shiftKey })).toBe(day)
})

test('formats a month as a heading', () => expect(monthTitle('2023-01')).toBe('Januari 2023'))
