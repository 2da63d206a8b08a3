import type { ChargeRule, HouseholdScheme } from '@rd4-loket/contract'
import { makeRandom } from '../../demo/random.ts'
import type { BillFacts, BillTariff } from '../domain/bill/bill-facts.queries.ts'
import { randomFacts } from './random-bill.ts'

/** Returns the facts of an invented bill with rule rows, without rental and delivery. A seed always returns the same. */
export function randomRuleFacts(seed: number): BillFacts {
  const random = makeRandom('rules', seed)
  const facts = randomFacts(seed)
  const { year } = facts
  const dates = () => ({
    municipality_id: 917,
    valid_from: random.pick([`${year - 2}-01-01`, `${year - 2}-01-01`, `${year - 1}-01-01`, `${year}-03-15`]),
    valid_to: random.pick([null, null, null, `${year}-09-30`]),
  })
  const lifts = () => ({
    waste_type: random.pick([null, null, 'residual_waste', 'gft'] as const),
    equipment_kind: random.pick([null, null, 'minicontainer', 'ondergronds', 'depot'] as const),
    volume_litres: random.pick([null, null, null, 240, 140]),
  })
  const condition = () => ({
    scheme: random.pick([null, null, null, 'M', 'H']),
    household_size: random.pick([null, null, null, 'one', 'several'] as const),
    ...lifts(),
    prorated: random.chance(0.3),
  })
  const some = <Item>(most: number, item: (at: number) => Item) =>
    Array.from({ length: random.below(most + 1) }, (_, at) => item(at))
  const free = () => {
    const from_lift = 1 + random.below(3)
    const to_lift = random.chance(0.3) ? null : from_lift + random.below(5)
    const alternative = random.pick([null, 'a', 'b'])
    return { ...dates(), ...condition(), kind: 'free' as const, alternative, from_lift, to_lift }
  }
  const deduction = () => {
    const target = random.pick(['fixed', 'lifts'] as const)
    const limits = { percent: null, to_lift: null, max_cents: null, left_cents: null }
    const limit = random.pick([
      {},
      { left_cents: random.below(3000) },
      { percent: 1 + random.below(100), max_cents: random.below(2000) },
      target === 'lifts' ? { to_lift: 1 + random.below(6) } : {},
    ])
    const about = target === 'fixed' ? { waste_type: null, equipment_kind: null, volume_litres: null } : {}
    const row = {
      ...dates(),
      ...condition(),
      ...about,
      ...limits,
      ...limit,
      scheme: random.pick([null, 'K', 'K', 'M']),
    }
    return { ...row, kind: 'deduction' as const, alternative: null, target }
  }
  const period = {
    municipality_id: 917,
    kind: 'period' as const,
    fixed_per: random.pick(['year', 'half_year'] as const),
    rest_per: random.pick(['year', 'half_year'] as const),
    rest_on: random.pick(['own_year', 'next_year', 'next_year', 'measured', 'measured'] as const),
    size_on: random.pick(['each_change', 'first_day'] as const),
    valid_from: `${year - random.below(3)}-01-01`,
    valid_to: random.pick([null, `${year - 1}-12-31`]),
  }
  const average = (equipment_kind: 'minicontainer' | 'ondergronds') => ({
    ...dates(),
    kind: 'average' as const,
    waste_type: 'residual_waste' as const,
    equipment_kind,
    volume_litres: equipment_kind === 'ondergronds' ? 60 : random.pick([240, 140, null]),
    to_lift: 1 + random.below(12),
  })
  const rows = [
    ...some(5, free),
    ...some(4, deduction),
    ...(random.chance(0.7) ? [period] : []),
    average('minicontainer'),
    average('ondergronds'),
  ]
  const subjects = [null, ...facts.occupancies.map(({ subject_id }) => subject_id)]
  const natures = { M: 'scheme', H: 'premises', K: 'remission' } as const
  const schemes = (['M', 'H', 'K'] as const)
    .filter(() => random.chance(0.6))
    .map(
      (code, id): HouseholdScheme => ({
        id,
        address_id: facts.address_id,
        subject_id: random.pick(subjects as [null, ...string[]]),
        code,
        nature: natures[code],
        container_id: random.chance(0.2) ? 1 : null,
        first_day: random.pick([`${year - 2}-05-01`, `${year}-02-10`]),
        last_day: random.pick([null, `${year}-08-20`]),
      }),
    )
  const priced = facts.tariffs.filter(({ charge }) => charge === 'clearance' || charge === 'fixed')
  const extra = priced.flatMap((tariff): BillTariff[] => {
    if (tariff.charge === 'clearance')
      return random.chance(0.5) ? [{ ...tariff, charge: 'weight', amount_cents: random.below(50) }] : []
    return random.chance(0.4) ? [{ ...tariff, scheme: random.pick(['M', 'H']) }] : []
  })
  return {
    ...facts,
    today: `${year + 2}-01-01`,
    tariffs: [...priced, ...extra].map((tariff, id) => ({ ...tariff, id })),
    charge_rules: rows.map((row, at): ChargeRule => ({ ...row, id: at + 1 })),
    schemes,
  }
}
