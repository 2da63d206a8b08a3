// Reasons: docs/bill.md

import type { Assessment, Bill, BillLine, BillNorm, BillPeriod } from '@rd4-loket/contract'
import { appliedRules } from './applied-rules.ts'
import type { BillFacts, ImposedBill } from './bill-facts.queries.ts'
import { fixedTariff, type PricedLift, priceLifts } from './bill-lines.ts'
import { type ChargedLift, type ChargedPeriod, type ChargedYear, chargeYear } from './charge-periods.ts'
import { compareYears } from './compare-years.ts'
import { differenceSentences } from './difference-words.ts'
import { findFlags } from './flags.ts'
import { isWholeYear, periodOn, sizeGroup } from './households.ts'
import { imposedOnly, lostSchemesOf } from './lost-schemes.ts'
import { periodSettings } from './rules/period.ts'
import { deliveredOf, notBegunText, spokenBill } from './spoken.ts'
import { sumOf } from './sums.ts'
import { collectionTimeline } from './timeline.ts'

/** The employee who sees the bill, and whether the bill shows former households. */
export type BillReader = { shows_former: boolean; employee_id: number }

const totalsOf = (periods: { lines: BillLine[] }[]) => {
  const lines = periods.flatMap((period) => period.lines)
  return {
    amount_cents: sumOf(lines, ({ amount_cents }) => amount_cents),
    count: sumOf(lines, ({ charge, count }) => (charge === 'clearance' ? count : 0)),
  }
}

/** Returns whether the year of a bill has begun. Before that, the bill has no periods. */
export const hasBegun = ({ year, today }: Pick<BillFacts, 'year' | 'today'>) => `${year}-01-01` <= today

const notBegun: ChargedYear = { periods: [], owedWithout: () => 0 }

/** Returns the bill of an address for a year. A pure function: equal facts give an equal bill. */
export function calculateBill(facts: BillFacts, { shows_former, employee_id }: BillReader): Bill {
  const { year } = facts
  const priced = priceLifts(facts)
  const { periods: all, owedWithout } = hasBegun(facts) ? chargeYear(year, facts, priced) : notBegun
  const shown = all.filter(({ is_current }) => is_current || shows_former)
  const household = shown.filter(({ subject_id }) => subject_id === shown.at(-1)?.subject_id)
  const before = yearBefore(facts, household, priced)
  const last_year = before && compareWith(before, household, facts)

  const periods = shown.map((period): BillPeriod => {
    const { from, to, household_size, is_current, lines, amount_cents } = period
    const ofSubject = shown.filter(({ subject_id }) => subject_id === period.subject_id)
    const rules = appliedRules({ year, facts, household: ofSubject }, period)
    return {
      from,
      to,
      household_size,
      is_current,
      lines,
      amount_cents,
      assessment: assessmentOf(facts, shown, period, owedWithout),
      ...(rules && { rules }),
    }
  })
  const late = new Set(periods.flatMap(({ assessment }) => assessment?.late.clearance_ids ?? []))
  const billed = new Map<number, ChargedLift>()
  for (const lift of shown.flatMap(({ lifts }) => lifts)) {
    // A lift can be charged for the year before, and count for the measured year too.
    const first = billed.get(lift.id)
    const charged_cents = lift.charged_cents + (first?.charged_cents ?? 0)
    billed.set(lift.id, { ...(first ?? lift), charged_cents })
  }
  const isOfYear = ({ day }: PricedLift) => day.startsWith(`${year}-`)
  const unbilled = priced.filter((lift) => isOfYear(lift) && !periodOn(all, lift.day))
  const isPriced = (lift: Pick<PricedLift, 'id'>) => billed.has(lift.id) || unbilled.some(({ id }) => id === lift.id)
  // A bill can also have lifts of the year before.
  const visible = priced
    .filter(
      (lift) => billed.has(lift.id) || (isOfYear(lift) && (periodOn(shown, lift.day) || !periodOn(all, lift.day))),
    )
    .map((lift): ChargedLift => billed.get(lift.id) ?? lift)
  const liftOf = new Map(visible.map((lift) => [lift.id, lift]))
  const totals = totalsOf(shown)
  const [first] = household
  const days = collectionTimeline(facts, shown, visible)
  const bill: Bill = {
    year,
    years: facts.years,
    periods,
    totals,
    billed: first
      ? { from: first.from, to: household.at(-1)?.to ?? first.to, amount_cents: totalsOf(household).amount_cents }
      : null,
    last_year,
    norm: normOf(facts, household),
    flags: findFlags({ facts, household, lifts: visible, days }),
    objections: facts.objections.flatMap(({ filed_by_id, ...objection }) => {
      const lift = liftOf.get(objection.clearance_id)
      const amount_cents = lift && billed.has(lift.id) ? amountOff(shown, objection.clearance_id, owedWithout) : 0
      return lift ? [{ ...objection, amount_cents, is_own: filed_by_id === employee_id }] : []
    }),
    clearances: visible.map((lift) => {
      const { id, cleared_at, waste_type, category, kind, volume_litres, weight_kg, rule, rank } = lift
      const container = facts.containers.find((it) => it.id === lift.container_id)
      return {
        ...{ id, cleared_at, waste_type, category, kind, volume_litres, weight_kg },
        amount_cents: lift.amount_cents,
        // A lift that a rule puts on another bill costs nothing here.
        charged_cents: isPriced(lift) ? lift.charged_cents : null,
        ...(rule !== undefined && { rule }),
        ...(rank !== undefined && { rank }),
        equipment_id: lift.container_id,
        container_number: container?.number ?? null,
        chip_number: container?.chip_number ?? null,
        is_late: late.has(id),
      }
    }),
    days,
    hidden_periods: all.length - shown.length,
    unbilled_clearance_ids: unbilled.map(({ id }) => id),
    spoken: hasBegun(facts)
      ? spokenBill({
          facts,
          household,
          otherPeriods: all.length - household.length,
          assessment: periods.at(-1)?.assessment ?? null,
          last_year,
        })
      : { short: notBegunText(year), full: notBegunText(year) },
    updated_until: facts.updated_until,
    delivered: deliveredOf(facts),
  }
  const lost = hasBegun(facts) ? lostSchemesOf(year, facts) : undefined
  return lost === undefined ? bill : imposedOnly(bill, lost)
}

