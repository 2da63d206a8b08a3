import type { FreeRule } from '@rd4-loket/contract'
import type { ChargedFacts } from '../bill-lines.ts'
import type { YearShare } from '../proration.ts'
import { sumOf } from '../sums.ts'
import { type CountedLift, costsOf } from './counted-lifts.ts'
import { coversBetween, fitsSize, householdShare, isValidOn, matchesLift, rulesOf, schemesOf } from './matching.ts'

type FreedBy = { rule: FreeRule; ranks: Map<CountedLift, number>; lifts: Set<CountedLift>; cents: number }

/** Returns the first and the last free lift of a row, scaled to a share of the year. `to` null: no end. */
export function freeLimits({ from_lift, to_lift, prorated }: FreeRule, { part, of }: YearShare) {
  const scaled = (count: number) => (prorated ? Math.ceil((count * part) / of) : count)
  return { from: scaled(from_lift - 1) + 1, to: to_lift === null ? null : scaled(to_lift) }
}

/**
 * Returns the lifts of one household, in order of time, with the row that frees each. The rank of a lift counts the
 * household's matching lifts of its calendar year. Rows add up; of rows with one label, only the best one applies.
 */
export function freeLifts(facts: ChargedFacts, subject_id: string | null, lifts: CountedLift[]): CountedLift[] {
  const rules = rulesOf(facts, 'free')
  if (rules.length === 0) return lifts
  const schemes = schemesOf(facts, subject_id)
  const costs = costsOf(lifts)
  const isCounted = (rule: FreeRule, lift: CountedLift) =>
    isValidOn(rule, lift.day) &&
    matchesLift(rule, lift) &&
    fitsSize(rule.household_size, lift.part.household_size) &&
    (rule.scheme === null ||
      schemes.some(
        ({ code, container_id, ...scheme }) =>
          code === rule.scheme &&
          coversBetween({ code, container_id, ...scheme }, lift.day, lift.day) &&
          (container_id === null || container_id === lift.container_id),
      ))
  return [...Map.groupBy(lifts, ({ day }) => Number(day.slice(0, 4)))].flatMap(([year, ofYear]) => {
    const share = householdShare(facts, year, subject_id)
    const rows = rules.map((rule): FreedBy => {
      const counted = ofYear.filter((lift) => isCounted(rule, lift))
      const { from, to } = freeLimits(rule, share)
      const freed = counted.filter((_, at) => at + 1 >= from && (to === null || at + 1 <= to))
      return {
        rule,
        ranks: new Map(counted.map((lift, at) => [lift, at + 1])),
        lifts: new Set(freed),
        cents: sumOf(freed, (lift) => costs.get(lift) ?? 0),
      }
    })
    const applied = withoutDoubles(bestOfEach(rows))
    return ofYear.map((lift) => {
      const row = applied.find((it) => it.lifts.has(lift))
      const rank = (row ?? applied.find((it) => it.ranks.has(lift)))?.ranks.get(lift)
      return { ...lift, ...(row && { free_by: row.rule }), ...(rank !== undefined && { rank }) }
    })
  })
}

/** Keeps of the rows with one label only the row with most cents; at equal cents the first. */
export function bestOfEach<Row extends { rule: { alternative: string | null }; cents: number }>(rows: Row[]): Row[] {
  return rows.filter(
    (row, at) =>
      row.rule.alternative === null ||
      rows.every(
        (other, place) =>
          other.rule.alternative !== row.rule.alternative ||
          other.cents < row.cents ||
          (other.cents === row.cents && place >= at),
      ),
  )
}

/** Drops the rows whose lifts another row all frees too; of equal rows the later. */
const withoutDoubles = (rows: FreedBy[]) =>
  rows.filter(
    ({ lifts }, at) =>
      !rows.some(
        (other, place) =>
          place !== at &&
          lifts.isSubsetOf(other.lifts) &&
          (lifts.size < other.lifts.size || (lifts.size === other.lifts.size && place < at)),
      ),
  )
