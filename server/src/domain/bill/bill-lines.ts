import { type BillLine, type EquipmentKind, WasteStream as streams, type WasteStream } from '@rd4-loket/contract'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import type { BilledContainer, BillTariff, Lift, StoredBillFacts } from './bill-facts.queries.ts'
import { type LiablePeriod, periodsIn, sizeGroup } from './households.ts'
import { shareAmounts, yearShare } from './proration.ts'
import { sumOf } from './sums.ts'

/** A lift with its kind of container, Dutch day and price. */
export type PricedLift = Lift & {
  day: string
  kind: EquipmentKind | null
  charged_cents: number
  /** The first day of the tariff on the day of the lift. Null when that tariff is not the charged amount. */
  valid_from: string | null
}

/** The facts that determine the charges of a household, except its lifts. */
export type ChargedFacts = Pick<
  StoredBillFacts,
  'rule' | 'occupancies' | 'today' | 'containers' | 'tariffs' | 'objections'
>

export type ChargedPeriod = LiablePeriod & { lifts: PricedLift[]; lines: BillLine[]; amount_cents: number }

type TariffKey = Pick<BillTariff, 'charge' | 'waste_type' | 'kind' | 'volume_litres' | 'household_size'>

const findTariff = (tariffs: BillTariff[], day: string, key: TariffKey) =>
  tariffs.find(
    (tariff) =>
      tariff.valid_from <= day &&
      tariff.valid_to >= day &&
      tariff.charge === key.charge &&
      tariff.waste_type === key.waste_type &&
      tariff.kind === key.kind &&
      tariff.volume_litres === key.volume_litres &&
      tariff.household_size === key.household_size,
  )

/**
 * Returns the lifts with their prices: the supplier's amount, or else the tariff of the lift's Dutch day, or else 0.
 */
export function priceLifts({
  lifts,
  containers,
  tariffs,
}: Pick<StoredBillFacts, 'lifts' | 'containers' | 'tariffs'>): PricedLift[] {
  const kindOf = new Map<number | null, EquipmentKind>(containers.map(({ id, kind }) => [id, kind]))
  return lifts.map((lift) => {
    const day = lift.cleared_at.slice(0, 10)
    const kind = kindOf.get(lift.container_id) ?? null
    const { waste_type, volume_litres } = lift
    const tariff = findTariff(tariffs, day, {
      charge: 'clearance',
      waste_type,
      kind,
      volume_litres,
      household_size: null,
    })
    const charged_cents = lift.amount_cents ?? tariff?.amount_cents ?? 0
    return {
      ...lift,
      day,
      kind,
      charged_cents,
      valid_from: tariff?.amount_cents === charged_cents ? tariff.valid_from : null,
    }
  })
}

/** Returns the sum of weights in kg. Adds whole grams, the precision of stored weights, so the sum is exact. */
const sumOfWeights = (lifts: PricedLift[]) =>
  lifts.every(({ weight_kg }) => weight_kg === null)
    ? null
    : sumOf(lifts, ({ weight_kg }) => Math.round((weight_kg ?? 0) * 1000)) / 1000

const emptyLine = {
  waste_type: null,
  kind: null,
  volume_litres: null,
  valid_from: null,
  weight_kg: null,
  twelfths: null,
}

/** Returns a key of a line. The lines with one key are compared with the lines with that key in the year before. */
export const lineKey = ({
  charge,
  waste_type,
  kind,
  volume_litres,
}: Pick<BillLine, 'charge' | 'waste_type' | 'kind' | 'volume_litres'>) =>
  [charge, waste_type, kind, volume_litres].join()

/** Returns whether the supplier computed the amount of a lift by weight, or as a share of a shared container. */
const isMeasured = ({ amount_cents, weight_kg, kind }: PricedLift) =>
  amount_cents !== null && (weight_kg !== null || kind === 'wijkcontainer')

