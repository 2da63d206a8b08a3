import type { PeriodRule } from '@rd4-loket/contract'
import type { StoredBillFacts } from '../bill-facts.queries.ts'
import { type LiablePeriod, periodsIn } from '../households.ts'
import { type YearShare, yearShare } from '../proration.ts'
import { inOrder, sumOf } from '../sums.ts'
import { isValidOn, type RuleFacts, rulesOf } from './matching.ts'

/** Days of one household with their lines. `has_fixed` and `has_rest`: what stands on the bill for these days. */
export type PartOfBill = LiablePeriod & {
  has_fixed: boolean
  has_rest: boolean
  /** `continues` of the rest, which can be split at 1 July when the fixed part is not. */
  rest_continues: boolean
}

type PeriodFacts = Pick<StoredBillFacts, 'occupancies' | 'today'> & RuleFacts

type PeriodSettings = Pick<PeriodRule, 'fixed_per' | 'rest_per' | 'rest_on' | 'size_on'>

const standard: PeriodSettings = {
  fixed_per: 'year',
  rest_per: 'year',
  rest_on: 'own_year',
  size_on: 'each_change',
}

/** Returns which days and lifts stand on the bill of a year. The row of 1 January counts for the whole year. */
export const periodSettings = (year: number, facts: RuleFacts): PeriodSettings =>
  rulesOf(facts, 'period').find((rule) => isValidOn(rule, `${year}-01-01`)) ?? standard

/** Splits a period at 1 July. That day counts as 1 January: whoever is liable on it owes 6/12. */
function split(period: LiablePeriod, per: 'year' | 'half_year'): LiablePeriod[] {
  const year = period.from.slice(0, 4)
  const middle = `${year}-07-01`
  if (per === 'year' || period.to < middle) return [period]
  const second = { ...period, from: period.from > middle ? period.from : middle }
  if (period.from >= middle) return [{ ...second, continues: period.continues || period.from === middle }]
  return [
    { ...period, to: `${year}-06-30` },
    { ...second, continues: true },
  ]
}

type ShareFacts = PeriodFacts & Pick<StoredBillFacts, 'rule'>

/**
 * Returns the share of a year that a household owes of a fixed part: at most the whole year. With half-years, a household
 * that arrives on 1 July owes 6/12.
 */
export function householdShare(facts: ShareFacts, year: number, subject_id: string | null): YearShare {
  const key = `${year} ${subject_id}`
  const known = shares.get(facts) ?? new Map<string, YearShare>()
  shares.set(facts, known)
  const share = known.get(key) ?? computeShare(facts, year, subject_id)
  known.set(key, share)
  return share
}

/** The shares of the households of a bill, which many rows and sentences need. */
const shares = new WeakMap<object, Map<string, YearShare>>()

function computeShare(facts: ShareFacts, year: number, subject_id: string | null): YearShare {
  const { rule } = facts
  const { fixed_per } = periodSettings(year, facts)
  const owed = periodsIn(year, facts)
    .filter((period) => period.subject_id === subject_id)
    .flatMap((period) => split(period, fixed_per))
    .map((part) => yearShare(rule.proration, part))
  const of = owed[0]?.of ?? 1
  const sum = sumOf(owed, (share) => share.part)
  const part = Math.min(of, sum)
  return { part, of, twelfths: rule.proration === 'twelfths' ? part : null }
}

/** Returns whether a household is liable on 1 January. */
const isLiableAt = (year: number, { occupancies }: PeriodFacts, subject_id: string | null) =>
  subject_id === null ||
  occupancies.some(
    (row) =>
      row.subject_id === subject_id &&
      row.first_day <= `${year}-01-01` &&
      (row.last_day === null || row.last_day >= `${year}-01-01`),
  )

/**
 * Returns the parts of the bills of a year in order of time, the longest first. The fixed part and the rest have their
 * own parts; parts with the same days are one. With `next_year`, the rest of a year stands on the bill of the next one,
 * if the household is liable then. The row of the year of the lifts decides, so each lift is on one bill.
 */
export function billParts(year: number, facts: PeriodFacts): PartOfBill[] {
  const parts = new Map<string, PartOfBill>()
  const add = (period: LiablePeriod, what: 'has_fixed' | 'has_rest') => {
    const key = `${period.from} ${period.to}`
    const part = parts.get(key) ?? { ...period, has_fixed: false, has_rest: false, rest_continues: false }
    const continues = what === 'has_rest' ? { rest_continues: period.continues } : {}
    parts.set(key, { ...part, ...continues, [what]: true })
  }
  const settings = periodSettings(year, facts)
  const before = periodSettings(year - 1, facts)
  const liable = periodsIn(year, facts)
  for (const period of liable) {
    for (const part of split(period, settings.fixed_per)) add(part, 'has_fixed')
    if (settings.rest_on === 'next_year' && isLiableAt(year + 1, facts, period.subject_id)) continue
    for (const part of split(period, settings.rest_per)) add(part, 'has_rest')
  }
  if (before.rest_on === 'next_year')
    for (const period of periodsIn(year - 1, facts).filter((it) => isLiableAt(year, facts, it.subject_id)))
      for (const part of split(period, before.rest_per)) add(part, 'has_rest')
  return [...parts.values()].sort((one, other) => inOrder(one.from, other.from) || inOrder(other.to, one.to))
}
