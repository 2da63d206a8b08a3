import type { FlagRule } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { effort, testSeed } from '../../test/effort.ts'
import { billFacts, drum, liftOn, liftsOn, ownContainer } from '../../test/make-bill.ts'
import { randomFacts } from '../../test/random-bill.ts'
import type { BillFacts } from './bill-facts.queries.ts'
import { calculateBill } from './calculate-bill.ts'

/** Returns the flags. Each names its lifts, states a day or a year, and states what to check. */
function flagsOf(facts: Partial<BillFacts>) {
  const { flags } = calculateBill(billFacts(facts), { shows_former: false, employee_id: 1 })
  for (const { clearance_ids, text, check } of flags) {
    expect(clearance_ids).not.toEqual([])
    expect(text).toMatch(/^(Op [1-9]|In 20).*\.$/)
    expect(check).toMatch(/^[A-Z].*\.$/)
  }
  return flags
}
const rulesOf = (facts: Partial<BillFacts>) => flagsOf(facts).map(({ rule }) => rule)

/** Residual waste every two weeks on a Friday in 2025: 3 and 17 January, …; gft on other days. */
const everyTwoWeeks = {
  category: 'residual_waste' as const,
  every_weeks: 2,
  days: null,
  valid_from: '2025-01-03',
  valid_to: null,
}
const plan = { rules: [everyTwoWeeks], exceptions: [], published: [2025] }

test('flags nothing on a bill with lifts on collection days', () => {
  expect(flagsOf({ plan, lifts: liftsOn(['01-03', '01-17', '02-14']) })).toEqual([])
})

describe('same_day', () => {
  test('flags two lifts of one chip on one Dutch day', () => {
    const lifts = [
      liftOn('2025-03-04', { id: 2 }),
      liftOn('2025-03-04', { id: 1, cleared_at: '2025-03-04T00:30:00+01:00' }),
    ]
    expect(flagsOf({ lifts })).toEqual([
      {
        rule: 'same_day',
        clearance_ids: [2, 1],
        text: 'Op 4 maart is chip A1B2 2 keer geregistreerd.',
        check: 'Ga na of de inzamelaar de container die dag echt vaker heeft geleegd.',
      },
    ])
  })

  test('does not flag lifts of two containers, lifts before and after midnight, or two openings of a drum', () => {
    const other = { ...ownContainer, id: 3, chip_number: 'C3D4', waste_type: 'gft' as const }
    const lifts = [
      liftOn('2025-03-05', { id: 1, cleared_at: '2025-03-05T00:10:00+01:00' }),
      liftOn('2025-03-04', { id: 2, cleared_at: '2025-03-04T23:50:00+01:00' }),
      liftOn('2025-03-04', { id: 3, container_id: 3, waste_type: 'gft' }),
      liftOn('2025-03-03', { id: 4, container_id: 2 }),
      liftOn('2025-03-03', { id: 5, container_id: 2 }),
    ]
    expect(rulesOf({ lifts, containers: [ownContainer, { ...drum, chip_number: 'D1' }, other] })).toEqual([])
  })
})

describe('emptied_and_not', () => {
  const missed = { container_id: 1, chip_number: 'A1B2', reason: 'deksel_open' as const }
  const lifts = [liftOn('2025-11-25', { id: 7, cleared_at: '2025-11-25T08:18:23+01:00' })]
  const flagOf = (change: Partial<BillFacts['non_clearances'][number]>) =>
    flagsOf({ lifts, non_clearances: [{ ...missed, happened_at: '2025-11-25T08:18:10+01:00', ...change }] })

  test('flags a lift and a non-clearance of one container or chip on one Dutch day', () => {
    const flag = {
      rule: 'emptied_and_not',
      clearance_ids: [7],
      text:
        'Op 25 november is de container geleegd om 8.18 uur. ' + 'Om 8.18 uur is gemeld: niet geleegd, deksel open.',
      check: 'Vraag de inzamelaar welke van de twee klopt.',
    }
    expect(flagOf({})).toEqual([flag])
    expect(flagOf({ container_id: 9 })).toEqual([flag])
    expect(flagOf({ chip_number: null })).toEqual([flag])
  })

  test.each([
    ['of the Dutch day after, which is the same day in UTC', { happened_at: '2025-11-26T00:10:00+01:00' }],
    ['of another container and chip', { container_id: 9, chip_number: 'C3D4' }],
    ['of another container, without a chip', { container_id: 9, chip_number: null }],
  ])('does not flag a non-clearance %s', (_, change) => {
    expect(flagOf(change)).toEqual([])
  })
})

