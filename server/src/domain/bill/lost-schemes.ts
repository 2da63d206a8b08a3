// Reasons: docs/bill-rules.md

import { type Bill, euroText } from '@rd4-loket/contract'
import type { BillFacts, StoredBillFacts } from './bill-facts.queries.ts'
import { periodSettings } from './rules/period.ts'
import { dayWithYear } from './wording.ts'

type CodeFacts = Pick<StoredBillFacts, 'charge_rules' | 'tariffs'>

/**
 * Returns whether a rule or a price of a bill needs a code. This does not depend on the household, so what follows from
 * it tells nothing about the household. `year`: only rows that are valid in that year.
 */
export function usesCodes({ charge_rules = [], tariffs }: CodeFacts, year?: number) {
  const isValid = ({ valid_from, valid_to }: { valid_from: string; valid_to: string | null }) =>
    year === undefined || (valid_from <= `${year}-12-31` && (valid_to === null || valid_to >= `${year}-01-01`))
  return (
    charge_rules.some((rule) => 'scheme' in rule && rule.scheme !== null && isValid(rule)) ||
    tariffs.some((tariff) => tariff.scheme && isValid(tariff))
  )
}

/** Returns the number of whole months from the first day of a year to a day. */
const monthsSince = (year: number, day: string) => 12 * (Number(day.slice(0, 4)) - year) + Number(day.slice(5, 7)) - 1

/**
 * Returns the years before or of a bill that need codes, and of which scheme rows may be deleted. `kept_months`: the
 * months that a scheme row remains after its last day. With fewer months, rows were deleted earlier.
 */
export const yearsOfLostSchemes = (
  { year, today, schemes_deleted_until = null, ...facts }: StoredBillFacts,
  kept_months: number,
): number[] =>
  [year, year - 1, year - 2].filter(
    (it) =>
      (monthsSince(it, today) >= kept_months || `${it}-01-01` <= (schemes_deleted_until ?? '')) && usesCodes(facts, it),
  )

/**
 * Returns the year of the lost schemes that the bill of a year needs; undefined when it needs none. A bill with lifts of
 * the year before needs the codes of these lifts. Lifts of a measured year count on the first day of the bill's year.
 */
export function lostSchemesOf(
  year: number,
  facts: Pick<BillFacts, 'charge_rules' | 'years_of_lost_schemes'>,
): number | undefined {
  const needed = periodSettings(year - 1, facts).rest_on === 'next_year' ? [year, year - 1] : [year]
  return needed.find((it) => facts.years_of_lost_schemes?.includes(it))
}

/** Returns the Dutch sentences that explain why a bill has no amounts of our own. */
const lostText = (year: number) =>
  `Over ${year} bewaart de portal geen regelingen meer. Daarom staat hier alleen de opgelegde aanslag.`

/** Returns a bill with only what was imposed and the lifts, without amounts of our own. `lost`: the year of the schemes. */
export function imposedOnly(bill: Bill, lost: number): Bill {
  const nothing = { clearance_ids: [], amount_cents: 0 }
  const why = lostText(lost)
  const periods = bill.periods.map(({ rules, assessment, ...period }) => ({
    ...period,
    lines: [],
    amount_cents: null,
    assessment: assessment && {
      ...assessment,
      difference_cents: null,
      late: nothing,
      objected: nothing,
      tariff_cents: 0,
    },
  }))
  const imposed = periods.at(-1)?.assessment
  const text = imposed
    ? `Op uw aanslag van ${dayWithYear(imposed.assessed_on)} staat ${euroText(imposed.amount_cents)}. ${why}`
    : why
  return {
    ...bill,
    periods,
    totals: { ...bill.totals, amount_cents: null },
    billed: bill.billed && { ...bill.billed, amount_cents: null },
    last_year: null,
    norm: null,
    objections: bill.objections.map((objection) => ({ ...objection, amount_cents: null })),
    clearances: bill.clearances.map(({ rule, rank, ...lift }) => ({
      ...lift,
      amount_cents: null,
      charged_cents: null,
      is_late: false,
    })),
    spoken: periods.length === 0 ? bill.spoken : { short: text, full: text },
    imposed_only: why,
  }
}
