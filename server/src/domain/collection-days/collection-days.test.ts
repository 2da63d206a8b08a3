import type { CollectionRule } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import type { AreaException, CollectionPlan } from './collection-days.queries.ts'
import { collectionDays } from './collection-days.ts'

const everyTwoWeeks: CollectionRule = {
  category: 'gft',
  every_weeks: 2,
  days: null,
  valid_from: '2025-01-03',
  valid_to: null,
}
const listed = (...days: string[]): CollectionRule => ({
  category: 'christmas_trees',
  every_weeks: null,
  days,
  valid_from: '2000-01-01',
  valid_to: null,
})
const exception = (changes: Partial<AreaException>): AreaException => ({
  category: 'gft',
  day: '2026-11-20',
  state: 'moved',
  moved_to: '2026-11-21',
  reason: 'wegens werk aan de weg',
  revision: 1,
  changed_at: '2026-11-01T12:00:00Z',
  ...changes,
})
const plan = (changes: Partial<CollectionPlan>): CollectionPlan => ({
  rules: [everyTwoWeeks],
  exceptions: [],
  published: [2025, 2026],
  ...changes,
})
const days = (changes: Partial<CollectionPlan>, from: string, to: string) =>
  collectionDays(plan(changes), from, to).map(({ day }) => day)

describe('a weekly rule', () => {
  test('counts the weeks from its first day, not from the first day of the period', () => {
    expect(days({}, '2026-11-01', '2026-11-30')).toEqual(['2026-11-06', '2026-11-20'])
    expect(days({}, '2026-11-06', '2026-11-06')).toEqual(['2026-11-06'])
    expect(days({}, '2026-11-07', '2026-11-19')).toEqual([])
  })

  test('has no days before its first day or after its last day', () => {
    expect(days({}, '2025-01-01', '2025-01-20')).toEqual(['2025-01-03', '2025-01-17'])
    expect(days({ rules: [{ ...everyTwoWeeks, valid_to: '2025-01-17' }] }, '2025-01-10', '2026-12-31')).toEqual([
      '2025-01-17',
    ])
  })

  test('returns every seventh day across daylight saving time and years, for each day of the week', () => {
    for (let first = dayOf('2025-01-06'); first < dayOf('2025-01-13'); first += 1) {
      const rules = [{ ...everyTwoWeeks, every_weeks: 1, valid_from: textOf(first) }]
      const found = collectionDays(plan({ rules }), '2025-01-01', '2026-12-31').map(({ planned }) => dayOf(planned))
      expect(found.length).toBeGreaterThanOrEqual(103)
      expect(found.every((day, index) => day === first + 7 * index)).toBe(true)
    }
  })

  test('has intervals of two weeks across week 53 and 29 February', () => {
    const published = [2026, 2027, 2028]
    const rules = [{ ...everyTwoWeeks, valid_from: '2026-12-16' }]
    expect(days({ rules, published }, '2026-12-16', '2027-01-14')).toEqual(['2026-12-16', '2026-12-30', '2027-01-13'])
    const tuesdays = [{ ...everyTwoWeeks, valid_from: '2028-02-15' }]
    expect(days({ rules: tuesdays, published }, '2028-02-01', '2028-03-20')).toEqual([
      '2028-02-15',
      '2028-02-29',
      '2028-03-14',
    ])
  })

  test('moves a collection from a public holiday to the next working day, with the holiday as the reason', () => {
    expect(collectionDays(plan({}), '2026-12-15', '2026-12-31')).toEqual([
      { category: 'gft', planned: '2026-12-18', day: '2026-12-18', reason: null, cancelled: false, revision: 0 },
    ])
    const christmas = [{ ...everyTwoWeeks, valid_from: '2026-12-25' }]
    expect(collectionDays(plan({ rules: christmas }), '2026-12-15', '2026-12-31')).toEqual([
      {
        category: 'gft',
        planned: '2026-12-25',
        day: '2026-12-28',
        reason: 'wegens Kerstmis',
        cancelled: false,
        revision: 0,
      },
    ])
  })

  test('returns a collection that a holiday moves into the period, and none that a holiday moves out of it', () => {
    const rules = [{ ...everyTwoWeeks, valid_from: '2026-12-25' }]
    expect(days({ rules }, '2026-12-26', '2026-12-31')).toEqual(['2026-12-28'])
    expect(days({ rules }, '2026-12-20', '2026-12-26')).toEqual([])
  })

  test('does not move a collection that is planned on a Saturday', () => {
    expect(days({ rules: [{ ...everyTwoWeeks, valid_from: '2026-11-21' }] }, '2026-11-21', '2026-11-21')).toEqual([
      '2026-11-21',
    ])
  })
})

