import type { BillLine, FreeRule } from '@rd4-loket/contract'
import { emptyLine, liftLines, lineKey, type PricedLift, sumOfWeights } from '../bill-lines.ts'
import { roundHalfUp, type YearShare } from '../proration.ts'
import { sumOf } from '../sums.ts'
import type { PartOfBill } from './period.ts'

/** A lift on a bill, with the part in which its line stands. */
export type CountedLift = Omit<PricedLift, 'id'> & {
  /** Null: a lift of the average. */
  id: number | null
  part: PartOfBill
  /** The share of the price that a lift of the year before costs. Absent: the whole price. */
  share?: YearShare
  /** The row that frees the lift. */
  free_by?: FreeRule
  /** The place of the lift among the lifts of `free_by`, or of the first row that counts it. */
  rank?: number
}

const grams = ({ weight_kg }: Pick<CountedLift, 'weight_kg'>) => Math.max(0, Math.round((weight_kg ?? 0) * 1000))

const isWeighed = ({ kilogram_cents, weight_kg }: CountedLift) => kilogram_cents !== null && weight_kg !== null

/** Returns a key of the lines whose lifts add up: one weight line, or one line of the year before. */
const sumKey = (lift: CountedLift) =>
  [lift.part.from, lift.part.to, lineKey({ charge: 'weight', ...lift }), lift.kilogram_cents, !lift.share].join()

/**
 * Returns what each lift costs. A line rounds once: the amount of a lift is the rounded running sum with it minus the one
 * before it. `lifts`: in order of time.
 */
export function costsOf(lifts: CountedLift[]): Map<CountedLift, number> {
  const sums = new Map<string, { exact: number; cents: number }>()
  return new Map(
    lifts.map((lift) => {
      if (lift.free_by) return [lift, 0]
      if (!lift.share && !isWeighed(lift)) return [lift, lift.charged_cents]
      const [own, of] = lift.share
        ? [lift.charged_cents * lift.share.part, lift.share.of]
        : [grams(lift) * (lift.kilogram_cents ?? 0), 1000]
      const sum = sums.get(sumKey(lift)) ?? { exact: 0, cents: 0 }
      const exact = sum.exact + own
      const cents = roundHalfUp(exact, of)
      sums.set(sumKey(lift), { exact, cents })
      return [lift, cents - sum.cents + (lift.share ? 0 : lift.charged_cents)]
    }),
  )
}

const idsOf = (lifts: CountedLift[]) => [...new Set(lifts.flatMap(({ id }) => id ?? []))]

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
    clearance_ids: idsOf(lifts),
    difference: null,
  }
}

/** Returns the lines of the lifts of one part: charged lifts, their weight, lifts of the year before, and free lifts. */
export function countedLines(lifts: CountedLift[]): BillLine[] {
  const charged = lifts.filter(({ free_by, share }) => !free_by && !share)
  const groups = (some: CountedLift[], more: (lift: CountedLift) => unknown = () => '') => [
    ...Map.groupBy(some, (lift) => `${lineKey({ charge: 'clearance', ...lift })} ${more(lift)}`).values(),
  ]
  return [
    ...liftLines(charged),
    ...groups(charged.filter(isWeighed), ({ kilogram_cents }) => kilogram_cents).map((group) => {
      const unit_cents = group[0]?.kilogram_cents ?? 0
      return {
        ...groupedLine('weight', group),
        unit_cents,
        amount_cents: roundHalfUp(sumOf(group, grams) * unit_cents, 1000),
      }
    }),
    ...groups(lifts.filter(({ free_by, share }) => !free_by && share)).map((group) => {
      const [{ charged_cents: unit_cents, valid_from, share }] = group as [CountedLift & { share: YearShare }]
      const amount_cents = roundHalfUp(group.length * unit_cents * share.part, share.of)
      return { ...groupedLine('clearance', group), unit_cents, amount_cents, valid_from, twelfths: share.twelfths }
    }),
    ...groups(
      lifts.filter(({ free_by }) => free_by),
      ({ free_by }) => free_by?.id,
    ).map((group) => ({ ...groupedLine('clearance', group), rule: group[0]?.free_by?.id })),
  ]
}