// Seeds from 1: what the crew did not empty changes no bill, except for the flags about it.
test('random bills with and without non-clearances differ only in their flags about a contradiction', () => {
  let found = 0
  for (let seed = 1; seed <= 250 * effort; seed += 1) {
    const facts = randomFacts(testSeed * 1_000_000 + seed)
    const options = { shows_former: seed % 2 === 0, employee_id: 1 }
    // Every third lift has a contradiction on its day; every container has a non-clearance on a day without lifts.
    const of = (container_id: number, happened_at: string) => ({ ...missed(facts, container_id), happened_at })
    const non_clearances = [
      ...facts.lifts.flatMap(({ container_id, cleared_at }, index) =>
        index % 3 === 0 && container_id !== null ? [of(container_id, cleared_at)] : [],
      ),
      ...facts.containers.map(({ id }) => of(id, '1999-03-04T08:00:00+01:00')),
    ]
    const before = calculateBill(facts, options)
    const after = calculateBill({ ...facts, non_clearances }, options)
    const contradictions = after.flags.filter(({ rule }) => rule === 'emptied_and_not')
    expect({ ...after, flags: after.flags.filter((flag) => !contradictions.includes(flag)) }, `seed ${seed}`).toEqual(
      before,
    )
    const days = new Set(
      non_clearances.map(({ container_id, happened_at }) => `${container_id} ${happened_at.slice(0, 10)}`),
    )
    const flagged = new Set(contradictions.flatMap(({ clearance_ids }) => clearance_ids))
    for (const { id, equipment_id, cleared_at } of after.clearances)
      expect(flagged.has(id), `seed ${seed}`).toBe(days.has(`${equipment_id} ${cleared_at.slice(0, 10)}`))
    found += flagged.size
  }
  expect(found).toBeGreaterThan(0)
})
const missed = ({ containers }: BillFacts, container_id: number) => ({
  container_id,
  chip_number: containers.find(({ id }) => id === container_id)?.chip_number ?? null,
  reason: 'obstakel' as const,
})

describe('outside_collection_day', () => {
  const exceptions = [
    {
      category: 'residual_waste' as const,
      day: '2025-03-14',
      state: 'moved' as const,
      moved_to: '2025-03-18',
      reason: '',
      revision: 1,
      changed_at: '2025-01-01T00:00:00Z',
    },
    {
      category: 'residual_waste' as const,
      day: '2025-03-28',
      state: 'cancelled' as const,
      moved_to: null,
      reason: '',
      revision: 1,
      changed_at: '2025-01-01T00:00:00Z',
    },
  ]
  const outside = (day: string, changes: Partial<BillFacts['plan']> = {}) =>
    rulesOf({ plan: { ...plan, exceptions, ...changes }, lifts: liftsOn([day]) })

  test.each([
    ['two days after a collection day', '01-19'],
    ['two days before a collection day', '01-15'],
    ['on the planned day of a moved collection', '03-14'],
    ['on a cancelled day', '03-28'],
  ])('flags a lift %s', (_, day) => {
    expect(outside(day)).toEqual(['outside_collection_day'])
  })

  test.each([
    ['on a collection day', '01-17'],
    ['a day before a collection day', '01-16'],
    ['a day after a collection day', '01-18'],
    ['on the new day of a moved collection', '03-18'],
    ['a day after the new day of a moved collection', '03-19'],
  ])('does not flag a lift %s', (_, day) => {
    expect(outside(day)).toEqual([])
  })

  test('flags nothing without published rules for the stream and the year', () => {
    expect(outside('01-22', { published: [2024, 2026] })).toEqual([])
    expect(outside('01-22', { rules: [{ ...everyTwoWeeks, category: 'gft' }] })).toEqual([])
    expect(outside('01-22', { rules: [{ ...everyTwoWeeks, valid_to: '2024-12-31' }] })).toEqual([])
  })

  test('does not flag an opening of a shared container', () => {
    expect(rulesOf({ plan, containers: [ownContainer, drum], lifts: liftsOn(['01-22'], { container_id: 2 }) })).toEqual(
      [],
    )
  })
})

describe('container_absent', () => {
  const containers = [{ ...ownContainer, placed_on: '2025-02-01', removed_on: '2025-11-30' }]

  test('flags a lift before the placement or after the removal of its container', () => {
    const flags = flagsOf({ containers, lifts: liftsOn(['01-31', '12-01']) })
    expect(flags.map(({ rule }) => rule)).toEqual(['container_absent', 'container_absent'])
    expect(flags.map(({ text }) => text)).toEqual([
      'Op 1 december is container C1 geleegd. Die container is op 30 november 2025 weggehaald.',
      'Op 31 januari is container C1 geleegd. Die container is op 1 februari 2025 geplaatst.',
    ])
  })

  test('does not flag a lift on the day of the placement or removal of its container', () => {
    expect(rulesOf({ containers, lifts: liftsOn(['02-01', '11-30']) })).toEqual([])
  })
})

