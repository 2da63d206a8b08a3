import { expect, test } from 'vitest'
import { dayOf } from '../../platform/runtime/days.ts'
import { holidayOn, isWorkingDay, workingDayFrom } from './holidays.ts'

test.each([
  ['2024-01-01', 'New Year’s Day'],
  ['2024-04-01', 'Easter Monday'],
  ['2025-04-21', 'Easter Monday'],
  ['2026-04-06', 'Easter Monday'],
  ['2038-04-26', 'Easter Monday on its latest possible date'],
  ['2049-04-19', 'Easter Monday, where Gauss’s rule needs its correction'],
  ['2025-04-26', 'King’s Day, which moves to Saturday when 27 April is a Sunday'],
  ['2026-04-27', 'King’s Day'],
  ['2026-05-14', 'Ascension Day'],
  ['2026-05-25', 'Whit Monday'],
  ['2026-12-25', 'Christmas Day'],
  ['2026-11-21', 'a Saturday'],
  ['2026-11-22', 'a Sunday'],
])('%s is not a working day: %s', (date) => {
  expect(isWorkingDay(dayOf(date))).toBe(false)
})

test.each([
  ['2026-01-01', 'Nieuwjaarsdag'],
  ['2026-04-06', 'Pasen'],
  ['2026-04-27', 'Koningsdag'],
  ['2026-05-14', 'Hemelvaartsdag'],
  ['2026-05-25', 'Pinksteren'],
  ['2026-12-25', 'Kerstmis'],
  ['2026-12-26', 'Kerstmis'],
])('a resident reads that the collection of %s is moved because of %s', (day, name) => {
  expect(holidayOn(dayOf(day))).toBe(name)
})

test('moves a day on a holiday to the next working day', () => {
  expect(workingDayFrom(dayOf('2026-12-25'))).toBe(dayOf('2026-12-28'))
  expect(workingDayFrom(dayOf('2026-12-28'))).toBe(dayOf('2026-12-28'))
})
