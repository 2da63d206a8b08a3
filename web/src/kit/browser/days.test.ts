import { expect, test } from 'vitest'
import { addDays, weekdayOf } from './days.ts'

test('adds days across the ends of months and years, and across a clock change', () => {
  expect(addDays('2023-12-31', 1)).toBe('2024-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(addDays('2023-03-25', 2)).toBe('2023-03-27')
})

test('starts the week on Monday', () => {
  expect(weekdayOf('2023-01-02')).toBe(0)
  expect(weekdayOf('2023-01-01')).toBe(6)
})
