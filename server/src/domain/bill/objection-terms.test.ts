import { expect, test } from 'vitest'
import { objectionCases } from '../../test/objection-cases.ts'
import { datesOfReceipt, type ObjectionDates, objectionRules } from './objection-terms.ts'

const { terms, penalty } = objectionRules()

test.each(objectionCases)('%s: the terms of an objection', (...row) => {
  const [, assessed_on, published_on, received_on, received_by, posted_on, notice_of_default_on, decided_on] = row
  const today = row[9] as string
  const dates = { assessed_on, published_on, received_on, received_by, posted_on, notice_of_default_on, decided_on }
  const all = { ...dates, extended_on: row[8] === 'yes' ? '2025-12-01' : null } as ObjectionDates
  const found = terms(all, today)
  const { penalty_from, penalty_days, penalty_cents } = penalty(all, found, today)
  const { object_until, in_time, days_left, decide_by } = found
  const answer = [object_until, in_time, days_left, decide_by, penalty_from, penalty_days, penalty_cents]
  expect(answer.map((it) => (it === null ? null : String(it)))).toEqual(row.slice(10))
})

test('a day of a new decree lengthens a term, and the days until the decision are counted', () => {
  const dates = { ...datesOfReceipt('2029-04-02'), assessed_on: '2029-03-28' }
  const found = (extra: string[]) => objectionRules(extra).terms(dates, '2029-12-30')
  expect(found([])).toMatchObject({ object_until: '2029-05-09', days_to_decide: 1 })
  expect(found(['2029-05-09'])).toMatchObject({ object_until: '2029-05-11' })
})

test.each([
  ['2025-11-19', '2025-12-31'],
  ['2025-11-20', '2026-01-05'],
])('an objection of %s without a date of the assessment waits until %s', (received_on, day) => {
  expect(objectionRules().actBy(datesOfReceipt(received_on))).toBe(day)
})