/**
 * Returns the household's periods in the year before. Returns null when it was not liable then, when no tariffs or schemes
 * of that year are known, and when lifts of the year of the bill can still be delivered.
 */
function yearBefore(facts: BillFacts, household: ChargedPeriod[], lifts: PricedLift[]): ChargedPeriod[] | null {
  const { year, today, tariffs, has_year_before, updated_until } = facts
  const isPriced = (it: number) =>
    tariffs.some(({ valid_from, valid_to }) => valid_from <= `${it}-12-31` && valid_to >= `${it}-01-01`)
  const isComplete = today > `${year}-12-31` && (updated_until === null || updated_until >= `${year}-12-31`)
  if (!has_year_before || !isComplete || household.length === 0) return null
  if ((isPriced(year) && !isPriced(year - 1)) || lostSchemesOf(year - 1, facts) !== undefined) return null
  const { periods } = chargeYear(year - 1, facts, lifts)
  const before = periods.filter(({ subject_id }) => subject_id === household[0]?.subject_id)
  return before.length > 0 ? before : null
}

/** Returns the year before, and the sentences about the difference. Sets the differences of the lines. */
function compareWith(before: ChargedPeriod[], household: ChargedPeriod[], facts: BillFacts) {
  const year = facts.year - 1
  const totals = totalsOf(before)
  const amount_cents = totalsOf(household).amount_cents - totals.amount_cents
  const restOn = (of: number) => periodSettings(of, facts).rest_on
  const subject_id = household[0]?.subject_id ?? null
  const causes = compareYears({
    now: household,
    before,
    isSameRest: restOn(year) === restOn(year + 1),
    fixedPart: (from, household_size) => fixedTariff(facts, { subject_id, from }, household_size)?.amount_cents,
  })
  return { year, ...totals, difference: differenceSentences({ year, amount_cents, causes }) }
}

/** Returns what an objection takes off: the credit of an upheld one, or else what the total would fall by after those. */
function amountOff(shown: ChargedPeriod[], clearance_id: number, owedWithout: ChargedYear['owedWithout']) {
  const period = shown.find(({ lifts }) => lifts.some(({ id }) => id === clearance_id))
  if (!period) return 0
  const household = shown.filter(({ subject_id }) => subject_id === period.subject_id)
  const credits = household.flatMap(({ lines }) => lines).filter(({ charge }) => charge === 'credit')
  const own = credits.find(({ clearance_ids: [id] }) => id === clearance_id)
  if (own) return 0 - own.amount_cents
  const leftOut = new Set([...credits.flatMap(({ clearance_ids }) => clearance_ids), clearance_id])
  return Math.max(0, totalsOf(household).amount_cents - owedWithout(period.subject_id, leftOut))
}

