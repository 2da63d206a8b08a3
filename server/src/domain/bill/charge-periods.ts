// Reasons: docs/bill-rules.md

import { type BillLine, isCredited } from '@rd4-loket/contract'
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
import { type CountedLift, costsOf, countedLines, countLift } from './rules/counted-lifts.ts'
import { deductionLines, deductionsOf, type Item, type TakenCents, takeDeductions } from './rules/deduction.ts'
import { type FreedLifts, freedLifts, freeRows, placesOfLifts } from './rules/free.ts'
import { measuredLifts } from './rules/measured.ts'
import { billParts, type PartOfBill, periodSettings } from './rules/period.ts'
import { sumOf } from './sums.ts'

/** A lift on the bill. `charged_cents`: what it costs, 0 when a row frees it. */
export type ChargedLift = PricedLift & { rule?: number; rank?: number }

export type ChargedPeriod = PartOfBill & {
  lifts: ChargedLift[]
  lines: BillLine[]
  amount_cents: number
  /** What the free lifts of each row would cost, if that is not 0. */
  saved_by: Map<number, number>
}

/** The bills of all households of an address in a year. */
export type ChargedYear = {
  /** The parts of these bills in order of time. */
  periods: ChargedPeriod[]
  /** Returns what a household would owe without some lifts, before credits. */
  owedWithout: (subject_id: string | null, leftOut: ReadonlySet<number>) => number
}

type LinesOfPart = { fixed: BillLine[]; extras: BillLine[] }

const centsOf = (lines: BillLine[]) => sumOf(lines, ({ amount_cents }) => amount_cents)

/**
 * Returns the bills of a year. `lifts`: with their prices (step 2), the newest first.
 *
 * The order of application is fixed: 1 parts, 2 price, 3 free, 4 fixed part, rental and delivery, 5 deductions,
 * 6 credits, 7 total.
 */
export function chargeYear(year: number, facts: ChargedFacts, lifts: PricedLift[]): ChargedYear {
  const parts = billParts(year, facts)
  const yearly = yearlyLines(year, facts, parts)
  const households = new Map(
    [...Map.groupBy(parts, ({ subject_id }) => subject_id)].map(([subject_id, household]) => [
      subject_id,
      householdOf({ year, facts, household, yearly, lifts }),
    ]),
  )
  const places = new Map(parts.map((part, place) => [`${part.from} ${part.to}`, place]))
  const placeOf = ({ from, to }: PartOfBill) => places.get(`${from} ${to}`) ?? 0
  return {
    periods: [...households.values()]
      .flatMap((household) => periodsOf(household, facts))
      .sort((one, other) => placeOf(one) - placeOf(other)),
    owedWithout: (subject_id, leftOut) => {
      const household = households.get(subject_id)
      return household ? owedBy(household, leftOut).cents : 0
    },
  }
}

