import type { ChargeRule, EquipmentKind, SampleBill, SchemeNature } from '@rd4-loket/contract'
import type { BillFacts, BillTariff } from '../../domain/bill/bill-facts.queries.ts'
import { calculateBill } from '../../domain/bill/calculate-bill.ts'
import { dayOf, textOf } from '../../platform/runtime/days.ts'

/** What the bill of the sample household is computed from. */
type SampleFacts = {
  year: number
  municipality: { id: number; name: string }
  method: BillFacts['rule']
  tariffs: BillTariff[]
  /** The rule rows of the municipality, without the new one. */
  rules: ChargeRule[]
  added: ChargeRule
  /** What the code of the new row is about. */
  nature: SchemeNature | undefined
}

/** Returns the prices for the bill of a year: those of the last known year, if the year has none yet. */
export function pricesIn(year: number, tariffs: BillTariff[]) {
  const last = tariffs
    .map(({ valid_to }) => valid_to)
    .sort()
    .at(-1)
  if (last === undefined) return { tariffs, prices_of: null }
  if (last >= `${year}-01-01`) return { tariffs, prices_of: year }
  const extended = tariffs.map((tariff) =>
    tariff.valid_to === last ? { ...tariff, valid_to: `${year}-12-31` } : tariff,
  )
  return { tariffs: extended, prices_of: Number(last.slice(0, 4)) }
}

/** The number of lifts of the sample household in a year. */
const sampleLifts = 14
const daysBetween = 26

/** Returns the bill of a household with fourteen lifts, for each of three containers, without and with a new row. */
export function sampleBills(sample: SampleFacts): SampleBill[] {
  const { rules, added } = sample
  const containers = [
    { name: 'Minicontainer van 240 liter', kind: 'minicontainer', volume_litres: 240 },
    { name: 'Minicontainer van 140 liter', kind: 'minicontainer', volume_litres: 140 },
    { name: 'Ondergrondse container', kind: 'ondergronds', volume_litres: drumVolume(sample) },
  ] as const
  return containers.map(({ name, ...container }) => {
    const [before, after] = [rules, [...rules, added]].map((charge_rules) =>
      calculateBill(factsOf(sample, container, charge_rules), { shows_former: false, employee_id: 0 }),
    )
    return {
      name,
      before_cents: before?.totals.amount_cents ?? 0,
      after_cents: after?.totals.amount_cents ?? 0,
      spoken: after?.spoken.full ?? '',
    }
  })
}

/** The volume of an opening of an underground container: that of the new row, or else of the first such price. */
function drumVolume({ added, tariffs }: SampleFacts) {
  const ofRule = added.kind !== 'period' && added.equipment_kind === 'ondergronds' ? added.volume_litres : null
  const priced = tariffs.find(
    ({ charge, kind, waste_type }) =>
      charge === 'clearance' && kind === 'ondergronds' && waste_type === 'residual_waste',
  )
  return ofRule ?? priced?.volume_litres ?? 60
}

type SampleContainer = { kind: EquipmentKind; volume_litres: number }

function factsOf(sample: SampleFacts, { kind, volume_litres }: SampleContainer, charge_rules: ChargeRule[]): BillFacts {
  const { year, municipality, method, tariffs, added, nature = 'scheme' } = sample
  const code = 'scheme' in added ? added.scheme : null
  const size = 'household_size' in added && added.household_size === 'one' ? 1 : 2
  const years = [year - 1, year]
  return {
    address_id: 0,
    address: {
      ...{ alias: '', object_code: null, street: '', house_number: 1, house_number_extension: null },
      ...{ postal_code: '', city: '', municipality, location: null },
    },
    year,
    years,
    today: `${year + 1}-12-31`,
    rule: method,
    // Only a household that came late has no measured year, so that an average counts.
    occupancies: [
      {
        id: 1,
        subject_id: 'sample',
        first_day: added.kind === 'average' ? `${year - 1}-07-01` : `${year - 2}-01-01`,
        last_day: null,
        household_size: size,
      },
    ],
    lifts: years
      .flatMap((of) => Array.from({ length: sampleLifts }, (_, at) => textOf(dayOf(`${of}-01-08`) + at * daysBetween)))
      .map((day, id) => ({
        ...{
          id,
          cleared_at: `${day}T08:00:00+01:00`,
          waste_type: 'residual_waste' as const,
          category: 'rest' as const,
        },
        ...{ container_id: 1, volume_litres, weight_kg: null, amount_cents: null, loaded_on: day },
      }))
      .reverse(),
    earlier_lifts: [],
    has_year_before: false,
    containers: [
      {
        ...{ id: 1, number: '1', is_own: true, waste_type: 'residual_waste', kind, volume_litres, chip_number: null },
        ...{ placed_on: `${year - 2}-01-01`, removed_on: null },
      },
    ],
    chips: [],
    non_clearances: [],
    tariffs,
    charge_rules,
    schemes: code
      ? [
          {
            ...{ id: 1, address_id: 0, subject_id: null, code, nature, container_id: null },
            ...{ first_day: `${year - 2}-01-01`, last_day: null },
          },
        ]
      : [],
    assessments: [],
    objections: [],
    norms: [],
    passes: [],
    delivered: [],
    updated_until: null,
    plan: null,
  }
}
