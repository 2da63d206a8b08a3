import { type BillLine, type EquipmentKind, WasteStream as streams, type WasteStream } from '@rd4-loket/contract'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import type { BilledContainer, BillTariff, Lift, StoredBillFacts } from './bill-facts.queries.ts'
import { type LiablePeriod, sizeGroup } from './households.ts'
import { type shareAmounts, yearShare } from './proration.ts'
import { coversBetween, schemesOf } from './rules/matching.ts'
import { sumOf } from './sums.ts'

/** A lift with its kind of container, Dutch day and price. */
export type PricedLift = Lift & {
  day: string
  kind: EquipmentKind | null
  charged_cents: number
  /** The first day of the tariff on the day of the lift. Null when that tariff is not the charged amount. */
  valid_from: string | null
  /** The price of a kilogram. Null when the supplier stated an amount, and without such a price. */
  kilogram_cents: number | null
}

/** The facts that determine the charges of a household, except its lifts. */
export type ChargedFacts = Pick<
  StoredBillFacts,
  'rule' | 'occupancies' | 'today' | 'containers' | 'tariffs' | 'charge_rules' | 'schemes'
> & {
  /** In the order in which they are credited. */
  objections: Pick<StoredBillFacts['objections'][number], 'clearance_id' | 'state' | 'decision_reason'>[]
}

type TariffKey = Pick<BillTariff, 'charge' | 'waste_type' | 'kind' | 'volume_litres' | 'household_size' | 'scheme'>

/** Returns the price on a day; undefined without one. */
export const findTariff = (tariffs: BillTariff[], day: string, key: TariffKey) =>
  tariffs.find(
    (tariff) =>
      tariff.valid_from <= day &&
      tariff.valid_to >= day &&
      tariff.charge === key.charge &&
      tariff.waste_type === key.waste_type &&
      tariff.kind === key.kind &&
      tariff.volume_litres === key.volume_litres &&
      tariff.household_size === key.household_size &&
      (tariff.scheme ?? null) === (key.scheme ?? null),
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
  // The lifts of a bill are of a few kinds, so the prices of a kind are selected once.
  const prices = new Map<string, Record<'clearance' | 'weight', BillTariff[]>>()
  const pricesOf = (lifted: LiftedKind) => {
    const key = kindKey(lifted)
    const known = prices.get(key)
    if (known) return known
    const ofKind = tariffs.filter((it) => kindKey(it) === key && it.household_size === null && !it.scheme)
    const isOf = (charge: BillTariff['charge']) => ofKind.filter((it) => it.charge === charge)
    const found = { clearance: isOf('clearance'), weight: isOf('weight') }
    prices.set(key, found)
    return found
  }
  return lifts.map((lift) => {
    const day = lift.cleared_at.slice(0, 10)
    const kind = kindOf.get(lift.container_id) ?? null
    const { waste_type, volume_litres } = lift
    const { clearance, weight } = pricesOf({ waste_type, kind, volume_litres })
    const isValid = ({ valid_from, valid_to }: BillTariff) => valid_from <= day && valid_to >= day
    const kilogram = lift.amount_cents === null ? weight.find(isValid) : undefined
    const tariff = clearance.find(isValid)
    const charged_cents = lift.amount_cents ?? tariff?.amount_cents ?? 0
    return {
      ...lift,
      day,
      kind,
      charged_cents,
      valid_from: tariff?.amount_cents === charged_cents ? tariff.valid_from : null,
      kilogram_cents: kilogram?.amount_cents ?? null,
    }
  })
}

/** Returns the sum of weights in kg. Adds whole grams, the precision of stored weights, so the sum is exact. */
export const sumOfWeights = (lifts: Pick<PricedLift, 'weight_kg'>[]) =>
  lifts.every(({ weight_kg }) => weight_kg === null)
    ? null
    : sumOf(lifts, ({ weight_kg }) => Math.round((weight_kg ?? 0) * 1000)) / 1000

