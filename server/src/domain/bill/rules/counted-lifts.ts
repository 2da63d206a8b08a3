import type { BillLine, FreeRule } from '@rd4-loket/contract'
import { emptyLine, kindKey, liftLines, type PricedLift, sumOfWeights } from '../bill-lines.ts'
import { roundHalfUp, type YearShare } from '../proration.ts'
import { sumOf } from '../sums.ts'
import type { PartOfBill } from './period.ts'

/** A lift with a price. Its id is null if it is a lift of the average. */
type AnyLift = Omit<PricedLift, 'id'> & { id: number | null }

/** A lift on a bill, with the part in which its line stands. */
export type CountedLift = AnyLift & {
  part: PartOfBill
  /** The share of the price that a lift of the year before costs. Absent: the whole price. */
  share?: YearShare
  /** Equal for the lifts whose amounts are rounded together: those of one line. Null: the amount needs no rounding. */
  rounded_with: string | null
}

const grams = ({ weight_kg }: Pick<PricedLift, 'weight_kg'>) => Math.max(0, Math.round((weight_kg ?? 0) * 1000))

const isWeighed = ({ kilogram_cents, weight_kg }: Pick<PricedLift, 'kilogram_cents' | 'weight_kg'>) =>
  kilogram_cents !== null && weight_kg !== null

/** Returns a lift of a part of a bill. `share`: see `CountedLift`. */
export function countLift(lift: AnyLift, part: PartOfBill, share?: YearShare): CountedLift {
  if (share) return { ...lift, part, share, rounded_with: `share,${kindKey(lift)}` }
  const line = () => `${part.from},${part.to},${kindKey(lift)},${lift.kilogram_cents}`
  return { ...lift, part, rounded_with: isWeighed(lift) ? line() : null }
}

/**
 * Returns what each lift costs; a free lift costs 0. A line rounds once: the amount of a lift is the rounded running sum
 * with it minus the one before it. `lifts`: in order of time.
 */
export function costsOf(lifts: CountedLift[], free?: ReadonlySet<CountedLift>): Map<CountedLift, number> {
  const sums = new Map<string, { exact: number; cents: number }>()
  const costs = new Map<CountedLift, number>()
  for (const lift of lifts) {
    const { charged_cents, share, rounded_with } = lift
    if (free?.has(lift)) costs.set(lift, 0)
    else if (rounded_with === null) costs.set(lift, charged_cents)
    else {
      const own = share ? charged_cents * share.part : grams(lift) * (lift.kilogram_cents ?? 0)
      const before = sums.get(rounded_with) ?? { exact: 0, cents: 0 }
      const exact = before.exact + own
      const cents = roundHalfUp(exact, share?.of ?? 1000)
      sums.set(rounded_with, { exact, cents })
      costs.set(lift, cents - before.cents + (share ? 0 : charged_cents))
    }
  }
  return costs
}

function groupedLine(charge: 'clearance' | 'weight', lifts: CountedLift[]): BillLine {
  const [{ waste_type, kind, volume_litres }] = lifts as [CountedLift]
  return {
    ...emptyLine,
    charge,
    waste_type,
    kind,
    volume_litres,
    count: lifts.length,
    unit_cents: 0,
    amount_cents: 0,
    weight_kg: sumOfWeights(lifts),
    // A lift that counts twice has one id.
    clearance_ids: [...new Set(lifts.flatMap(({ id }) => id ?? []))],
    difference: null,
  }
}

/** Returns the kilograms of lifts at one price. A negative weight is 0. */
function weightLine(lifts: CountedLift[]): BillLine {
  const unit_cents = lifts[0]?.kilogram_cents ?? 0
  const weight = sumOf(lifts, grams)
  const amount_cents = roundHalfUp(weight * unit_cents, 1000)
  return { ...groupedLine('weight', lifts), unit_cents, amount_cents, weight_kg: weight / 1000 }
}

/** Returns the line of lifts of the year before, of one kind. */
function measuredLine(lifts: CountedLift[]): BillLine {
  const [{ charged_cents: unit_cents, valid_from, share }] = lifts as [CountedLift & { share: YearShare }]
  const amount_cents = roundHalfUp(lifts.length * unit_cents * share.part, share.of)
  return { ...groupedLine('clearance', lifts), unit_cents, amount_cents, valid_from, twelfths: share.twelfths }
}

/**
 * Returns the lines of the lifts of one part: charged lifts, their weight, lifts of the year before, and free lifts.
 * `rowOf`: returns the row that frees a lift.
 */
export function countedLines(lifts: CountedLift[], rowOf: (lift: CountedLift) => FreeRule | undefined): BillLine[] {
  const free = lifts.filter(rowOf)
  const charged = lifts.filter((lift) => !rowOf(lift))
  const groups = (some: CountedLift[], more: (lift: CountedLift) => unknown = () => '') => [
    ...Map.groupBy(some, (lift) => `${kindKey(lift)} ${more(lift)}`).values(),
  ]
  const own = charged.filter(({ share }) => !share)
  return [
    ...liftLines(own),
    ...groups(own.filter(isWeighed), ({ kilogram_cents }) => kilogram_cents).map(weightLine),
    ...groups(charged.filter(({ share }) => share)).map(measuredLine),
    ...groups(free, (lift) => rowOf(lift)?.id).map((group) => ({
      ...groupedLine('clearance', group),
      rule: rowOf(group[0] as CountedLift)?.id,
    })),
  ]
}
