import type { ChargeRule } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { effort, testSeed } from '../../test/effort.ts'
import { billFacts, drum, liftOn, liftsOn, ownContainer, tariff } from '../../test/make-bill.ts'
import { randomFacts } from '../../test/random-bill.ts'
import { randomRuleFacts } from '../../test/random-rules.ts'
import type { BillFacts } from './bill-facts.queries.ts'
import { calculateBill } from './calculate-bill.ts'

const fixed = tariff({ charge: 'fixed', amount_cents: 16_650 })
const gft = { ...ownContainer, id: 3, chip_number: 'G1', waste_type: 'gft' as const, volume_litres: 140 }

/** '01-06', '01-07', … */
const days = (count: number, month = '01') =>
  Array.from({ length: count }, (_, index) => `${month}-${String(index + 6).padStart(2, '0')}`)
const gftLifts = (count: number, amount_cents = 170) =>
  liftsOn(days(count, '02'), { waste_type: 'gft', container_id: 3, volume_litres: 140, amount_cents })
const liftsOf2024 = (count: number) => days(count).map((day) => liftOn(`2024-${day}`))

const rule = { municipality_id: 917, valid_from: '2024-01-01', valid_to: null } as const
const everything = { scheme: null, household_size: null, waste_type: null, equipment_kind: null, volume_litres: null }
const freeRule = (to_lift: number): ChargeRule => ({
  ...rule,
  ...everything,
  id: 1,
  kind: 'free',
  alternative: null,
  prorated: false,
  from_lift: 1,
  to_lift,
  valid_to: to_lift === 3 ? '2024-12-31' : null,
})
const arrears: ChargeRule = {
  ...rule,
  id: 1,
  kind: 'period',
  fixed_per: 'year',
  rest_per: 'year',
  rest_on: 'next_year',
  size_on: 'each_change',
  valid_from: '2025-01-01',
}

/** Returns the sentences of a text. Each has at most eighteen words; an amount is one word. */
function spoken(facts: Partial<BillFacts>, shows_former = false, length: 'short' | 'full' = 'full') {
  const { spoken: texts } = calculateBill(billFacts(facts), { shows_former, employee_id: 1 })
  const sentences = texts[length].split(/(?<=\.) /)
  for (const sentence of sentences) expect(sentence.split(' ').length).toBeLessThanOrEqual(18)
  return sentences.map((sentence) => sentence.replaceAll('\u00a0', ' '))
}

test('explains lifts, the fixed part, the sum and the difference with the year before', () => {
  const facts = {
    tariffs: [fixed],
    containers: [ownContainer, gft],
    lifts: [...gftLifts(16), ...liftsOn(days(9)), ...liftsOf2024(23)],
    has_year_before: true,
  }
  expect(spoken(facts).join(' ')).toBe(
    'In 2025 is de restafvalcontainer van 240 liter 9 keer geleegd: € 89,10. De gft-container 16 keer: € 27,20. ' +
      'Met het vaste deel van € 166,50 is dat samen € 282,80. ' +
      'Dat is € 111,40 minder dan in 2024: € 138,60 door 14 restafvalledigingen minder. ' +
      'Er komt € 27,20 bij door 16 gft-ledigingen meer.',
  )
})