/** Returns the newest imposed bill of a period's household, or of the address when the household is unknown. */
const imposedOn = ({ assessments }: BillFacts, period: ChargedPeriod | undefined): ImposedBill | undefined =>
  period &&
  assessments
    .filter(({ subject_id }) => period.subject_id === null || subject_id === period.subject_id)
    .reduce<ImposedBill | undefined>(
      (newest, bill) => (newest && newest.assessed_on >= bill.assessed_on ? newest : bill),
      undefined,
    )

/** Explains the difference with the imposed bill of a household. Null when `period` is not the household's last. */
function assessmentOf(
  facts: BillFacts,
  shown: ChargedPeriod[],
  period: ChargedPeriod,
  owedWithout: ChargedYear['owedWithout'],
): Assessment | null {
  const household = shown.filter(({ subject_id }) => subject_id === period.subject_id)
  const imposed = imposedOn(facts, period)
  if (!imposed || period !== household.at(-1)) return null
  const { number, assessed_on, amount_cents, lines } = imposed
  const decidedLater = new Set(
    facts.objections
      .filter(({ decided_at }) => decided_at !== null && decided_at.slice(0, 10) > assessed_on)
      .map(({ clearance_id }) => clearance_id),
  )
  const credits = household
    .flatMap((it) => it.lines)
    .filter(({ charge, clearance_ids: [id] }) => charge === 'credit' && decidedLater.has(id ?? -1))
  const difference_cents = totalsOf(household).amount_cents - amount_cents
  const objected_cents = sumOf(credits, (line) => line.amount_cents)
  // A new municipality imports lifts after their bill. When both amounts are equal, that bill contains them.
  const isEqual = difference_cents === 0 && objected_cents === 0
  const late = household.flatMap(({ lifts }) => lifts.filter(({ loaded_on }) => !isEqual && loaded_on > assessed_on))
  const without = (ids: number[]) => owedWithout(period.subject_id, new Set(ids))
  const late_cents = late.length === 0 ? 0 : without([]) - without(late.map(({ id }) => id))
  return {
    number,
    assessed_on,
    amount_cents,
    lines,
    difference_cents,
    late: { clearance_ids: late.map(({ id }) => id), amount_cents: late_cents },
    objected: { clearance_ids: credits.flatMap(({ clearance_ids }) => clearance_ids), amount_cents: objected_cents },
    tariff_cents: difference_cents - late_cents - objected_cents,
  }
}

/** Returns whether comparable households can pay another amount for their lifts than the price of a lift. */
export const hidesNormCents = ({ charge_rules = [], tariffs }: Pick<BillFacts, 'charge_rules' | 'tariffs'>) =>
  charge_rules.length > 0 || tariffs.some(({ charge }) => charge === 'weight')

/** Returns the norm of the household's most expensive kind of lift, if the household was liable for the whole year. */
function normOf(facts: BillFacts, household: ChargedPeriod[]): BillNorm | null {
  const { norms, year } = facts
  const isOfYear = periodSettings(year, facts).rest_on === 'own_year'
  if (!isOfYear || !isWholeYear(year, household)) return null
  const size = sizeGroup(household.at(-1)?.household_size ?? null)
  const lines = household.flatMap((period) => period.lines).filter(({ charge }) => charge === 'clearance')
  const compared = norms
    .filter(({ household_size }) => household_size === size)
    .flatMap(({ lifts: [lower, median, upper], cents, ...norm }) => {
      const own = lines.filter(
        (line) => line.waste_type === norm.waste_type && line.volume_litres === norm.volume_litres,
      )
      if (own.length === 0) return []
      return [
        {
          ...norm,
          lifts: { lower, median, upper },
          cents: { lower: cents[0], median: cents[1], upper: cents[2] },
          own_lifts: sumOf(own, ({ count }) => count),
          own_cents: sumOf(own, ({ amount_cents }) => amount_cents),
        },
      ]
    })
  const norm = compared.sort((one, other) => other.own_cents - one.own_cents)[0]
  return norm && hidesNormCents(facts) ? { ...norm, cents: null, own_cents: null } : (norm ?? null)
}
