import { expect, test } from 'vitest'
import { changedYears, correctedYears, endedDays, yearsText } from './index.ts'

const today = '2026-11-29'
const nextYear = { valid_from: '2020-01-01', valid_to: null, rest_on: 'next_year' as const }

test.each([
  ['a row that ended last year', { valid_from: '2024-03-01', valid_to: '2025-12-31' }, '2024 en 2025'],
  ['a row without a last day', { valid_from: '2023-01-01', valid_to: null }, '2023 tot en met 2026'],
  ['a row that begins today', { valid_from: today, valid_to: null }, '2026'],
  ['a row that begins tomorrow', { valid_from: '2026-11-30', valid_to: null }, ''],
  ['a row that ends on the last day of 2024', endedDays({ valid_to: null }, '2024-12-31'), '2025 en 2026'],
  ['a row that ends today', endedDays({ valid_to: null }, today), ''],
  ['a row that ends on the day on which it would end', endedDays({ valid_to: '2025-12-31' }, '2025-12-31'), ''],
])('%s changes the bills of these years up to now', (_, days, years) => {
  expect(yearsText(changedYears(days, [], today))).toBe(years)
})

test.each([
  ['next year', nextYear, '2023 tot en met 2025'],
  ['next year, and ended', { ...nextYear, valid_to: '2023-12-31' }, '2023 en 2024'],
  ['their own year', { ...nextYear, rest_on: 'own_year' as const }, '2023 en 2024'],
])('a row changes one bill more where lifts are billed in the next year: %s', (_, period, years) => {
  expect(yearsText(changedYears({ valid_from: '2023-01-01', valid_to: '2024-12-31' }, [period], today))).toBe(years)
})

const rule = {
  ...({ id: 1, municipality_id: 917, kind: 'period', fixed_per: 'year', rest_per: 'year' } as const),
  ...({ rest_on: 'own_year', size_on: 'each_change', valid_from: '2020-01-01', valid_to: '2024-12-31' } as const),
}

test.each([
  ['no row', null, '2020 tot en met 2024'],
  ['the same row', rule, ''],
  ['a row that says something else', { ...rule, size_on: 'first_day' as const }, '2020 tot en met 2024'],
  ['a row whose lifts are billed a year later', { ...rule, rest_on: 'next_year' as const }, '2020 tot en met 2025'],
  ['a row that ends later', { ...rule, valid_to: null }, '2025 en 2026'],
  ['a row that ends earlier', { ...rule, valid_to: '2023-12-31' }, '2024'],
  ['a row that begins and ends later', { ...rule, valid_from: '2021-01-01', valid_to: '2025-12-31' }, '2020 en 2025'],
  ['a row of another year', { ...rule, valid_from: '2026-01-01', valid_to: null }, '2020 tot en met 2024 en 2026'],
])('a row that is replaced by %s changes the bills of these years', (_, after, years) => {
  expect(yearsText(correctedYears(rule, after, [], today))).toBe(years)
})
