import { expect, test } from 'vitest'
import { holidayOn, isWorkingDay } from '../../domain/collection-days/holidays.ts'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { pickupDays } from './pickup-days.ts'

const from = (today: string) => pickupDays(dayOf(today)).map(textOf)

test.each([
  ['Monday', '2026-11-23', '2026-11-25'],
  ['Thursday', '2026-11-26', '2026-11-30'],
  ['Friday', '2026-11-27', '2026-12-01'],
  ['Saturday', '2026-11-28', '2026-12-01'],
  ['Sunday', '2026-11-29', '2026-12-01'],
  ['Wednesday before Christmas', '2026-12-23', '2026-12-28'],
  ['Thursday before Christmas', '2026-12-24', '2026-12-29'],
  ['Thursday before Easter Monday', '2026-04-02', '2026-04-07'],
])('the first possible day for an appointment made on %s is the second working day after it', (_, today, first) => {
  expect(from(today)[0]).toBe(first)
})

test('appointments are possible on working days, without holidays, until and including six weeks ahead', () => {
  const days = pickupDays(dayOf('2026-11-30'))
  expect(days.map(textOf).at(-1)).toBe('2027-01-11')
  expect(days.every(isWorkingDay)).toBe(true)
  expect(holidayOn(dayOf('2027-01-01'))).toBeDefined()
  for (const excluded of ['2026-12-05', '2026-12-06', '2026-12-25', '2027-01-01', '2027-01-12'])
    expect(days).not.toContain(dayOf(excluded))
  // Six weeks of five days, without tomorrow, Christmas and New Year's Day.
  expect(days).toHaveLength(27)
})