function liftLines(lifts: PricedLift[]): BillLine[] {
  const oldestFirst = lifts.toReversed()
  const lineOf = (lifted: PricedLift[], unit_cents: number | null): BillLine => {
    const [first] = lifted as [PricedLift]
    const { waste_type, kind, volume_litres, valid_from } = first
    return {
      ...emptyLine,
      charge: 'clearance',
      waste_type,
      kind,
      volume_litres,
      valid_from: unit_cents === null ? null : valid_from,
      count: lifted.length,
      unit_cents,
      amount_cents: sumOf(lifted, ({ charged_cents }) => charged_cents),
      weight_kg: sumOfWeights(lifted),
      clearance_ids: lifted.map(({ id }) => id),
      difference: null,
    }
  }
  const byKind = Map.groupBy(oldestFirst, (lift) => lineKey({ charge: 'clearance', ...lift }))
  return [...byKind.values()].flatMap((lifted) => {
    const measured = lifted.filter(isMeasured)
    const differ = new Set(measured.map(({ charged_cents }) => charged_cents)).size > 1
    const byAmount = Map.groupBy(lifted, (lift) => (differ && isMeasured(lift) ? null : lift.charged_cents))
    return [...byAmount].map(([unit_cents, group]) => lineOf(group, unit_cents))
  })
}

type ShareAmount = ReturnType<typeof shareAmounts>

/** Returns the price of the fixed part on a day for a household of a size. */
export function fixedTariff(tariffs: BillTariff[], day: string, household_size: number | null) {
  const size = sizeGroup(household_size)
  const key = { charge: 'fixed', waste_type: null, kind: null, volume_litres: null } as const
  return (
    (size !== 'unknown' && findTariff(tariffs, day, { ...key, household_size: size })) ||
    findTariff(tariffs, day, { ...key, household_size: null })
  )
}

function fixedLines({ rule, tariffs }: ChargedFacts, period: LiablePeriod, shareAmount: ShareAmount): BillLine[] {
  const tariff = fixedTariff(tariffs, period.from, period.household_size)
  if (!tariff) return []
  const share = yearShare(rule.proration, period)
  return [
    {
      ...emptyLine,
      charge: 'fixed',
      valid_from: tariff.valid_from,
      count: 1,
      unit_cents: tariff.amount_cents,
      amount_cents: shareAmount(`${tariff.id}`, tariff.amount_cents, share),
      twelfths: share.twelfths,
      clearance_ids: [],
      difference: null,
    },
  ]
}

/** Returns whether a container counts on a day. A removed container does not count on the day of the removal. */
const isCounted = ({ placed_on, removed_on }: BilledContainer, day: string) =>
  placed_on <= day && (removed_on === null || removed_on > day)

/**
 * Returns the parts of a period in which a container is an extra container: the older containers of its stream at the
 * address already reach the standard number.
 */
function extraParts(container: BilledContainer, containers: BilledContainer[], standard: number, period: LiablePeriod) {
  const older = containers
    .slice(0, containers.indexOf(container))
    .filter(({ waste_type }) => waste_type === container.waste_type)
  // The number of containers at the address can change only on these days.
  const changes = [container, ...older].flatMap(({ placed_on, removed_on }) => [placed_on, removed_on ?? placed_on])
  const starts = [...new Set([period.from, ...changes])].filter((day) => day >= period.from && day <= period.to).sort()
  const parts: { from: string; to: string; continues: boolean }[] = []
  for (const [index, from] of starts.entries()) {
    const next = starts[index + 1]
    const to = next === undefined ? period.to : textOf(dayOf(next) - 1)
    if (!isCounted(container, from) || older.filter((other) => isCounted(other, from)).length < standard) continue
    const last = parts.at(-1)
    if (last && dayOf(last.to) + 1 === dayOf(from)) last.to = to
    else parts.push({ from, to, continues: period.continues && from === period.from })
  }
  return parts
}

