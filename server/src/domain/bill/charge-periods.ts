// Reasons: docs/bill-rules.md

import type { BillLine } from '@rd4-loket/contract'
import {
  byStream,
  type ChargedFacts,
  deliveryLines,
  emptyLine,
  fixedLines,
  type PricedLift,
  rentalLines,
} from './bill-lines.ts'
import { shareAmounts } from './proration.ts'
import { type CountedLift, costsOf, countedLines } from './rules/counted-lifts.ts'
import { deductionLines } from './rules/deduction.ts'
import { freeLifts } from './rules/free.ts'
import { measuredLifts } from './rules/measured.ts'
import { billParts, type PartOfBill, periodSettings } from './rules/period.ts'
import { sumOf } from './sums.ts'

/** A lift on the bill. `charged_cents`: what it costs, 0 when a row frees it. */
export type ChargedLift = PricedLift & { rule?: number; rank?: number }

export type ChargedPeriod = PartOfBill & {
  lifts: ChargedLift[]
  lines: BillLine[]
  amount_cents: number
  /** The rows that freed a lift with a price, each with the cents that these lifts would cost. */
  saved_by: Map<number, number>
}

type YearlyLines = { fixed: BillLine[]; extras: BillLine[] }

const centsOf = (lines: BillLine[]) => sumOf(lines, ({ amount_cents }) => amount_cents)

/**
 * Returns the parts of the bills of all households in a year, each with lifts and lines. `lifts`: with their prices
 * (step 2), the newest first. `leftOut`: lifts that count for nothing; no lift is credited then.
 *
 * The order of application is fixed: 1 parts, 2 price, 3 free, 4 fixed part, rental and delivery, 5 deductions,
 * 6 credits, 7 total.
 */
export function chargePeriods(
  year: number,
  facts: ChargedFacts,
  lifts: PricedLift[],
  leftOut?: ReadonlySet<number>,
): ChargedPeriod[] {
  const parts = billParts(year, facts)
  const yearly = yearlyLines(year, facts, parts)
  const households = [...Map.groupBy(parts, ({ subject_id }) => subject_id).values()]
  const charged = households.flatMap((household) => {
    const owed = (without: ReadonlySet<number>) => owedBy({ year, facts, household, yearly, lifts, leftOut: without })
    const all = owed(leftOut ?? new Set())
    return leftOut ? all : withCredits(all, facts, owed)
  })
  const at = new Map(parts.map((part, index) => [`${part.from} ${part.to}`, index]))
  const placeOf = ({ from, to }: PartOfBill) => at.get(`${from} ${to}`) ?? 0
  return charged.sort((one, other) => placeOf(one) - placeOf(other))
}

/** Step 4: the fixed part, rental and delivery of each part. The shares of one price stay within that price. */
function yearlyLines(year: number, facts: ChargedFacts, parts: PartOfBill[]): Map<PartOfBill, YearlyLines> {
  const shareAmount = shareAmounts()
  const { size_on } = periodSettings(year, facts)
  const sizeOf = (part: PartOfBill) =>
    size_on === 'first_day'
      ? (parts.find((it) => it.subject_id === part.subject_id && it.from.startsWith(`${year}-`)) ?? part)
      : part
  return new Map(
    parts.map((part) => [
      part,
      {
        fixed: part.has_fixed ? fixedLines(facts, part, shareAmount, sizeOf(part).household_size) : [],
        extras: part.has_rest
          ? [
              ...rentalLines(facts, { ...part, continues: part.rest_continues }, shareAmount).sort(byStream),
              ...deliveryLines(facts, part).sort(byStream),
            ]
          : [],
      },
    ]),
  )
}

type HouseholdBill = {
  year: number
  facts: ChargedFacts
  /** The parts of one household. */
  household: PartOfBill[]
  yearly: Map<PartOfBill, YearlyLines>
  lifts: PricedLift[]
  leftOut: ReadonlySet<number>
}

