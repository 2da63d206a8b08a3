import type { ChargeRule } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { billFacts, liftOn, tariff } from '../../test/make-bill.ts'
import type { BillFacts } from './bill-facts.queries.ts'
import { calculateBill } from './calculate-bill.ts'
import { creditsWithout } from './correction-credits.ts'
import { yearsOfLostSchemes } from './lost-schemes.ts'

const row = { municipality_id: 917, valid_from: '2020-01-01', valid_to: null }
const free: ChargeRule = {
  ...{ ...row, id: 1, kind: 'free', scheme: 'M', household_size: null, waste_type: null, equipment_kind: null },
  ...{ volume_litres: null, alternative: null, from_lift: 1, to_lift: 1, prorated: false },
}
const nextYear: ChargeRule = {
  ...{ ...row, id: 2, kind: 'period', fixed_per: 'year', rest_per: 'year' },
  ...{ rest_on: 'next_year', size_on: 'each_change' },
}

test.each<[string, number, Partial<BillFacts>, number[]]>([
  ['whose first day is 36 months ago', 36, { today: '2028-01-01' }, [2025, 2024, 2023]],
  ['but not a year whose first day is less than 36 months ago', 36, { today: '2027-12-31' }, [2024, 2023]],
  ['by the months of the setting', 1, { today: '2025-02-01' }, [2025, 2024, 2023]],
  [
    'unless the code of a rule is valid only in other years',
    36,
    {
      today: '2029-01-01',
      charge_rules: [{ ...free, valid_from: '2024-06-01', valid_to: '2024-12-31' }],
    },
    [2024],
  ],
  [
    'also when only a price needs a code',
    36,
    {
      today: '2029-01-01',
      charge_rules: [],
      tariffs: [{ ...tariff({ charge: 'fixed', amount_cents: 1000 }), valid_from: '2025-01-01', scheme: 'H' }],
    },
    [2025],
  ],
  [
    'of which rows were deleted under a shorter setting',
    60,
    { today: '2028-01-01', schemes_deleted_until: '2024-06-30' },
    [2024, 2023],
  ],
  ['unless no rule needs a code', 36, { today: '2029-01-01', charge_rules: [nextYear] }, []],
])('schemes can be lost of a year %s', (_, months, facts, years) => {
  expect(yearsOfLostSchemes(billFacts({ charge_rules: [free], ...facts }), months)).toEqual(years)
})

const lifts = [liftOn('2025-03-04', { id: 2 }), liftOn('2024-03-04', { id: 1 })]
const assessments = [
  { id: 1, subject_id: 'S1', number: 'A-1', assessed_on: '2026-01-31', amount_cents: 9900, lines: [] },
]
const objections = [
  {
    ...{ id: 1, clearance_id: 2, handover_id: null, state: 'open' as const, reason: 'other' as const, note: '' },
    ...{ filed_by: 'Kim', filed_by_id: 1, filed_at: '2026-02-01T12:00:00+01:00' },
    ...{ decided_by: null, decided_at: null, decision_reason: null },
  },
]
const factsOf = (facts: Partial<BillFacts>) =>
  billFacts({
    ...{ today: '2029-01-01', charge_rules: [free], lifts, assessments, objections, updated_until: null },
    ...{ has_year_before: true, tariffs: [tariff({ charge: 'fixed', amount_cents: 10_000 })] },
    ...facts,
  })
const billOf = (facts: Partial<BillFacts>) => calculateBill(factsOf(facts), { shows_former: true, employee_id: 1 })
const whyOf = (year: number) =>
  `Over ${year} bewaart de portal geen regelingen meer. Daarom staat hier alleen de opgelegde aanslag.`

test('a bill of a year of lost schemes has only what was imposed and its lifts, and says why', () => {
  const bill = billOf({ years_of_lost_schemes: [2025] })
  const imposed = `Op uw aanslag van 31 januari 2026 staat €\u00a099,00. ${whyOf(2025)}`
  expect(bill).toMatchObject({
    periods: [{ lines: [], amount_cents: null, assessment: { amount_cents: 9900, difference_cents: null } }],
    totals: { amount_cents: null, count: 1 },
    billed: { amount_cents: null },
    ...{ last_year: null, norm: null, imposed_only: whyOf(2025), spoken: { short: imposed, full: imposed } },
    objections: [{ amount_cents: null }],
    clearances: [{ id: 2, amount_cents: null, charged_cents: null }],
  })
  expect(bill.periods[0]).not.toHaveProperty('rules')
  expect(billOf({ years_of_lost_schemes: [2025], assessments: [] }).spoken.full).toBe(whyOf(2025))
  expect(creditsWithout(factsOf({}), [2])).toEqual(new Map([[2, 990]]))
  expect(creditsWithout(factsOf({ years_of_lost_schemes: [2025] }), [2])).toEqual(new Map())
})

test('a bill is not compared with a year of lost schemes', () => {
  expect(billOf({}).last_year).not.toBeNull()
  const { last_year, periods, ...bill } = billOf({ years_of_lost_schemes: [2024] })
  expect(last_year).toBeNull()
  expect(bill).not.toHaveProperty('imposed_only')
  expect(periods).toMatchObject([{ amount_cents: 10_990, assessment: { difference_cents: 1090 } }])
  expect(periods.flatMap(({ lines }) => lines.flatMap(({ difference }) => difference ?? []))).toEqual([])
})

test('a bill with the lifts of a year of lost schemes has only what was imposed, and names that year', () => {
  const years_of_lost_schemes = [2024]
  expect(billOf({ years_of_lost_schemes, charge_rules: [free, nextYear] }).imposed_only).toBe(whyOf(2024))
  const measured: ChargeRule = { ...nextYear, rest_on: 'measured' }
  expect(billOf({ years_of_lost_schemes, charge_rules: [free, measured] }).imposed_only).toBeUndefined()
})

test('a bill of a year without codes is the same, however old the year is', () => {
  const facts = factsOf({ charge_rules: [nextYear] })
  const years_of_lost_schemes = yearsOfLostSchemes(facts, 1)
  expect(billOf({ charge_rules: [nextYear], years_of_lost_schemes })).toEqual(billOf({ charge_rules: [nextYear] }))
})