function rentalLines(facts: ChargedFacts, period: LiablePeriod, shareAmount: ShareAmount): BillLine[] {
  const { rule, tariffs } = facts
  const own = facts.containers.filter(({ is_own }) => is_own)
  const rentals = own.flatMap((container) => {
    const { waste_type, kind, volume_litres } = container
    return extraParts(container, own, rule.standard_containers, period).flatMap((part) => {
      const tariff = findTariff(tariffs, part.from, {
        charge: 'rental',
        waste_type,
        kind,
        volume_litres,
        household_size: null,
      })
      if (!tariff) return []
      const share = yearShare(rule.proration, part)
      const cents = shareAmount(`${tariff.id} ${container.id}`, tariff.amount_cents, share)
      return cents === 0 ? [] : [{ tariff, twelfths: share.twelfths, cents }]
    })
  })
  const groups = Map.groupBy(rentals, ({ tariff, twelfths, cents }) => [tariff.id, twelfths, cents].join())
  return [...groups.values()].map((group) => {
    const [{ tariff, twelfths, cents }] = group as [(typeof group)[0]]
    return {
      ...tariffLine(tariff, group.length),
      amount_cents: cents * group.length,
      twelfths,
    }
  })
}

const tariffLine = (
  { charge, waste_type, kind, volume_litres, valid_from, amount_cents }: BillTariff,
  count: number,
): BillLine => ({
  ...emptyLine,
  charge,
  waste_type,
  kind,
  volume_litres,
  valid_from,
  count,
  unit_cents: amount_cents,
  amount_cents: count * amount_cents,
  clearance_ids: [],
  difference: null,
})

function deliveryLines({ containers, tariffs }: ChargedFacts, { from, to }: LiablePeriod): BillLine[] {
  const delivered = containers
    .filter(({ is_own, placed_on }) => is_own && placed_on >= from && placed_on <= to)
    .flatMap(({ waste_type, kind, volume_litres, placed_on }) => {
      const key = { charge: 'delivery', waste_type, kind, volume_litres, household_size: null } as const
      return findTariff(tariffs, placed_on, key) ?? []
    })
  return [...Map.groupBy(delivered, ({ id }) => id).values()].map((group) =>
    tariffLine(group[0] as BillTariff, group.length),
  )
}

function creditLines({ objections }: ChargedFacts, lifts: PricedLift[]): BillLine[] {
  const liftOf = new Map(lifts.map((lift) => [lift.id, lift]))
  return objections.flatMap(({ state, clearance_id }) => {
    const lift = liftOf.get(clearance_id)
    if (state !== 'upheld' || !lift) return []
    const cents = 0 - lift.charged_cents
    return [
      {
        ...emptyLine,
        charge: 'credit' as const,
        count: 1,
        unit_cents: cents,
        amount_cents: cents,
        clearance_ids: [clearance_id],
        difference: null,
      },
    ]
  })
}

const kinds: (EquipmentKind | null)[] = ['minicontainer', 'citybin', 'zak', 'ondergronds', 'wijkcontainer', null]
const position = (stream: WasteStream | null) => (stream === null ? -1 : streams.options.indexOf(stream))

/** Compares lines by stream, kind and volume. The largest volume is first. */
const byStream = (one: BillLine, other: BillLine) =>
  position(one.waste_type) - position(other.waste_type) ||
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
  (other.volume_litres ?? 0) - (one.volume_litres ?? 0)

/** Returns the periods of all households in a year, each with lifts and lines. `lifts`: newest first. */
export function chargePeriods(year: number, facts: ChargedFacts, lifts: PricedLift[]): ChargedPeriod[] {
  const shareAmount = shareAmounts()
  return periodsIn(year, facts).map((period) => {
    const lifted = lifts.filter(({ day }) => day >= period.from && day <= period.to)
    const lines = [
      ...liftLines(lifted).sort(byStream),
      ...fixedLines(facts, period, shareAmount),
      ...rentalLines(facts, period, shareAmount).sort(byStream),
      ...deliveryLines(facts, period).sort(byStream),
      ...creditLines(facts, lifted),
    ]
    return { ...period, lifts: lifted, lines, amount_cents: sumOf(lines, ({ amount_cents }) => amount_cents) }
  })
}
