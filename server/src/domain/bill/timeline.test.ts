import { expect, test } from 'vitest'
import { billFacts, drum, liftOn, liftsOn, ownContainer } from '../../test/make-bill.ts'
import type { BillFacts } from './bill-facts.queries.ts'
import { calculateBill } from './calculate-bill.ts'

const everyTwoWeeks = {
  category: 'residual_waste' as const,
  every_weeks: 2,
  days: null,
  valid_from: '2025-01-03',
  valid_to: '2025-02-28',
}
const moved = {
  category: 'residual_waste' as const,
  day: '2025-01-31',
  state: 'moved' as const,
  moved_to: '2025-02-04',
  reason: '',
  revision: 1,
  changed_at: '2025-01-01T00:00:00Z',
}
const plan = { rules: [everyTwoWeeks], exceptions: [moved], published: [2025] }

const daysOf = (facts: Partial<BillFacts>) =>
  calculateBill(billFacts({ plan, ...facts }), { shows_former: false, employee_id: 1 }).days.map(
    ({ day, outcome, moved_from, clearance_ids }) => [day, outcome, moved_from, clearance_ids.length],
  )

test('states for each collection day whether the container was emptied on that day, on the moved day, or a day late', () => {
  expect(daysOf({ lifts: liftsOn(['01-04', '02-04', '02-20']) })).toEqual([
    ['2025-01-03', 'emptied', null, 1],
    ['2025-01-17', 'not_offered', null, 0],
    ['2025-02-04', 'moved', '2025-01-31', 1],
    ['2025-02-14', 'not_offered', null, 0],
    ['2025-02-20', 'outside', null, 1],
    ['2025-02-28', 'not_offered', null, 0],
  ])
})

test('the timeline of a bill ends on the day up to which the supplier has delivered', () => {
  expect(daysOf({ updated_until: '2025-01-20' }).map(([day]) => day)).toEqual(['2025-01-03', '2025-01-17'])
  expect(daysOf({ updated_until: null, today: '2025-01-10' }).map(([day]) => day)).toEqual(['2025-01-03'])
})

test('distinguishes a day without a lift from a day that was not delivered yet, and from a stream that never was', () => {
  const outcomesWith = (delivered: BillFacts['delivered']) => daysOf({ delivered }).map(([, outcome]) => outcome)
  expect(outcomesWith([{ waste_type: 'residual_waste', until: '2025-02-04' }])).toEqual([
    'not_offered',
    'not_offered',
    'not_offered',
    'not_yet_known',
    'not_yet_known',
  ])
  expect(new Set(outcomesWith([{ waste_type: 'gft', until: '2025-12-31' }]))).toEqual(new Set(['never_delivered']))
})

test('the timeline of a bill contains only days on which the household was liable and had a container of the stream', () => {
  const containers = [{ ...ownContainer, placed_on: '2025-01-10', removed_on: '2025-02-14' }]
  const occupancies = [{ id: 1, subject_id: 'S1', first_day: '2025-02-01', last_day: null, household_size: 1 }]
  expect(daysOf({ containers }).map(([day]) => day)).toEqual(['2025-01-17', '2025-02-04', '2025-02-14'])
  expect(daysOf({ occupancies }).map(([day]) => day)).toEqual(['2025-02-04', '2025-02-14', '2025-02-28'])
  expect(daysOf({ containers: [drum], lifts: liftsOn(['01-03'], { container_id: 2 }) })).toEqual([])
})

test('the timeline of a bill contains the lifts, but no collection days, when the collection days are not published', () => {
  expect(daysOf({ plan: { ...plan, published: [] }, lifts: liftsOn(['01-22']) })).toEqual([
    ['2025-01-22', 'emptied', null, 1],
  ])
  expect(daysOf({ plan: null, lifts: liftsOn(['01-22']) })).toEqual([['2025-01-22', 'emptied', null, 1]])
  const nextYear = { ...everyTwoWeeks, every_weeks: null, days: ['2026-01-01'], valid_to: null }
  expect(daysOf({ plan: { ...plan, rules: [nextYear], published: [2026] }, lifts: liftsOn(['01-22']) })).toEqual([
    ['2025-01-22', 'emptied', null, 1],
  ])
})

test('lifts of the year before on a bill have no collection day in its year, and are no lifts of that year', () => {
  const settings = { fixed_per: 'year', rest_per: 'year', rest_on: 'next_year', size_on: 'each_change' } as const
  const arrears = { ...settings, id: 1, municipality_id: 917, kind: 'period' as const, valid_to: null }
  const before = Array.from({ length: 9 }, (_, at) => liftOn(`2024-03-0${at + 1}`, { id: 100 + at }))
  const facts = billFacts({
    plan,
    charge_rules: [{ ...arrears, valid_from: '2020-01-01' }],
    lifts: [...liftsOn(['02-14', '01-17', '01-03'].toReversed()), ...before.toReversed()],
    earlier_lifts: [{ waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240, count: 2 }],
  })
  const bill = calculateBill(facts, { shows_former: false, employee_id: 1 })
  expect(bill.days.every(({ day }) => day.startsWith('2025-'))).toBe(true)
  expect(bill.flags).toEqual([])
  const paid = bill.clearances.map(({ cleared_at, charged_cents }) => [cleared_at.slice(0, 4), charged_cents])
  expect(new Set(paid.map(String))).toEqual(new Set(['2025,', '2024,990']))
})