describe('the difference with the year before', () => {
  const difference = (facts: Partial<BillFacts> = {}) => {
    const text = spoken({ has_year_before: true, tariffs: [fixed], ...facts }, true, 'short').join(' ')
    return text.slice(text.indexOf('Dat is'))
  }
  const lifts = (now: Partial<BillFacts>['lifts'] = [], before: Partial<BillFacts>['lifts'] = []) => [...now, ...before]
  const gftOf2024 = (count: number, amount_cents: number) =>
    days(count, '02').map((day) =>
      liftOn(`2024-${day}`, { waste_type: 'gft', container_id: 3, volume_litres: 140, amount_cents }),
    )
  const household = (...sizes: [first_day: string, last_day: string | null, household_size: number][]) =>
    sizes.map(([first_day, last_day, household_size], id) => ({
      id,
      subject_id: 'S1',
      first_day,
      last_day,
      household_size,
    }))

  test.each<[string, Partial<BillFacts>, string]>([
    [
      'the tariffs and a lift more',
      {
        containers: [ownContainer, gft],
        lifts: lifts(
          [...gftLifts(10), ...liftsOn(days(9), { amount_cents: 730 })],
          [...days(9).map((day) => liftOn(`2024-${day}`, { amount_cents: 710 })), ...gftOf2024(9, 165)],
        ),
      },
      'Dat is € 3,95 meer dan in 2024: € 2,25 door hogere tarieven en € 1,70 door 1 gft-lediging meer.',
    ],
    [
      'a rule that frees more lifts',
      {
        charge_rules: [freeRule(3), { ...freeRule(5), id: 2, valid_from: '2025-01-01' }],
        lifts: lifts(liftsOn(days(9)), liftsOf2024(8)),
      },
      'Dat is € 9,90 minder dan in 2024: € 19,80 door 2 gratis restafvalledigingen meer. Er komt € 9,90 bij door 1 restafvallediging meer.',
    ],
    [
      'lifts that stand on another bill than before',
      {
        charge_rules: [arrears],
        lifts: lifts(liftsOn(days(9)), liftsOf2024(8)),
      },
      'Dat is € 79,20 minder dan in 2024, door een andere regel voor de ledigingen.',
    ],
    [
      'one tariff',
      {
        lifts: lifts(
          liftsOn(days(4)),
          days(4).map((day) => liftOn(`2024-${day}`, { amount_cents: 900 })),
        ),
      },
      'Dat is € 3,60 meer dan in 2024, door een hoger tarief.',
    ],
    ['nothing', { lifts: lifts(liftsOn(days(4)), liftsOf2024(4)) }, 'Dat is evenveel als in 2024.'],
    [
      'a larger container with fewer lifts',
      {
        containers: [ownContainer, { ...ownContainer, id: 4, volume_litres: 140 }],
        lifts: lifts(
          liftsOn(days(6)),
          days(10).map((day) => liftOn(`2024-${day}`, { container_id: 4, volume_litres: 140, amount_cents: 700 })),
        ),
      },
      'Dat is € 10,60 minder dan in 2024: € 39,60 door 4 restafvalledigingen minder. ' +
        'Er komt € 29,00 bij door een grotere restafvalcontainer.',
    ],
    [
      'a higher fixed part',
      {
        tariffs: [
          { ...fixed, valid_to: '2024-12-31', amount_cents: 16_000 },
          { ...fixed, id: 2, valid_from: '2025-01-01' },
        ],
      },
      'Dat is € 6,50 meer dan in 2024, door een hoger vast deel.',
    ],
    [
      'a larger household and a higher fixed part',
      {
        tariffs: (['one', 'several'] as const).flatMap((household_size, at) => [
          { ...fixed, id: at, household_size, valid_to: '2024-12-31', amount_cents: 10_000 + at * 5000 },
          { ...fixed, id: at + 2, household_size, valid_from: '2025-01-01', amount_cents: 11_000 + at * 6000 },
        ]),
        occupancies: household(['2020-01-01', '2024-12-31', 1], ['2025-01-01', null, 3]),
      },
      'Dat is € 70,00 meer dan in 2024: € 60,00 door een groter huishouden. ' +
        'Er komt € 10,00 bij door een hoger vast deel.',
    ],
    [
      'the months of a household that moved in',
      { occupancies: household(['2024-05-15', null, 3]) },
      'Dat is € 69,37 meer dan in 2024, door 5 maanden meer op dit adres.',
    ],
    [
      'months of which the amount is rounded',
      { occupancies: household(['2024-09-15', null, 3]) },
      'Dat is € 124,87 meer dan in 2024, door 9 maanden meer op dit adres.',
    ],
    [
      'a container that was delivered in the year before',
      {
        containers: [{ ...ownContainer, placed_on: '2024-06-15' }],
        tariffs: [
          fixed,
          tariff({
            id: 2,
            charge: 'delivery',
            waste_type: 'residual_waste',
            kind: 'minicontainer',
            volume_litres: 240,
            amount_cents: 1500,
          }),
        ],
      },
      'Dat is € 15,00 minder dan in 2024, door minder kosten voor het bezorgen.',
    ],
    [
      'causes that cancel out',
      {
        lifts: lifts(
          liftsOn(days(1), { amount_cents: 1000 }),
          days(2).map((day) => liftOn(`2024-${day}`, { amount_cents: 500 })),
        ),
      },
      'Dat is evenveel als in 2024. Er komt € 10,00 bij door een hoger tarief. ' +
        'Er gaat € 10,00 af door 1 restafvallediging minder.',
    ],
  ])('is told in euros by its causes: %s', (_, facts, text) => {
    expect(difference(facts)).toBe(text)
  })

  test('is left out until the year has ended and all its lifts are delivered', () => {
    const facts = { lifts: lifts(liftsOn(days(4)), liftsOf2024(3)), has_year_before: true, tariffs: [fixed] }
    for (const other of [
      { today: '2025-12-31' },
      { updated_until: '2025-12-30' },
      { tariffs: [{ ...fixed, valid_from: '2025-01-01' }] },
    ])
      expect(spoken({ ...facts, ...other }).join(' ')).not.toMatch(/2024/)
    expect(spoken(facts).at(-1)).toMatch(/2024/)
  })
})