/** Step 4: the fixed part, rental and delivery of each part. The shares of one price stay within that price. */
function yearlyLines(year: number, facts: ChargedFacts, parts: PartOfBill[]): Map<PartOfBill, LinesOfPart> {
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

type HouseholdFacts = {
  year: number
  facts: ChargedFacts
  /** The parts of the bill of one household. */
  household: PartOfBill[]
  yearly: Map<PartOfBill, LinesOfPart>
  lifts: PricedLift[]
}

/** Returns what the bill of one household is computed from: everything that does not depend on objections. */
function householdOf({ year, facts, household: parts, yearly, lifts: all }: HouseholdFacts) {
  const lifts = liftsOn(year, facts, parts, all)
  const fixed = parts.flatMap((part) => (yearly.get(part)?.fixed ?? []).map((line) => ({ part, line })))
  return {
    parts,
    lifts,
    fixed,
    extras: parts.map((part) => ({ part, lines: yearly.get(part)?.extras ?? [] })),
    free: freeRows(facts, parts[0]?.subject_id ?? null, lifts),
    deductions: deductionsOf(year, facts, { parts, fixed, lifts }),
  }
}

type ChargedHousehold = ReturnType<typeof householdOf>

/** Step 1: the lifts on the bill of a household, in order of time. */
function liftsOn(year: number, facts: ChargedFacts, parts: PartOfBill[], all: PricedLift[]): CountedLift[] {
  const isMeasured = periodSettings(year, facts).rest_on === 'measured'
  const lifts = all.toReversed()
  const own = parts
    .filter(({ has_rest }) => has_rest)
    .flatMap((part) =>
      lifts
        .filter(({ day }) => day >= part.from && day <= part.to)
        .filter(({ day, kind }) => !isMeasured || kind === null || !day.startsWith(`${year}-`))
        .map((lift) => countLift(lift, part)),
    )
  const first = parts.find(({ has_fixed }) => has_fixed)
  return isMeasured && first ? [...own, ...measuredLifts(year, facts, lifts, first)] : own
}

/** What a household owes without some lifts, before credits. `cents`: the sum. */
type OwedCharges = {
  cents: number
  lifts: CountedLift[]
  costs: Map<CountedLift, number>
  freed: FreedLifts[]
  /** What each lift would cost if no row freed it. */
  prices: Map<CountedLift, number>
  taken: TakenCents[]
}

/** Steps 3 and 5: the free lifts, and the deductions from what then is owed. */
function owedBy(household: ChargedHousehold, leftOut: ReadonlySet<number>): OwedCharges {
  const lifts = household.lifts.filter(({ id }) => id === null || !leftOut.has(id))
  const prices = costsOf(lifts)
  const freed = freedLifts(household.free, prices)
  const free = new Set(freed.flatMap((row) => row.lifts))
  const costs = free.size === 0 ? prices : costsOf(lifts, free)
  const left = new Map<Item, number>(household.fixed.map((item) => [item, item.line.amount_cents]))
  for (const [lift, cents] of costs) if (!free.has(lift)) left.set(lift, cents)
  const taken = takeDeductions(household.deductions, left)
  const extras = sumOf(household.extras, ({ lines }) => centsOf(lines))
  return { cents: left.values().reduce((sum, cents) => sum + cents, extras), lifts, costs, freed, prices, taken }
}

/** Returns the parts of the bill of a household, with their lines. */
function periodsOf(household: ChargedHousehold, facts: ChargedFacts): ChargedPeriod[] {
  const owed = owedBy(household, new Set())
  const places = placesOfLifts(owed.freed)
  const rowOf = (lift: CountedLift) => places.get(lift)?.rule
  const deductions = owed.taken.flatMap(deductionLines)
  const credits = creditLines(household, facts, owed.cents)
  return household.parts.map((part) => {
    const isOfPart = (item: { part: PartOfBill }) => item.part === part
    const own = owed.lifts.filter(isOfPart)
    const lines = [
      ...countedLines(own, rowOf).sort(byStream),
      ...household.fixed.filter(isOfPart).map(({ line }) => line),
      ...household.extras.filter(isOfPart).flatMap((extra) => extra.lines),
      ...deductions.filter(isOfPart).map(({ line }) => line),
      ...credits.filter(isOfPart).map(({ line }) => line),
    ]
    const saved_by = new Map<number, number>()
    for (const lift of own) {
      const [row, cents] = [rowOf(lift), owed.prices.get(lift) ?? 0]
      if (row && cents > 0) saved_by.set(row.id, (saved_by.get(row.id) ?? 0) + cents)
    }
    const lifts = chargedLifts(own, (lift) => {
      const { rule, rank } = places.get(lift) ?? {}
      const charged_cents = owed.costs.get(lift) ?? 0
      return { charged_cents, ...(rule && { rule: rule.id }), ...(rank !== undefined && { rank }) }
    })
    return { ...part, lifts, lines, amount_cents: centsOf(lines), saved_by }
  })
}

type LiftCharge = Pick<ChargedLift, 'charged_cents' | 'rule' | 'rank'>

/** Returns the lifts of a part with what each costs, the newest first. A lift that counts twice is one lift. */
function chargedLifts(own: CountedLift[], chargeOf: (lift: CountedLift) => LiftCharge): ChargedLift[] {
  const byId = new Map<number, ChargedLift>()
  for (const lift of own) {
    const { id } = lift
    if (id === null) continue
    const { charged_cents, ...named } = chargeOf(lift)
    const first = byId.get(id)
    if (first) byId.set(id, { ...first, charged_cents: first.charged_cents + charged_cents })
    else byId.set(id, { ...lift, id, charged_cents, ...named })
  }
  return [...byId.values()].reverse()
}

/**
 * Step 6: a line for each upheld objection and each corrected lift, in order of filing. The credit is what the total
 * falls by without the lift, so it never raises a bill. `owed_cents`: the total with all lifts.
 */
function creditLines(household: ChargedHousehold, { objections }: ChargedFacts, owed_cents: number) {
  const leftOut = new Set<number>()
  let lowest = owed_cents
  return objections.flatMap(({ state, clearance_id, decision_reason }) => {
    const lift = household.lifts.find(({ id }) => id === clearance_id)
    if (!isCredited(state) || !lift || leftOut.has(clearance_id)) return []
    leftOut.add(clearance_id)
    const cents = Math.min(0, owedBy(household, leftOut).cents - lowest)
    lowest += cents
    const amounts = { count: 1, unit_cents: cents, amount_cents: cents }
    const line: BillLine = {
      ...emptyLine,
      charge: 'credit',
      ...amounts,
      clearance_ids: [clearance_id],
      ...(state === 'corrected' && decision_reason && { correction: decision_reason }),
      difference: null,
    }
    return [{ part: lift.part, line }]
  })
}