describe('chip_elsewhere', () => {
  const elsewhere = { container_id: 9, chip_number: 'A1B2', placed_on: '2025-03-01', removed_on: '2025-05-01' }
  const own = { ...elsewhere, container_id: 1, placed_on: '2020-01-01', removed_on: null }
  const flagged = (day: string, chips = [own, elsewhere]) => rulesOf({ chips, lifts: liftsOn([day]) })

  test('flags a lift when the chip was in another container on that day', () => {
    expect(flagged('04-04')).toEqual(['chip_elsewhere'])
    expect(flagged('06-06', [own, { ...elsewhere, removed_on: null as never }])).toEqual(['chip_elsewhere'])
  })

  test('does not flag a lift before, after, or on the first or last day of the chip in the other container', () => {
    expect([flagged('03-01'), flagged('05-01'), flagged('02-28'), flagged('05-02')]).toEqual([[], [], [], []])
  })

  test('does not flag a lift when the other container has another chip', () => {
    expect(flagged('04-04', [own, { ...elsewhere, chip_number: 'Z9' }])).toEqual([])
  })
})

describe('blocked_pass', () => {
  const containers = [ownContainer, drum]
  const opened = (day: string, passes: BillFacts['passes'], container_id = 2) =>
    rulesOf({ containers, passes, lifts: liftsOn([day], { container_id }) })
  const lost = { issued_on: '2024-01-01', blocked_on: '2025-03-04' }
  const replacement = { issued_on: '2025-03-14', blocked_on: null }

  test('flags an opening when every pass was blocked on that day', () => {
    expect(opened('03-05', [lost])).toEqual(['blocked_pass'])
    expect(opened('03-13', [lost, replacement])).toEqual(['blocked_pass'])
  })

  test('does not flag an opening on the day of a block or a replacement, or while another pass is valid', () => {
    expect(opened('03-04', [lost])).toEqual([])
    expect(opened('03-14', [lost, replacement])).toEqual([])
    expect(opened('03-05', [lost, { issued_on: '2024-06-01', blocked_on: null }])).toEqual([])
  })

  test('flags neither an address whose first pass came later nor a lift of the household’s own container', () => {
    expect(opened('03-05', [replacement])).toEqual([])
    expect(opened('03-05', [lost], 1)).toEqual([])
  })
})

describe('far_more', () => {
  const days = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `${String(1 + (index % 12)).padStart(2, '0')}-0${1 + Math.floor(index / 12)}`,
    )
  const history = (now: number, before: number, earlier: number, facts: Partial<BillFacts> = {}): FlagRule[] =>
    rulesOf({
      lifts: [...liftsOn(days(now)), ...days(before).map((day) => liftOn(`2024-${day}`))],
      earlier_lifts:
        earlier > 0
          ? [{ waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240, count: earlier }]
          : [],
      ...facts,
    })

  test('flags more than twice the mean of the two years before, and at least six lifts more', () => {
    expect(history(13, 5, 7)).toEqual(['far_more'])
    expect(history(12, 5, 7)).toEqual([])
    expect(history(8, 2, 2)).toEqual(['far_more'])
    expect(history(7, 2, 2)).toEqual([])
  })

  test('compares with one year when the other year had no such lifts', () => {
    expect(history(13, 6, 0)).toEqual(['far_more'])
    expect(history(13, 0, 6)).toEqual(['far_more'])
    expect(history(13, 0, 0)).toEqual([])
  })

  test('compares only whole years of the same household', () => {
    const moved = [
      { id: 1, subject_id: 'S1', first_day: '2020-01-01', last_day: '2024-01-31', household_size: 1 },
      { id: 2, subject_id: 'S2', first_day: '2024-02-01', last_day: null, household_size: 5 },
    ]
    expect(history(24, 2, 2, { occupancies: moved })).toEqual([])
  })

  test('does not compare lifts of different volumes', () => {
    expect(
      history(24, 0, 0, {
        earlier_lifts: [{ waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 140, count: 2 }],
      }),
    ).toEqual([])
  })

  test('states the compared years in the text of the flag', () => {
    const lifts = [...liftsOn(days(13)), ...days(5).map((day) => liftOn(`2024-${day}`))]
    const earlier_lifts = [
      { waste_type: 'residual_waste' as const, kind: 'minicontainer' as const, volume_litres: 240, count: 7 },
    ]
    expect(flagsOf({ lifts, earlier_lifts })).toMatchObject([
      {
        text: 'In 2025 is de restafvalcontainer 13 keer geleegd, in 2023 7 keer en in 2024 5 keer.',
        check: 'Vraag of er iets is veranderd in het huishouden, en bekijk de dagen van de ledigingen.',
      },
    ])
  })
})