describe('with an assessment, the text', () => {
  const imposed = (amount_cents: number) => ({
    assessments: [{ id: 1, subject_id: 'S1', number: 'A1', assessed_on: '2026-01-31', amount_cents, lines: [] }],
    tariffs: [fixed],
  })
  const late = liftsOn(['12-31'], { loaded_on: '2026-02-01' })

  test('is one amount when our calculation equals it', () => {
    const facts = { ...imposed(16_650 + 990), lifts: liftsOn(days(1)) }
    expect(spoken(facts, false, 'short')).toEqual(['Uw aanslag over 2025 is € 176,40.'])
    expect(spoken(facts)[0]).toBe('Op uw aanslag van 31 januari 2026 staat € 176,40.')
  })

  test('states the imposed amount first, and then what came after it', () => {
    expect(spoken({ ...imposed(16_000), lifts: [...late, ...liftsOn(days(1))] }, false, 'short')).toEqual([
      'Op uw aanslag over 2025 staat € 160,00.',
      'Daarna is nog 1 lediging van € 9,90 geleverd.',
      'Door andere tarieven of regels komt er € 16,40 bij.',
      'Nu komen wij op € 186,30.',
    ])
  })

  test('states what came after the imposed amount before the lines, whose sum already contains it', () => {
    expect(spoken({ ...imposed(16_650 + 990), lifts: [...late, ...liftsOn(days(1))] })).toEqual([
      'Op uw aanslag van 31 januari 2026 staat € 176,40.',
      'Daarna is nog 1 lediging van € 9,90 geleverd.',
      'Nu komen wij op € 186,30.',
      'In 2025 is de restafvalcontainer van 240 liter 2 keer geleegd: € 19,80.',
      'Met het vaste deel van € 166,50 is dat samen € 186,30.',
    ])
  })
})

/** Returns the sum of the causes in a text. The first sentence subtracts if the year cost less; others if it says so. */
function sumOfTold(text: string) {
  const sums = text.split(/(?<=\.) /).map((sentence) => {
    const [lead = '', told] = sentence.split(':')
    const isLess = / minder dan in | af door /.test(told === undefined ? sentence : lead)
    const amounts = [...(told ?? sentence).matchAll(/€ ([\d.]+),(\d\d)/g)]
    if (told === undefined && /^Dat is .* dan in \d+\.$/.test(sentence)) return 0
    return amounts.reduce((sum, [, euros = '', cents = '']) => {
      return sum + (isLess ? -1 : 1) * Number(euros.replaceAll('.', '') + cents)
    }, 0)
  })
  return sums.reduce((sum, cents) => sum + cents, 0)
}