/** A line without stream, kind, volume, tariff, weight and months. */
export const emptyLine = {
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
  `${charge},${waste_type},${kind},${volume_litres}`

type LiftedKind = Pick<BillTariff, 'waste_type' | 'kind' | 'volume_litres'>

/** Returns a key of the kind of a lift. */
export const kindKey = ({ waste_type, kind, volume_litres }: LiftedKind) => `${waste_type},${kind},${volume_litres}`

/** Returns whether the supplier computed the amount of a lift by weight, or as a share of a shared container. */
const isMeasured = ({ amount_cents, weight_kg, kind }: LineLift) =>
  amount_cents !== null && (weight_kg !== null || kind === 'wijkcontainer')

type LineLift = Omit<PricedLift, 'id'> & { id: number | null }

/** Returns the lines of charged lifts without their weight. `lifts`: in order of time. */
export function liftLines(lifts: LineLift[]): BillLine[] {
  const lineOf = (lifted: LineLift[], unit_cents: number | null): BillLine => {
    const [first] = lifted as [LineLift]
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
      clearance_ids: lifted.flatMap(({ id }) => id ?? []),
      difference: null,
    }
  }
  const byKind = Map.groupBy(lifts, kindKey)
  return [...byKind.values()].flatMap((lifted) => {
    const measured = lifted.filter(isMeasured)
    const differ = new Set(measured.map(({ charged_cents }) => charged_cents)).size > 1
    const byAmount = Map.groupBy(lifted, (lift) => (differ && isMeasured(lift) ? null : lift.charged_cents))
    return [...byAmount].map(([unit_cents, group]) => lineOf(group, unit_cents))
  })
}

type ShareAmount = ReturnType<typeof shareAmounts>

/**
 * Returns the price of the fixed part on a day for a household of a size. A price for one of the household's codes on
 * that day, by alphabet, wins from a price without a code.
 */
export function fixedTariff(
  facts: Pick<ChargedFacts, 'tariffs' | 'charge_rules' | 'schemes'>,
  { subject_id, from: day }: Pick<LiablePeriod, 'subject_id' | 'from'>,
  household_size: number | null,
) {
  const codes = schemesOf(facts, subject_id)
    .filter((scheme) => scheme.nature !== 'remission' && coversBetween(scheme, day, day))
    .map(({ code }) => code)
  const size = sizeGroup(household_size)
  const key = { charge: 'fixed', waste_type: null, kind: null, volume_litres: null } as const
  for (const scheme of [...codes.sort(), null]) {
    const tariff =
      (size !== 'unknown' && findTariff(facts.tariffs, day, { ...key, scheme, household_size: size })) ||
      findTariff(facts.tariffs, day, { ...key, scheme, household_size: null })
    if (tariff) return tariff
  }
  return undefined
}

/** Returns the fixed part of a period for a household of a size. The price is that of the first day. */
export function fixedLines(
  facts: ChargedFacts,
  period: LiablePeriod,
  shareAmount: ShareAmount,
  household_size: number | null,
): BillLine[] {
  const tariff = fixedTariff(facts, period, household_size)
  if (!tariff) return []
  const share = yearShare(facts.rule.proration, period)
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
      ...(tariff.scheme && { scheme: tariff.scheme }),
      difference: null,
    },
  ]
}

/** Returns whether a container counts on a day. A removed container does not count on the day of the removal. */
export const isCounted = ({ placed_on, removed_on }: BilledContainer, day: string) =>
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

/** Returns the rental of the extra containers in a period. */
export function rentalLines(facts: ChargedFacts, period: LiablePeriod, shareAmount: ShareAmount): BillLine[] {
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
      const cents = shareAmount(`${tariff.id} ${container.id} ${part.from.slice(0, 4)}`, tariff.amount_cents, share)
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

/** Returns the containers that were delivered in a period. */
export function deliveryLines({ containers, tariffs }: ChargedFacts, { from, to }: LiablePeriod): BillLine[] {
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

const kinds: (EquipmentKind | null)[] = ['minicontainer', 'citybin', 'zak', 'ondergronds', 'wijkcontainer', null]
const position = (stream: WasteStream | null) => (stream === null ? -1 : streams.options.indexOf(stream))

/** Compares lines by stream, kind and volume. The largest volume is first. */
export const byStream = (one: BillLine, other: BillLine) =>
  position(one.waste_type) - position(other.waste_type) ||
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
  (other.volume_litres ?? 0) - (one.volume_litres ?? 0)
