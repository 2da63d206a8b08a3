import type { ChargeRule, HouseholdScheme, NewChargeRule } from '@rd4-loket/contract'
import { makeRandom, type Random } from '../../demo/random.ts'
import type { BillFacts, BillTariff, Occupancy } from '../domain/bill/bill-facts.queries.ts'
import { randomFacts } from './random-bill.ts'

/** Returns the facts of an invented bill with rule rows. A seed always returns the same. */
export function randomRuleFacts(seed: number): BillFacts {
  const random = makeRandom('rules', seed)
  const all = randomFacts(seed)
  const { year } = all
  const lifts = all.lifts.map((lift) => ({
    ...lift,
    // A correction of the supplier can be negative.
    ...(random.chance(0.1) && { container_id: null, volume_litres: null }),
    weight_kg: random.chance(0.3) ? (random.below(40_000) - 10_000) / 1000 : lift.weight_kg,
  }))
  const facts = { ...all, lifts, ...(random.chance(0.4) && { occupancies: someMove(random, year) }) }
  const subjects = facts.occupancies.map(({ subject_id }) => subject_id)
  const priced = facts.tariffs.flatMap((tariff): BillTariff[] => {
    if (tariff.charge === 'clearance' && random.chance(0.5))
      return [tariff, { ...tariff, charge: 'weight', amount_cents: random.below(50) }]
    if (tariff.charge !== 'fixed') return [tariff]
    return [tariff, ...(['M', 'H'] as const).filter(() => random.chance(0.25)).map((scheme) => ({ ...tariff, scheme }))]
  })
  return {
    ...facts,
    today: `${year + 2}-01-01`,
    // The order of filing is not the order of the lifts.
    objections: facts.objections
      .toSorted(() => (random.chance(0.5) ? 1 : -1))
      .map((objection, at) => ({
        ...objection,
        filed_at: `${year}-03-${String(at + 1).padStart(2, '0')}T12:00:00+01:00`,
      })),
    tariffs: priced.map((tariff, id) => ({ ...tariff, id })),
    // The order of the rows is that of their ids.
    charge_rules: someRules(random, year)
      .map((row, at): ChargeRule => ({ ...row, id: at + 1 }))
      .reverse(),
    schemes: someSchemes(random, facts.address_id, year, subjects),
  }
}

/** Returns two households on a day that a rule is about: 1 July, or the last day before it, of this year or the last. */
function someMove(random: Random, year: number): Occupancy[] {
  const of = year - random.below(2)
  const [last_day, first_day] = random.pick([
    [`${of}-06-30`, `${of}-07-01`],
    [`${of}-06-29`, `${of}-06-30`],
    [`${of - 1}-12-31`, `${of}-01-01`],
  ])
  const household_size = () => random.pick([null, 1, 2, 4])
  const former = { id: 0, subject_id: 'S1', first_day: `${year - 2}-02-03`, last_day, household_size: household_size() }
  const later = { id: 1, subject_id: random.pick(['S1', 'S2', 'S2']), first_day, household_size: household_size() }
  return [former, { ...later, last_day: random.pick([null, null, `${year}-11-15`]) }]
}

function someRules(random: Random, year: number): NewChargeRule[] {
  const dates = () => ({
    municipality_id: 917,
    valid_from: random.pick([`${year - 2}-01-01`, `${year - 2}-01-01`, `${year - 1}-01-01`, `${year}-03-15`]),
    valid_to: random.pick([null, null, null, `${year}-09-30`]),
  })
  const condition = () => ({
    ...dates(),
    scheme: random.pick([null, null, 'M', 'H']),
    household_size: random.pick([null, null, null, null, 'one', 'several'] as const),
    waste_type: random.pick([null, null, null, 'residual_waste', 'gft'] as const),
    equipment_kind: random.pick([
      null,
      null,
      null,
      'minicontainer',
      'ondergronds',
      'wijkcontainer',
      'depot',
      'depot',
    ] as const),
    volume_litres: random.pick([null, null, null, null, 240, 140]),
    prorated: random.chance(0.3),
    alternative: random.pick([null, null, 'a', 'b']),
  })
  const some = <Item>(most: number, item: () => Item[]) => Array.from({ length: random.below(most + 1) }, item).flat()
  const free = () => {
    const from_lift = 1 + random.below(3)
    const to_lift = random.chance(0.3) ? null : from_lift + random.below(5)
    const row = { ...condition(), kind: 'free' as const, from_lift, to_lift }
    // Equal rows free as many cents, and one of them is dropped.
    return random.chance(0.2)
      ? [row, { ...row, valid_from: `${year - 2}-02-01`, to_lift: random.pick([to_lift, null]) }]
      : [row]
  }
  const deduction = () => {
    const target = random.pick(['fixed', 'lifts', 'lifts'] as const)
    const limits = { percent: null, to_lift: null, max_cents: null, left_cents: null }
    const limit = random.pick([
      {},
      { left_cents: random.below(3000) },
      { percent: 1 + random.below(100), max_cents: random.below(2000) },
      target === 'lifts' ? { to_lift: 1 + random.below(6) } : {},
    ])
    const about = target === 'fixed' ? { waste_type: null, equipment_kind: null, volume_litres: null } : {}
    const scheme = random.pick([null, 'K', 'K', 'K', 'M'])
    return [{ ...condition(), ...about, ...limits, ...limit, scheme, kind: 'deduction' as const, target }]
  }
  const period = (valid_from: string, valid_to: string | null) => ({
    municipality_id: 917,
    kind: 'period' as const,
    fixed_per: random.pick(['year', 'half_year'] as const),
    rest_per: random.pick(['year', 'half_year'] as const),
    rest_on: random.pick(['own_year', 'next_year', 'next_year', 'next_year', 'measured', 'measured'] as const),
    size_on: random.pick(['each_change', 'first_day'] as const),
    valid_from,
    valid_to,
  })
  const periods = random.pick([
    [],
    [period(`${year - random.below(3)}-01-01`, null)],
    [period(`${year - 2}-01-01`, `${year - 1}-12-31`)],
    [period(`${year - 1}-01-01`, `${year - 1}-12-31`), period(`${year}-01-01`, null)],
  ])
  const average = () => [
    {
      ...dates(),
      kind: 'average' as const,
      waste_type: random.pick(['residual_waste', 'residual_waste', 'gft'] as const),
      equipment_kind: random.pick(['minicontainer', 'minicontainer', 'ondergronds', 'wijkcontainer', 'zak'] as const),
      volume_litres: random.pick([null, 60, 140, 240]),
      to_lift: 1 + random.below(12),
    },
  ]
  return [...some(5, free), ...some(5, deduction), ...periods, ...some(5, average)]
}

function someSchemes(random: Random, address_id: number, year: number, subjects: string[]): HouseholdScheme[] {
  const natures = { M: 'scheme', H: 'premises', K: 'remission' } as const
  return (['M', 'M', 'H', 'K'] as const)
    .filter(() => random.chance(0.8))
    .map((code, id) => ({
      id,
      address_id,
      subject_id: random.pick([null, null, ...subjects]),
      code,
      nature: natures[code],
      container_id: random.chance(0.3) ? 1 + random.below(2) : null,
      first_day: random.pick([`${year - 2}-05-01`, `${year}-02-10`]),
      last_day: random.pick([null, `${year}-08-20`]),
    }))
    .filter(({ code, ...one }, at, all) => {
      const isSame = (other: HouseholdScheme) =>
        other.code === code && other.subject_id === one.subject_id && other.container_id === one.container_id
      return all.findIndex(isSame) === at
    })
}