test.each([
  ['cases', randomFacts],
  ['cases with charge rules', randomRuleFacts],
] as const)(
  'the causes of a difference add up to it, to the cent, in the text and in the lines, in random %s',
  (_, make) => {
    const cases = 1000 * effort
    let compared = 0
    for (let seed = testSeed; seed < testSeed + cases; seed += 1) {
      const facts = { ...make(seed), updated_until: null, today: '2029-01-01', has_year_before: true }
      const { billed, last_year, periods } = calculateBill(facts, { shows_former: true, employee_id: 1 })
      if (!billed || !last_year) continue
      compared += 1
      const lines = periods.flatMap((period) => period.lines).flatMap(({ difference }) => difference ?? [])
      const sum = (part: keyof (typeof lines)[number]) => lines.reduce((total, line) => total + line[part], 0)
      const whole = (billed.amount_cents ?? 0) - last_year.amount_cents
      const told = last_year.difference.replaceAll('\u00a0', ' ')
      const message = `seed ${seed}: ${told}`
      expect(sum('amount_cents'), message).toBe(whole)
      expect(sum('tariff_cents') + sum('count_cents') + sum('other_cents'), message).toBe(whole)
      for (const sentence of last_year.difference.split(/(?<=\.) /))
        expect(sentence.split(' ').length, message).toBeLessThanOrEqual(18)
      expect(sumOfTold(told), message).toBe(whole)
    }
    expect(compared).toBeGreaterThan(0.4 * cases)
  },
)

test('has no amounts, and states that there is no bill yet, before the year begins', () => {
  const facts = billFacts({
    tariffs: [fixed],
    year: 2026,
    today: '2025-12-31',
    lifts: liftsOn(days(9)),
    has_year_before: true,
  })
  const bill = calculateBill(facts, { shows_former: true, employee_id: 1 })
  expect(bill).toMatchObject({ periods: [], last_year: null, norm: null, totals: { amount_cents: 0, count: 0 } })
  const text = '2026 is nog niet begonnen. Er is nog geen aanslag.'
  expect(bill.spoken).toEqual({ short: text, full: text })
  expect(calculateBill({ ...facts, today: '2026-01-01' }, { shows_former: true, employee_id: 1 }).periods).toHaveLength(
    1,
  )
})

test('does not state that nothing was emptied in a year before the first delivery', () => {
  const delivered = [{ waste_type: 'residual_waste' as const, since: '2026-01-05', until: '2026-03-01' }]
  expect(spoken({ delivered })).toEqual(['Ledigingen van restafval zijn bekend vanaf 5 januari.'])
  expect(spoken({ delivered, tariffs: [fixed] })[1]).toBe('U betaalt het vaste deel van € 166,50.')
})

test('states the day of a new tariff, and both tariffs', () => {
  const key = {
    charge: 'clearance' as const,
    waste_type: 'residual_waste' as const,
    kind: 'minicontainer' as const,
    volume_litres: 240,
  }
  const tariffs = [
    tariff({ ...key, id: 1, amount_cents: 990, valid_to: '2025-06-30' }),
    tariff({ ...key, id: 2, amount_cents: 1140, valid_from: '2025-07-01' }),
  ]
  const lifts = liftsOn(['06-30', '05-05', '07-01', '08-01', '09-01'], { amount_cents: null })
  expect(spoken({ tariffs, lifts })).toEqual([
    'In 2025 is de restafvalcontainer van 240 liter 5 keer geleegd: € 54,00.',
    'Dat is 2 keer € 9,90 en vanaf 1 juli 3 keer € 11,40.',
  ])
})

test('states no first day for a tariff of the whole year, also when an earlier lift had another amount', () => {
  const key = { waste_type: 'residual_waste' as const, kind: 'minicontainer' as const, volume_litres: 240 }
  const tariffs = [tariff({ ...key, charge: 'clearance', amount_cents: 990 })]
  const lifts = [...liftsOn(['02-03', '03-03'], { amount_cents: null }), ...liftsOn(['01-06'], { amount_cents: 900 })]
  expect(spoken({ tariffs, lifts })[1]).toBe('Dat is 1 keer € 9,00 en 2 keer € 9,90.')
})

