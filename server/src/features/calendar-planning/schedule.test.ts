import type { CollectionRule, ScheduleInput } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { comingDays, rulesUnder } from './schedule.ts'

const weekly: CollectionRule = { category: 'gft', every_weeks: 1, days: null, valid_from: '2092-09-03', valid_to: null }
const paper: CollectionRule = { ...weekly, category: 'paper' }
const asked = (it: Partial<ScheduleInput>): ScheduleInput => ({
  municipality_id: 917,
  area_id: 1,
  category: 'gft',
  from: '2092-09-10',
  until: '2092-09-30',
  rhythm: 'none',
  ...it,
})
const days = (rules: CollectionRule[], category = 'gft') =>
  comingDays({ rules, exceptions: [] }, category, '2092-09-01', 2092)
    .map(({ day }) => day)
    .filter((day) => day <= '2092-10-15')

describe('a schedule', () => {
  test('holds in its period alone: before and after it the earlier rule goes on in its rhythm', () => {
    expect(days(rulesUnder(asked({}), [weekly]))).toEqual(['2092-09-03', '2092-10-01', '2092-10-08', '2092-10-15'])
    const every = asked({ rhythm: 'weeks', every_weeks: 2, first_day: '2092-09-12' })
    expect(days(rulesUnder(every, [weekly]))).toEqual([
      '2092-09-03',
      '2092-09-12',
      '2092-09-26',
      '2092-10-01',
      '2092-10-08',
      '2092-10-15',
    ])
  })

  test('without an end takes the place of all that would have come', () => {
    const later = { ...weekly, valid_from: '2092-10-07' }
    const listed = asked({ until: null, rhythm: 'days', days: ['2092-10-02', '2092-09-11'] })
    expect(days(rulesUnder(listed, [{ ...weekly, valid_to: '2092-10-01' }, later]))).toEqual([
      '2092-09-03',
      '2092-09-11',
      '2092-10-02',
    ])
  })

  test('leaves other streams as they are', () => {
    const rules = rulesUnder(asked({ until: null }), [weekly, paper])
    expect(days(rules, 'paper')).toEqual(days([paper], 'paper'))
  })

  test('never has two rules of a stream on one day, however often it is changed', () => {
    const once = rulesUnder(asked({ rhythm: 'weeks', every_weeks: 1, first_day: '2092-09-10' }), [weekly])
    const again = rulesUnder(
      asked({ from: '2092-09-15', until: '2092-10-10', rhythm: 'days', days: ['2092-09-20'] }),
      once,
    )
    const spans = again.map(({ valid_from, valid_to }) => [valid_from, valid_to ?? '2999-12-31'])
    for (const [index, [first = '', last = '']] of spans.entries())
      for (const [from = '', to = ''] of spans.slice(index + 1)) expect(from > last || to < first).toBe(true)
  })
})