test('a listed day does not move, even when it is a holiday', () => {
  const rules = [listed('2026-01-15', '2026-04-27', '2025-01-14')]
  expect(days({ rules }, '2026-01-01', '2026-12-31')).toEqual(['2026-01-15', '2026-04-27'])
})

describe('an exception', () => {
  test('moves one day into or out of the period', () => {
    const exceptions = [exception({ day: '2026-11-20', moved_to: '2026-12-02' })]
    expect(days({ exceptions }, '2026-11-01', '2026-11-30')).toEqual(['2026-11-06'])
    expect(days({ exceptions }, '2026-12-01', '2026-12-03')).toEqual(['2026-12-02'])
    expect(collectionDays(plan({ exceptions }), '2026-12-02', '2026-12-02')[0]).toMatchObject({
      planned: '2026-11-20',
      reason: 'wegens werk aan de weg',
      revision: 1,
    })
  })

  test('marks a cancelled collection, which remains in the result', () => {
    const exceptions = [exception({ state: 'cancelled', moved_to: null, reason: 'wegens gladheid', revision: 2 })]
    expect(collectionDays(plan({ exceptions }), '2026-11-20', '2026-11-20')).toEqual([
      {
        category: 'gft',
        planned: '2026-11-20',
        day: '2026-11-20',
        reason: 'wegens gladheid',
        cancelled: true,
        revision: 2,
      },
    ])
  })

  test('takes precedence over a holiday, so a collection can stay on the holiday', () => {
    const rules = [{ ...everyTwoWeeks, valid_from: '2026-12-25' }]
    const exceptions = [exception({ day: '2026-12-25', moved_to: '2026-12-25', reason: '' })]
    expect(days({ rules, exceptions }, '2026-12-25', '2026-12-31')).toEqual(['2026-12-25'])
  })

  test('has no effect after it is withdrawn, except a higher revision of the collection', () => {
    const exceptions = [exception({ state: 'withdrawn', moved_to: null, revision: 3 })]
    expect(collectionDays(plan({ exceptions }), '2026-11-20', '2026-11-20')[0]).toMatchObject({
      day: '2026-11-20',
      reason: null,
      cancelled: false,
      revision: 3,
    })
  })

  test('does not affect other streams, or days without a planned collection', () => {
    const exceptions = [exception({ category: 'paper' }), exception({ day: '2026-11-13', moved_to: '2026-11-14' })]
    expect(days({ exceptions }, '2026-11-10', '2026-11-30')).toEqual(['2026-11-20'])
  })
})

test('returns a collection only when its planned day is in a published year, whatever the year of its new day', () => {
  const rules = [{ ...everyTwoWeeks, every_weeks: 1, valid_from: '2026-12-04' }]
  const published = [2026]
  expect(days({ rules, published }, '2026-12-28', '2027-01-31')).toEqual(['2026-12-28'])
  const exceptions = [exception({ day: '2026-12-18', moved_to: '2027-01-04' })]
  expect(days({ rules, published, exceptions }, '2026-12-29', '2027-01-31')).toEqual(['2027-01-04'])
})

test('returns a collection once when two rules give it, and sorts by day and category', () => {
  const rules = [listed('2026-11-20'), everyTwoWeeks, { ...everyTwoWeeks, every_weeks: 4, valid_from: '2026-11-06' }]
  const found = collectionDays(plan({ rules }), '2026-11-01', '2026-11-30')
  expect(found.map(({ day, category }) => `${day} ${category}`)).toEqual([
    '2026-11-06 gft',
    '2026-11-20 christmas_trees',
    '2026-11-20 gft',
  ])
})