test('states three tariffs, but leaves out four', () => {
  const liftsFor = (...amounts: number[]) =>
    amounts.flatMap((amount_cents, at) => liftsOn([`0${at + 1}-10`], { amount_cents })).toReversed()
  expect(spoken({ lifts: liftsFor(900, 1000, 1100) })[1]).toBe(
    'Dat is 1 keer € 9,00, 1 keer € 10,00 en 1 keer € 11,00.',
  )
  expect(spoken({ lifts: liftsFor(900, 1000, 1100, 1200) })).toHaveLength(1)
})

describe('the paragraph for a household that moved within the year', () => {
  const household = (first_day: string, last_day: string | null) => ({
    tariffs: [fixed],
    lifts: liftsOn(['05-20']),
    occupancies: [{ id: 1, subject_id: 'S1', first_day, last_day, household_size: 1 }],
  })
  test('states the day from which the household pays, and for how many months', () => {
    expect(spoken(household('2025-05-15', null))).toEqual([
      'Vanaf 15 mei 2025 is de restafvalcontainer van 240 liter 1 keer geleegd: € 9,90.',
      'Met het vaste deel over 7 maanden van € 97,13 is dat samen € 107,03.',
    ])
    expect(spoken(household('2025-11-15', null))).toEqual([
      'Vanaf 15 november 2025 is er niets geleegd.',
      'U betaalt alleen het vaste deel over 1 maand van € 13,88.',
    ])
  })

  test('states the day until which the household paid', () => {
    expect(spoken(household('2020-01-01', '2025-05-31'), true)[0]).toMatch(
      /^Tot en met 31 mei 2025 is de restafvalcontainer/,
    )
    expect(spoken(household('2025-02-03', '2025-05-31'), true)[0]).toMatch(/^Van 3 februari tot 1 juni 2025 is de/)
  })

  test('states no lifts or amounts of another household', () => {
    expect(spoken(household('2020-01-01', '2025-05-31'))).toEqual([
      'De aanslag over 2025 is voor een ander huishouden.',
      'Daarom kunnen wij die niet toelichten.',
    ])
    expect(spoken(household('2026-01-01', null))).toEqual(['Over 2025 was niemand op dit adres belastingplichtig.'])
  })
})

test('states that nothing was emptied', () => {
  expect(spoken({ tariffs: [fixed] })).toEqual([
    'In 2025 is er niets geleegd.',
    'U betaalt alleen het vaste deel van € 166,50.',
  ])
  expect(spoken({ today: '2025-03-04' })).toEqual(['In 2025 is er nog niets geleegd.'])
})

test('never states that nothing was emptied when nothing was delivered', () => {
  const until = (day: string) => [{ waste_type: 'residual_waste' as const, until: day }]
  expect(spoken({ delivered: [] })).toEqual(['Van restafval in Heerlen zijn nog nooit ledigingen ingelezen.'])
  expect(spoken({ delivered: [], containers: [] })).toEqual(['In Heerlen zijn nog nooit ledigingen ingelezen.'])
  expect(spoken({ delivered: until('2024-12-31') })).toEqual([
    'Ledigingen van restafval zijn bekend tot en met 31 december 2024.',
  ])
  expect(spoken({ delivered: until('2025-11-14'), today: '2025-11-28' })).toEqual([
    'In 2025 is er nog niets geleegd.',
    'Ledigingen van restafval zijn bekend tot en met 14 november.',
  ])
  expect(spoken({ delivered: until('2025-12-31'), containers: [ownContainer, gft] })).toEqual([
    'In 2025 is er geen restafval geleegd.',
    'Van gft in Heerlen zijn nog nooit ledigingen ingelezen.',
  ])
})

test('the tariffs of a year are known when one was valid on its first day, and unknown when all ended before', () => {
  const lifts = liftsOn(days(1), { amount_cents: null })
  const unknown = 'De tarieven van 2025 zijn niet bekend.'
  expect(spoken({ lifts, tariffs: [{ ...fixed, valid_to: '2024-12-31' }] })).toContain(unknown)
  expect(spoken({ lifts, tariffs: [{ ...fixed, valid_to: '2025-01-01' }] })).not.toContain(unknown)
})