/** Steps 3 and 5: what a household owes, before credits. */
function owedBy({ year, facts, household, yearly, lifts, leftOut }: HouseholdBill): ChargedPeriod[] {
  const subject_id = household[0]?.subject_id ?? null
  const counted = freeLifts(facts, subject_id, liftsOn({ year, facts, household, lifts, leftOut }))
  const parts = household.map((part) => ({ part, fixed: yearly.get(part)?.fixed ?? [] }))
  const deductions = deductionLines({ facts, year, parts, lifts: counted })
  const costs = costsOf(counted)
  return parts.map(({ part, fixed }) => {
    const own = counted.filter((lift) => lift.part === part)
    const lines = [
      ...countedLines(own).sort(byStream),
      ...fixed.map((line) => ({ ...line })),
      ...(yearly.get(part)?.extras ?? []).map((line) => ({ ...line })),
      ...deductions.filter((it) => it.part === part).map(({ line }) => line),
    ]
    return { ...part, lifts: chargedLifts(own, costs), lines, amount_cents: centsOf(lines), saved_by: savedBy(own) }
  })
}

function savedBy(own: CountedLift[]): ChargedPeriod['saved_by'] {
  const saved = new Map<number, number>()
  const freed = own.filter(({ free_by }) => free_by)
  const prices = [...costsOf(freed.map(({ free_by: _, ...lift }) => lift)).values()]
  for (const [at, { free_by, charged_cents, kilogram_cents }] of freed.entries())
    if (free_by && (charged_cents > 0 || (kilogram_cents ?? 0) > 0))
      saved.set(free_by.id, (saved.get(free_by.id) ?? 0) + (prices[at] ?? 0))
  return saved
}

/** Step 1: the lifts on the bill of a household, in order of time. */
function liftsOn({ year, facts, household, lifts, leftOut }: Omit<HouseholdBill, 'yearly'>): CountedLift[] {
  const isMeasured = periodSettings(year, facts).rest_on === 'measured'
  const kept = lifts.toReversed().filter(({ id }) => !leftOut.has(id))
  const own = household
    .filter(({ has_rest }) => has_rest)
    .flatMap((part) =>
      kept
        .filter(({ day }) => day >= part.from && day <= part.to)
        .filter(({ day, kind }) => !isMeasured || kind === null || !day.startsWith(`${year}-`))
        .map((lift): CountedLift => ({ ...lift, part })),
    )
  const first = household.find(({ has_fixed }) => has_fixed)
  return isMeasured && first ? [...own, ...measuredLifts(year, facts, kept, first)] : own
}

/** Returns the lifts of a part with what each costs, the newest first. A lift that counts twice is one lift. */
function chargedLifts(own: CountedLift[], costs: Map<CountedLift, number>): ChargedLift[] {
  const byId = new Map<number, ChargedLift>()
  for (const lift of own) {
    const { id, part: _, share: __, free_by, ...rest } = lift
    if (id === null) continue
    const charged_cents = (byId.get(id)?.charged_cents ?? 0) + (costs.get(lift) ?? 0)
    byId.set(id, { ...rest, id, charged_cents, ...(free_by && { rule: free_by.id }) })
  }
  return [...byId.values()].reverse()
}

/**
 * Step 6: a line for each upheld objection, in order of filing. The credit is what the total falls by without the lift,
 * so an objection never raises a bill.
 */
function withCredits(
  parts: ChargedPeriod[],
  facts: ChargedFacts,
  owed: (without: ReadonlySet<number>) => ChargedPeriod[],
): ChargedPeriod[] {
  const totalOf = (some: ChargedPeriod[]) => sumOf(some, ({ amount_cents }) => amount_cents)
  const leftOut = new Set<number>()
  let lowest = totalOf(parts)
  const credits = new Map<ChargedPeriod, BillLine[]>()
  for (const { state, clearance_id } of facts.objections) {
    const part = parts.find(({ lifts }) => lifts.some(({ id }) => id === clearance_id))
    if (state !== 'upheld' || !part || leftOut.has(clearance_id)) continue
    leftOut.add(clearance_id)
    const total = totalOf(owed(leftOut))
    const cents = Math.min(0, total - lowest)
    lowest += cents
    const line = { ...emptyLine, charge: 'credit' as const, count: 1, unit_cents: cents, amount_cents: cents }
    credits.set(part, [...(credits.get(part) ?? []), { ...line, clearance_ids: [clearance_id], difference: null }])
  }
  return parts.map((part) => {
    const lines = [...part.lines, ...(credits.get(part) ?? [])]
    return { ...part, lines, amount_cents: centsOf(lines) }
  })
}
