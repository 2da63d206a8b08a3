import type { CollectionRule, ScheduleInput } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { rulesOutsideYears, rulesWithList, rulesWithSchedule } from './replaced-rules.ts'

const daysOf = (rules: CollectionRule[], from: string, to: string) => {
  const published = Array.from({ length: 100 }, (_, index) => 2000 + index)
  return collectionDays({ rules, exceptions: [], published }, from, to)
}

describe('the rules outside given years', () => {
  const everyTwoWeeks = {
    category: 'gft' as const,
    every_weeks: 2,
    days: null,
    valid_from: '2024-01-05',
    valid_to: null,
  }
  const listed: CollectionRule = { ...everyTwoWeeks, every_weeks: null, days: ['2025-02-01', '2026-02-01'] }
  const days = (rules: CollectionRule[]) => daysOf(rules, '2023-01-01', '2028-12-31').map(({ day }) => day)

  test.each([[[2026]], [[2024]], [[2025, 2026]], [[2024, 2026]], [[2020]], [[2028]]])(
    'preserve all days outside the years %j, and have no days in these years',
    (years) => {
      for (const rule of [
        everyTwoWeeks,
        { ...everyTwoWeeks, valid_to: '2027-06-30' },
        { ...everyTwoWeeks, every_weeks: 13 },
        listed,
      ])
        expect(days(rulesOutsideYears([rule], years))).toEqual(
          days([rule]).filter((day) => !years.includes(Number(day.slice(0, 4)))),
        )
    },
  )

  test('do not include a rule whose days are all in these years', () => {
    const inYear = { ...everyTwoWeeks, valid_from: '2026-02-01', valid_to: '2026-11-30' }
    expect(rulesOutsideYears([inYear], [2026])).toEqual([])
    expect(rulesOutsideYears([listed], [2025, 2026])).toEqual([])
  })
})

test('a list replaces all rules from a given day to the end of the year of the list, and changes no other days', () => {
  const rule = { category: 'pmd' as const, every_weeks: 1, days: null, valid_from: '2026-01-07', valid_to: null }
  expect(rulesWithList([rule], [{ date: '2026-12-01', type: 'gft' }], '2026-11-22')).toEqual([
    { ...rule, valid_to: '2026-11-21' },
    { ...rule, valid_from: '2027-01-06' },
    { category: 'gft', every_weeks: null, days: ['2026-12-01'], valid_from: '2026-12-01', valid_to: null },
  ])
})

describe('a schedule', () => {
  const weekly: CollectionRule = {
    category: 'gft',
    every_weeks: 1,
    days: null,
    valid_from: '2092-09-03',
    valid_to: null,
  }
  const paper: CollectionRule = { ...weekly, category: 'paper' }
  const schedule = (changes: Partial<ScheduleInput>): ScheduleInput => ({
    municipality_id: 917,
    area_id: 1,
    category: 'gft',
    from: '2092-09-10',
    until: '2092-09-30',
    rhythm: 'none',
    ...changes,
  })
  const days = (rules: CollectionRule[], stream = 'gft') =>
    daysOf(rules, '2092-09-01', '2092-10-15').flatMap(({ day, category }) => (category === stream ? [day] : []))

  test('replaces the earlier rule only in its period, and preserves the interval of that rule', () => {
    expect(days(rulesWithSchedule([weekly], schedule({})))).toEqual([
      '2092-09-03',
      '2092-10-01',
      '2092-10-08',
      '2092-10-15',
    ])
    const everyTwoWeeks = schedule({ rhythm: 'weeks', every_weeks: 2, first_day: '2092-09-12' })
    expect(days(rulesWithSchedule([weekly], everyTwoWeeks))).toEqual([
      '2092-09-03',
      '2092-09-12',
      '2092-09-26',
      '2092-10-01',
      '2092-10-08',
      '2092-10-15',
    ])
  })

  test('without a last day replaces all later rules of its stream', () => {
    const later = { ...weekly, valid_from: '2092-10-07' }
    const listed = schedule({ until: null, rhythm: 'days', days: ['2092-10-02', '2092-09-11'] })
    expect(days(rulesWithSchedule([{ ...weekly, valid_to: '2092-10-01' }, later], listed))).toEqual([
      '2092-09-03',
      '2092-09-11',
      '2092-10-02',
    ])
  })

  test('does not change other streams', () => {
    const rules = rulesWithSchedule([weekly, paper], schedule({ until: null }))
    expect(days(rules, 'paper')).toEqual(days([paper], 'paper'))
  })

  test('leaves at most one rule of a stream on each day after several changes', () => {
    const once = rulesWithSchedule([weekly], schedule({ rhythm: 'weeks', every_weeks: 1, first_day: '2092-09-10' }))
    const twice = rulesWithSchedule(
      once,
      schedule({ from: '2092-09-15', until: '2092-10-10', rhythm: 'days', days: ['2092-09-20'] }),
    )
    const spans = twice.map(({ valid_from, valid_to }) => [valid_from, valid_to ?? '2999-12-31'])
    for (const [index, [first = '', last = '']] of spans.entries())
      for (const [from = '', to = ''] of spans.slice(index + 1)) expect(from > last || to < first).toBe(true)
  })
})