test('states that no tariffs are known', () => {
  expect(spoken({ lifts: liftsOn(days(2), { amount_cents: null }) })).toEqual([
    'In 2025 is de restafvalcontainer van 240 liter 2 keer geleegd.',
    'De tarieven van 2025 zijn niet bekend.',
  ])
})

test('names lifts that cost one cent before lifts without costs', () => {
  const facts = {
    tariffs: [fixed],
    containers: [ownContainer, gft],
    lifts: [...liftsOn(days(1), { amount_cents: 0 }), ...gftLifts(1, 1)],
  }
  expect(spoken(facts).slice(0, 2)).toEqual([
    'In 2025 is de gft-container 1 keer geleegd: € 0,01.',
    'De restafvalcontainer van 240 liter 1 keer: gratis.',
  ])
})

test('names lifts without costs after all other lifts', () => {
  const facts = { tariffs: [fixed], containers: [ownContainer, gft], lifts: [...liftsOn(days(3)), ...gftLifts(2, 0)] }
  expect(spoken(facts)).toEqual([
    'In 2025 is de restafvalcontainer van 240 liter 3 keer geleegd: € 29,70.',
    'De gft-container 2 keer: gratis.',
    'Met het vaste deel van € 166,50 is dat samen € 196,20.',
  ])
})

test('uses the verb of each kind of lift', () => {
  const containers = [ownContainer, drum]
  const opened = liftsOn(days(3, '02'), { container_id: 2, volume_litres: 60, amount_cents: 120 })
  const visits = liftsOn(days(2, '03'), { container_id: null, volume_litres: null, amount_cents: 500 })
  expect(spoken({ containers, lifts: [...visits, ...opened, ...liftsOn(days(1))] })).toEqual([
    'In 2025 is de restafvalcontainer van 240 liter 1 keer geleegd: € 9,90.',
    'De ondergrondse container voor restafval is 3 keer geopend: € 3,60.',
    'Het grondstoffenpark is 2 keer bezocht: € 10,00.',
    'Dat is samen € 23,50.',
  ])
})

test('states the visits to the waste depot in one sentence, whatever their stream', () => {
  const visit = { container_id: null, volume_litres: null, amount_cents: 0 }
  const visits = [
    ...liftsOn(['03-06'], visit),
    ...liftsOn(['04-06'], { ...visit, waste_type: 'textile' }),
    ...liftsOn(['05-06'], { ...visit, waste_type: 'pruning_waste', amount_cents: 500 }),
  ]
  expect(spoken({ lifts: visits })).toEqual(['In 2025 is het grondstoffenpark 3 keer bezocht: € 5,00.'])
})

test('lists rental and delivery together with the fixed part', () => {
  const kind = { waste_type: 'residual_waste' as const, kind: 'minicontainer' as const, volume_litres: 240 }
  const tariffs = [
    fixed,
    tariff({ ...kind, id: 2, charge: 'rental', amount_cents: 2400 }),
    tariff({ ...kind, id: 3, charge: 'delivery', amount_cents: 1500 }),
  ]
  const containers = [ownContainer, { ...ownContainer, id: 4, chip_number: null, placed_on: '2025-06-15' }]
  expect(spoken({ tariffs, containers, lifts: liftsOn(days(1)) }).slice(1)).toEqual([
    'Daarbij komen het vaste deel van € 166,50, de huur van € 12,00 en het bezorgen van € 15,00.',
    'Dat is samen € 203,40.',
  ])
  expect(spoken({ tariffs, containers }).slice(1)).toEqual([
    'U betaalt het vaste deel van € 166,50, de huur van € 12,00 en het bezorgen van € 15,00.',
    'Dat is samen € 193,50.',
  ])
})

