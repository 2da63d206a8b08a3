import type { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { makeRandom, type Random } from '../../demo/random.ts'
import type { BilledContainer, BillFacts, BillTariff, Lift, Occupancy } from '../domain/bill/bill-facts.queries.ts'
import { dayOf, dutchMoment, textOf } from '../platform/runtime/days.ts'
import { billFacts } from './make-bill.ts'

type RandomLiftKind = { waste_type: WasteStream; kind: EquipmentKind; volume_litres: number | null }
const ownKinds: [RandomLiftKind, ...RandomLiftKind[]] = [
  { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240 },
  { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 140 },
  { waste_type: 'gft', kind: 'minicontainer', volume_litres: 140 },
]
const sharedKinds: RandomLiftKind[] = [
  { waste_type: 'residual_waste', kind: 'ondergronds', volume_litres: 60 },
  { waste_type: 'residual_waste', kind: 'wijkcontainer', volume_litres: null },
]

/** Returns the facts of an invented bill. The same seed always returns the same facts. */
export function randomFacts(seed: number): BillFacts {
  const random = makeRandom('bill', seed)
  const year = 2024 + random.below(3)
  const containers = someContainers(random, year)
  const lifts = someLifts(random, year, containers)
  const occupancies = someOccupancies(random, year)
  const [filer, decider] = ['Kim', 'Noor']
  const disputed = lifts.filter(() => random.chance(0.15))
  return {
    ...billFacts(),
    year,
    // A year that has not begun has no bill.
    today: [`${year}-01-01`, someDay(random, year, 2)].sort().at(-1) as string,
    rule: {
      proration: random.pick(['twelfths', 'twelfths', 'days', 'none']),
      standard_containers: random.below(3),
    },
    occupancies,
    lifts,
    has_year_before: random.chance(0.9),
    containers,
    tariffs: someTariffs(random, year),
    assessments: [...new Set(occupancies.map(({ subject_id }) => subject_id)), 'nobody']
      .filter(() => random.chance(0.6))
      .map((subject_id, id) => ({
        id,
        subject_id,
        number: `A${id}`,
        assessed_on: someDay(random, year, 2),
        amount_cents: random.below(50_000),
        lines: [],
      })),
    objections: disputed.map(({ id }) => {
      const state = random.pick(['open', 'upheld', 'upheld', 'rejected'] as const)
      return {
        id,
        clearance_id: id,
        reason: 'other',
        note: '',
        state,
        filed_by: filer,
        filed_by_id: 1,
        filed_at: `${year}-03-01T12:00:00+01:00`,
        decided_by: state === 'open' ? null : decider,
        decided_at: state === 'open' ? null : `${someDay(random, year, 2)}T12:00:00+01:00`,
        handover_id: null,
        decision_reason: null,
      }
    }),
  }
}

/** Returns a day from 1 January of a year, often the first or the last day of a month. */
function someDay(random: Random, year: number, years = 1) {
  const day = textOf(dayOf(`${year}-01-01`) + random.below(365 * years))
  if (random.chance(0.3)) return `${day.slice(0, 7)}-01`
  if (random.chance(0.15)) return `${day.slice(0, 4)}-12-31`
  return random.chance(0.15) ? textOf(dayOf(`${day.slice(0, 7)}-01`) - 1) : day
}

/** Returns an amount. Small amounts are frequent, because they show how half a cent is rounded. */
const someCents = (random: Random) => (random.chance(0.4) ? random.below(30) : random.below(30_000))

function someOccupancies(random: Random, year: number): Occupancy[] {
  const firstDays = Array.from({ length: random.below(6) }, () => someDay(random, year - 2, 4))
  const ordered = [...new Set(firstDays)].sort()
  let subject = 0
  return ordered.map((first_day, id) => {
    const next = ordered[id + 1]
    const until = next === undefined ? null : textOf(dayOf(next) - 1)
    const leaves = random.chance(0.3) ? textOf(dayOf(first_day) + random.below(200)) : until
    // A quarter of the rows are about the household of the previous row, for example with another number of persons.
    subject += random.chance(0.75) ? 1 : 0
    return {
      id,
      subject_id: `S${subject}`,
      first_day,
      last_day: leaves !== null && until !== null && leaves > until ? until : leaves,
      household_size: random.pick([null, 1, 2, 4]),
    }
  })
}

function someContainers(random: Random, year: number): BilledContainer[] {
  const own = Array.from({ length: random.below(6) }, () => ({
    ...random.pick(ownKinds),
    is_own: true,
    placed_on: random.chance(0.4) ? `${year - 3}-01-01` : someDay(random, year - 1, 2),
  }))
  const shared = sharedKinds.map((kind) => ({ ...kind, is_own: false, placed_on: `${year - 3}-01-01` }))
  const all = [...own, ...shared].sort((one, other) => dayOf(one.placed_on) - dayOf(other.placed_on))
  return all.map((container, index) => ({
    ...container,
    id: index + 1,
    number: `C${index}`,
    volume_litres: container.volume_litres ?? 1000,
    chip_number: null,
    removed_on: random.chance(0.4) ? textOf(dayOf(container.placed_on) + random.below(900)) : null,
  }))
}

function someLifts(random: Random, year: number, containers: BilledContainer[]): Lift[] {
  const few = [someCents(random), someCents(random), 0] as const
  return Array.from({ length: random.below(30) }, (_, index): Lift => {
    const container = random.chance(0.9) ? containers[random.below(containers.length)] : undefined
    const day = someDay(random, year - 1, 2)
    const time = random.pick(['00:05:00', '07:30:00', '23:55:00'])
    // Summer time and winter time begin at night, after five past midnight.
    const began = dayOf(day) - (time === '00:05:00' ? 1 : 0)
    const summer = dutchMoment(began, 43_200) % 86_400 === 36_000
    const volumes = { minicontainer: container?.volume_litres ?? null, ondergronds: 60 } as Record<
      string,
      number | null
    >
    return {
      id: index + 1,
      cleared_at: `${day}T${time}${summer ? '+02:00' : '+01:00'}`,
      waste_type: container?.waste_type ?? 'residual_waste',
      category: 'rest',
      container_id: container?.id ?? null,
      volume_litres: volumes[container?.kind ?? ''] ?? null,
      weight_kg: random.chance(0.2) ? random.below(100_000) / 1000 : null,
      amount_cents: random.chance(0.4) ? random.pick(few) : null,
      loaded_on: textOf(dayOf(day) + random.below(90)),
    }
  }).sort((one, other) => Date.parse(other.cleared_at) - Date.parse(one.cleared_at) || other.id - one.id)
}

function someTariffs(random: Random, year: number): BillTariff[] {
  const keys = [...ownKinds, ...sharedKinds].flatMap((kind) =>
    kind.volume_litres === null
      ? []
      : (['clearance', 'rental', 'delivery'] as const).map((charge) => ({ ...kind, charge, household_size: null })),
  )
  const none = { charge: 'fixed', waste_type: null, kind: null, volume_litres: null } as const
  const fixed = (['one', 'several', null] as const).map((household_size) => ({ ...none, household_size }))
  return [...keys, ...fixed]
    .filter(() => random.chance(0.7))
    .flatMap((key) => {
      const changes = Array.from({ length: random.below(3) }, () => someDay(random, year - 1, 2))
      const starts = [...new Set([`${year - 1}-01-01`, ...changes])].sort()
      const amounts = [someCents(random), someCents(random)] as const
      return starts.map((valid_from, index) => ({
        ...key,
        amount_cents: random.pick(amounts),
        valid_from,
        valid_to: textOf(dayOf(starts[index + 1] ?? `${year + 1}-01-01`) - 1),
      }))
    })
    .map((tariff, index) => ({ ...tariff, id: index + 1 }))
    .filter(() => random.chance(0.9))
}
