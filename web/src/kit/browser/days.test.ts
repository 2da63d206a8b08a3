import { afterEach, expect, test, vi } from 'vitest'
import { addDays, today, weekdayOf } from './days.ts'

afterEach(() => vi.useRealTimers())

test.each([
  ['2025-12-31T22:59:59Z', '2025-12-31'],
  ['2025-12-31T23:00:00Z', '2026-01-01'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
])('at %s the day in the Netherlands is %s', (moment, day) => {
  vi.setSystemTime(moment)
  expect(today()).toBe(day)
})

test('adds days across the ends of months and years, and across a clock change', () => {
  expect(addDays('2023-12-31', 1)).toBe('2024-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(addDays('2023-03-25', 2)).toBe('2023-03-27')
})

test('the calendar starts the week on Monday', () => {
  expect(weekdayOf('2023-01-02')).toBe(0)
  expect(weekdayOf('2023-01-01')).toBe(6)
})