describe('an upheld objection', () => {
  const lifts = liftsOn(days(2))
  const objections = [
    {
      id: 1,
      clearance_id: lifts[0]?.id ?? 0,
      reason: 'other' as const,
      note: '',
      state: 'upheld' as const,
      filed_by: 'Kim',
      filed_by_id: 1,
      filed_at: '2026-02-01T12:00:00+01:00',
      decided_by: 'Noor',
      decided_at: '2026-02-02T12:00:00+01:00',
      handover_id: null,
      decision_reason: null,
    },
  ]

  test('is subtracted before the sum', () => {
    expect(spoken({ lifts, objections, tariffs: [fixed] }).slice(1)).toEqual([
      'Na bezwaar gaat er € 9,90 af.',
      'Met het vaste deel van € 166,50 is dat samen € 176,40.',
    ])
    expect(spoken({ lifts, objections }).slice(1)).toEqual(['Na bezwaar gaat er € 9,90 af.', 'Dan blijft € 9,90 over.'])
  })
})

test('states that the fixed part is missing when the size of the household is unknown', () => {
  const tariffs = [{ ...fixed, household_size: 'several' as const }]
  const occupancies = [{ id: 1, subject_id: 'S1', first_day: '2020-01-01', last_day: null, household_size: null }]
  expect(spoken({ tariffs, occupancies, lifts: liftsOn(days(2)) }).slice(1)).toEqual([
    'Het vaste deel ontbreekt: de grootte van het huishouden is niet bekend.',
  ])
})

describe('a deduction', () => {
  const off: ChargeRule = {
    ...{ ...rule, ...everything, id: 1, kind: 'deduction', target: 'lifts', alternative: null, prorated: false },
    ...{ percent: null, to_lift: null, max_cents: 500, left_cents: null, valid_to: '2024-12-31' },
  }
  test('of the year before only is no sentence of this bill, but a cause of the difference', () => {
    const lifts = [...liftsOn(days(1)), ...liftsOf2024(1)]
    expect(spoken({ charge_rules: [off], lifts, tariffs: [fixed], has_year_before: true })).toEqual([
      'In 2025 is de restafvalcontainer van 240 liter 1 keer geleegd: € 9,90.',
      'Met het vaste deel van € 166,50 is dat samen € 176,40.',
      'Dat is € 5,00 meer dan in 2024, door minder korting of kwijtschelding.',
    ])
  })
})

test('states that a correction, and not an objection, leaves out a lift when the amount stays', () => {
  const lifts = liftsOn(days(1))
  const objections = [
    {
      ...{ id: 1, clearance_id: lifts[0]?.id ?? 0, handover_id: null, reason: 'other' as const, note: '' },
      ...{ state: 'corrected' as const, filed_by: 'Kim', filed_by_id: 1, filed_at: '2026-02-01T12:00:00+01:00' },
      ...{ decided_by: 'Noor', decided_at: '2026-02-02T12:00:00+01:00', decision_reason: 'Dubbel ingelezen' },
    },
  ]
  expect(spoken({ charge_rules: [{ ...freeRule(1), valid_to: null }], lifts, objections }).slice(2)).toEqual([
    'Door een correctie telt 1 lediging niet mee.',
    'Dat verandert het bedrag niet.',
  ])
})

test('names no tariff as a cause when the price of a code stays and the size of the household changes', () => {
  const size = (first_day: string, last_day: string | null, household_size: number) => ({
    ...{ id: household_size, subject_id: 'S1', first_day, last_day, household_size },
  })
  const text = spoken({
    ...{ has_year_before: true, occupancies: [size('2020-01-01', '2024-12-31', 1), size('2025-01-01', null, 2)] },
    tariffs: [
      { ...fixed, id: 1, household_size: 'one' },
      { ...fixed, id: 2, household_size: 'several', amount_cents: 20_000 },
      { ...fixed, id: 3, scheme: 'V', amount_cents: 17_600, valid_to: '2024-12-31' },
      { ...fixed, id: 4, scheme: 'V', amount_cents: 17_700, valid_from: '2025-01-01' },
    ],
    schemes: [
      {
        ...{ id: 1, address_id: 1, subject_id: null, code: 'V', nature: 'premises', container_id: null },
        ...{ first_day: '2020-01-01', last_day: null },
      },
    ],
  })
  expect(text.at(-1)).toBe('Dat is € 1,00 meer dan in 2024, door een hoger vast deel.')
})
