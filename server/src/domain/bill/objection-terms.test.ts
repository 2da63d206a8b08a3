import { expect, test } from 'vitest'
import { datesOfReceipt, type ObjectionDates, objectionRules } from './objection-terms.ts'

// Case; the dates: assessed, published, received, received by, posted, notice of default, decided, whether extended;
// today; then the answer: last day, in time, days left, decide by, penalty from, its days and its cents.
const cases = `
S01;2025-01-31;;2025-03-10;town_hall;;;;no;2025-03-10;2025-03-14;yes;4;2025-12-31;;0;0
S02;2026-01-31;;2026-03-16;tax_office;;;;no;2026-03-16;2026-03-16;yes;0;2026-12-31;;0;0
S03;2024-01-31;;2024-03-13;town_hall;;;;no;2024-03-01;2024-03-13;yes;12;2024-12-31;;0;0
S04;2024-02-29;;2024-04-12;tax_office;;;;no;2024-04-12;2024-04-11;no;-1;2024-12-31;;0;0
S05;2028-01-18;;2028-02-29;town_hall;;;;no;2028-02-29;2028-02-29;yes;0;2028-12-31;;0;0
S06;2024-11-29;;2025-01-08;tax_office;;;;no;2025-01-08;2025-01-10;yes;2;2025-12-31;;0;0
S07;2025-03-30;;2025-05-12;town_hall;;;;no;2025-05-12;2025-05-12;yes;0;2025-12-31;;0;0
S08;2025-03-07;;2025-04-22;town_hall;;;;no;2025-04-17;2025-04-22;yes;5;2025-12-31;;0;0
S09;2024-02-19;;2024-04-02;tax_office;;;;no;2024-04-02;2024-04-02;yes;0;2024-12-31;;0;0
S10;2027-03-16;;2027-04-28;town_hall;;;;no;2027-04-27;2027-04-28;yes;1;2027-12-31;;0;0
S11;2026-03-24;;2026-05-06;town_hall;;;;no;2026-05-05;2026-05-06;yes;1;2026-12-31;;0;0
S12;2026-04-02;;2026-05-18;tax_office;;;;no;2026-05-14;2026-05-18;yes;4;2026-12-31;;0;0
S13;2025-04-28;;2025-06-10;town_hall;;;;no;2025-06-09;2025-06-10;yes;1;2025-12-31;;0;0
S14;2025-11-13;;2025-12-29;tax_office;;;;no;2025-12-29;2025-12-29;yes;0;2026-02-09;;0;0
S15;2025-11-20;;2026-01-05;town_hall;;;;no;2026-01-02;2026-01-05;yes;3;2026-12-31;;0;0
S16;2024-11-13;;2024-12-30;tax_office;;;;no;2024-12-30;2024-12-30;yes;0;2025-02-10;;0;0
S17;2025-10-31;;2025-11-19;tax_office;;;;no;2025-11-19;2025-12-12;yes;23;2025-12-31;;0;0
S18;2025-10-31;;2025-11-20;tax_office;;;;no;2025-11-20;2025-12-12;yes;22;2026-01-23;;0;0
S19;2025-10-31;;2025-11-25;town_hall;;;;no;2025-11-25;2025-12-12;yes;17;2026-01-23;;0;0
S20;2026-01-09;;2025-12-30;tax_office;;;;no;2026-01-09;2026-02-20;yes;42;2026-04-07;;0;0
S21;2023-02-28;;2023-03-15;town_hall;;;;no;2023-12-20;2023-04-11;yes;-253;2023-12-31;;0;0
S22;2026-02-27;;2026-04-10;town_hall;;;;no;2026-04-20;2026-04-10;yes;-10;2026-12-31;;0;0
S23;2026-02-27;;2026-04-11;town_hall;;;;no;2026-04-13;2026-04-10;no;-3;2026-12-31;;0;0
S24;2026-02-27;;2026-04-16;post;2026-04-09;;;no;2026-04-16;2026-04-10;yes;-6;2026-12-31;;0;0
S25;2026-02-27;;2026-04-17;post;2026-04-10;;;no;2026-04-17;2026-04-10;yes;-7;2026-12-31;;0;0
S26;2026-02-27;;2026-04-18;post;2026-04-10;;;no;2026-04-18;2026-04-10;no;-8;2026-12-31;;0;0
S27;2026-02-27;;2026-04-13;post;2026-04-11;;;no;2026-04-13;2026-04-10;no;-3;2026-12-31;;0;0
S28;2026-02-27;;2026-04-13;post;;;;no;2026-04-13;2026-04-10;unknown;-3;2026-12-31;;0;0
S29;2026-02-27;;2026-04-07;post;;;;no;2026-04-07;2026-04-10;yes;3;2026-12-31;;0;0
S30;;;2026-03-10;town_hall;;;;no;2026-03-10;;unknown;;2026-12-31;;0;0
S31;;;2026-12-01;town_hall;;;;no;2026-12-01;;unknown;;;;0;0
S32;2026-01-31;2026-02-05;2026-03-18;town_hall;;;;no;2026-03-18;2026-03-19;yes;1;2026-12-31;;0;0
S33;2026-01-31;2026-01-27;2026-03-13;town_hall;;;;no;2026-03-13;2026-03-16;yes;3;2026-12-31;;0;0
S34;2026-01-31;2026-01-27;2026-01-29;town_hall;;;;no;2026-01-29;2026-03-16;yes;46;2026-12-31;;0;0
S35;2025-01-31;;2025-03-10;tax_office;;2025-12-31;;no;2026-01-20;2025-03-14;yes;-312;2025-12-31;;0;0
S36;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-01-16;2025-03-14;yes;-308;2025-12-31;2026-01-17;0;0
S37;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-01-17;2025-03-14;yes;-309;2025-12-31;2026-01-17;1;2300
S38;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-01-30;2025-03-14;yes;-322;2025-12-31;2026-01-17;14;32200
S39;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-01-31;2025-03-14;yes;-323;2025-12-31;2026-01-17;15;35700
S40;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-02-13;2025-03-14;yes;-336;2025-12-31;2026-01-17;28;81200
S41;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-02-14;2025-03-14;yes;-337;2025-12-31;2026-01-17;29;85700
S42;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-02-27;2025-03-14;yes;-350;2025-12-31;2026-01-17;42;144200
S43;2025-01-31;;2025-03-10;tax_office;;2026-01-02;;no;2026-04-01;2025-03-14;yes;-383;2025-12-31;2026-01-17;42;144200
S44;2025-01-31;;2025-03-10;tax_office;;2026-01-02;2026-01-26;no;2026-02-20;2025-03-14;yes;-343;2025-12-31;2026-01-17;9;20700
S45;2025-01-31;;2025-03-10;tax_office;;2026-01-02;2026-01-16;no;2026-01-20;2025-03-14;yes;-312;2025-12-31;;0;0
S46;2025-01-31;;2025-03-10;town_hall;;;2025-06-12;no;2025-06-12;2025-03-14;yes;-90;2025-12-31;;0;0
S47;2025-01-31;;2025-03-10;tax_office;;2026-01-10;;yes;2026-02-05;2025-03-14;yes;-328;2026-02-11;;0;0
S48;2025-10-31;;2025-11-25;tax_office;;;;yes;2026-01-15;2025-12-12;yes;-34;2026-03-06;;0;0
S49;2025-09-30;;2025-11-24;town_hall;;;;no;2025-11-24;2025-11-11;no;-13;2026-01-05;;0;0
S50;2025-09-30;;2025-11-24;town_hall;;2026-01-09;;no;2026-02-20;2025-11-11;no;-101;2026-01-05;;0;0
S51;;;2026-12-01;town_hall;;2027-03-01;;no;2027-04-01;;unknown;;;;;
S52;;;2025-03-10;town_hall;;2026-01-05;;no;2026-01-25;;unknown;;2025-12-31;2026-01-20;6;13800
`
  .trim()
  .split('\n')
  .map((line) => line.split(';').map((cell) => cell || null)) as (string | null)[][]

const { terms, penalty } = objectionRules()

test.each(cases)('%s: the terms of an objection', (...row) => {
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
