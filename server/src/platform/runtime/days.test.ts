import { afterEach, expect, test, vi } from 'vitest'
import { dayOf, dutchMoment, today } from './days.ts'

afterEach(() => vi.useRealTimers())

const dutch = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam', dateStyle: 'short', timeStyle: 'short' })

test('dutchMoment returns the moment of 07:30 in the Netherlands for every day from 2010 to 2039', () => {
  for (let day = dayOf('2010-01-01'); day < dayOf('2040-01-01'); day += 1) {
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
    expect(dutch.format(dutchMoment(day, 7.5 * 3600) * 1000)).toBe(`${date} 07:30`)
  }
})

test.each([
  ['2025-12-31T22:59:59Z', '2025-12-31'],
  ['2025-12-31T23:00:00Z', '2026-01-01'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
])('at %s the day in the Netherlands is %s', (moment, day) => {
  vi.setSystemTime(moment)
  expect(today()).toBe(day)
})
