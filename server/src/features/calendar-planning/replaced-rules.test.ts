import type { CollectionRule } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { collectionDays } from '../../domain/collection-days/collection-days.ts'
import { rulesOutside } from './replaced-rules.ts'

const rule: CollectionRule = { category: 'gft', every_weeks: 2, days: null, valid_from: '2024-01-05', valid_to: null }
const listed: CollectionRule = { ...rule, every_weeks: null, days: ['2025-02-01', '2026-02-01'] }
const published = new Set([2023, 2024, 2025, 2026, 2027, 2028])
const days = (rules: CollectionRule[]) =>
  collectionDays({ rules, exceptions: [], published }, '2023-01-01', '2028-12-31').map(({ day }) => day)

test.each([[[2026]], [[2024]], [[2025, 2026]], [[2024, 2026]], [[2020]], [[2028]]])(
  'leaves all days outside %j as they were, and none inside',
  (years) => {
    for (const rules of [[rule], [{ ...rule, valid_to: '2027-06-30' }], [{ ...rule, every_weeks: 13 }], [listed]])
      expect(days(rulesOutside(rules, years))).toEqual(
        days(rules).filter((day) => !years.includes(Number(day.slice(0, 4)))),
      )
  },
)

test('keeps no rule that has no day left', () => {
  expect(rulesOutside([{ ...rule, valid_from: '2026-02-01', valid_to: '2026-11-30' }], [2026])).toEqual([])
  expect(rulesOutside([listed], [2025, 2026])).toEqual([])
})
