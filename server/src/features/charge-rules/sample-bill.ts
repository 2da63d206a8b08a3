import {
  type ChargeRule,
  type EquipmentKind,
  type SampleBill,
  type SchemeNature,
  type WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import type { BillFacts, BillTariff } from '../../domain/bill/bill-facts.queries.ts'
import { calculateBill } from '../../domain/bill/calculate-bill.ts'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { ruledKindNames } from './rule-sentence.ts'

/** What the bill of the sample household is computed from. */
type SampleFacts = {
  year: number
  municipality: { id: number; name: string }
  method: BillFacts['rule']
  tariffs: BillTariff[]
  /** The rule rows of the municipality, without the new one and the replaced one. */
  rules: ChargeRule[]
  /** The stored row that the new one replaces. */
  replaced: ChargeRule | undefined
  added: ChargeRule
  /** What the code of the new row is about. */
  nature: SchemeNature | undefined
}

/** Returns the prices for the bill of a year. A year without prices gets those of the nearest year with prices. */
export function pricesIn(year: number, tariffs: BillTariff[]) {
  const first = tariffs.map(({ valid_from }) => valid_from).sort()[0]
  const last = tariffs
    .map(({ valid_to }) => valid_to)
    .sort()
    .at(-1)
  if (first === undefined || last === undefined) return { tariffs, prices_of: null }
  if (last < `${year}-01-01`)
    return {
      tariffs: tariffs.map((it) => (it.valid_to === last ? { ...it, valid_to: `${year}-12-31` } : it)),
      prices_of: Number(last.slice(0, 4)),
    }
  if (first > `${year}-12-31`)
    return {
      tariffs: tariffs.map((it) => (it.valid_from === first ? { ...it, valid_from: `${year - 1}-01-01` } : it)),
      prices_of: Number(first.slice(0, 4)),
    }
  return { tariffs, prices_of: year }
}

/** The number of lifts of the sample household in a year. */
const sampleLifts = 14
const daysBetween = 26

/** Returns the bill of a household with fourteen lifts, for each of some containers, without and with a new row. */
export function sampleBills(sample: SampleFacts): SampleBill[] {
  const { rules, replaced, added } = sample
  return sampleContainers(sample).map((container) => {
    const [before, after] = [replaced ? [...rules, replaced] : rules, [...rules, added]].map((charge_rules) =>
      calculateBill(factsOf(sample, container, charge_rules), { shows_former: false, employee_id: 0 }),
    )
    return {
      name: `${wasteStreamNames[container.waste_type]}, ${ruledKindNames[container.kind]} van ${container.volume_litres} liter`,
      before_cents: before?.totals.amount_cents ?? 0,
      after_cents: after?.totals.amount_cents ?? 0,
      spoken: after?.spoken.full ?? '',
    }
  })
}

type SampleContainer = { waste_type: WasteStream; kind: EquipmentKind; volume_litres: number }

/**
 * Returns three containers of the stream of the new row, and first the container that the row names, if it is another. An
 * opening of an underground container has the volume of the first such price.
 */
function sampleContainers({ added, tariffs }: SampleFacts): SampleContainer[] {
  const { waste_type, equipment_kind, volume_litres } = added.kind === 'period' ? nothing : added
  const stream = waste_type ?? 'residual_waste'
  const opening = tariffs.find(
    (it) => it.charge === 'clearance' && it.kind === 'ondergronds' && it.waste_type === stream,
  )
  const usual = (['minicontainer', 'minicontainer', 'ondergronds'] as const).map((kind, at) => ({
    waste_type: stream,
    kind,
    volume_litres: [240, 140][at] ?? opening?.volume_litres ?? 60,
  }))
  // A visit to the depot is not a lift of a container.
  if (equipment_kind === 'depot' || (equipment_kind ?? volume_litres) === null) return usual
  const kind = equipment_kind ?? 'minicontainer'
  const isNamed = (it: SampleContainer) => it.kind === kind && (volume_litres ?? it.volume_litres) === it.volume_litres
  if (usual.some(isNamed)) return usual
  const priced = tariffs.find((it) => it.charge === 'clearance' && it.kind === kind && it.waste_type === stream)
  return [{ waste_type: stream, kind, volume_litres: volume_litres ?? priced?.volume_litres ?? 60 }, ...usual]
}

const nothing = { waste_type: null, equipment_kind: null, volume_litres: null }

function factsOf(sample: SampleFacts, container: SampleContainer, charge_rules: ChargeRule[]): BillFacts {
  const { waste_type, kind, volume_litres } = container
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
          waste_type,
          category: 'rest' as const,
        },
        ...{ container_id: 1, volume_litres, weight_kg: null, amount_cents: null, loaded_on: day },
      }))
      .reverse(),
    earlier_lifts: [],
    has_year_before: false,
    containers: [
      {
        ...{ id: 1, number: '1', is_own: true, waste_type, kind, volume_litres, chip_number: null },
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
