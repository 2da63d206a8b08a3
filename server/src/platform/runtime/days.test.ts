import { expect, test } from 'vitest'
import { dayOf, dutchMoment, isWorkingDay, workingDayFrom } from './days.ts'

const dutch = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam', dateStyle: 'short', timeStyle: 'short' })

test('knows when it is half past seven in the Netherlands, on every day of thirty years', () => {
  for (let day = dayOf('2010-01-01'); day < dayOf('2040-01-01'); day += 1) {
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
    expect(dutch.format(dutchMoment(day, 7.5 * 3600) * 1000)).toBe(`${date} 07:30`)
  }
})

test.each([
  ['2024-01-01', 'New Year’s Day'],
  ['2024-04-01', 'Easter Monday'],
  ['2025-04-21', 'Easter Monday'],
  ['2026-04-06', 'Easter Monday'],
  ['2038-04-26', 'Easter Monday, as late as it can be'],
  ['2049-04-19', 'Easter Monday, with the moon’s first exception'],
  ['2025-04-26', 'King’s Day, a day before a Sunday'],
  ['2026-04-27', 'King’s Day'],
  ['2026-05-14', 'Ascension Day'],
  ['2026-05-25', 'Whit Monday'],
  ['2026-12-25', 'Christmas Day'],
  ['2026-11-21', 'a Saturday'],
  ['2026-11-22', 'a Sunday'],
])('sends no lorry on %s, %s', (date) => {
  expect(isWorkingDay(dayOf(date))).toBe(false)
})

test('drives on the next working day what falls on a holiday', () => {
  expect(workingDayFrom(dayOf('2026-12-25'))).toBe(dayOf('2026-12-28'))
  expect(workingDayFrom(dayOf('2026-12-28'))).toBe(dayOf('2026-12-28'))
})
