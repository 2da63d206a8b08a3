import type { FreeRule } from '@rd4-loket/contract'
import type { ChargedFacts } from '../bill-lines.ts'
import type { YearShare } from '../proration.ts'
import { sumOf } from '../sums.ts'
import type { CountedLift } from './counted-lifts.ts'
import { coversBetween, fitsSize, isValidOn, matchesLift, rulesOf, schemesOf } from './matching.ts'
import { householdShare } from './period.ts'

/** A row in one calendar year. `counted`: the lifts of a household that it counts, in order of time. */
type FreeRow = { rule: FreeRule; from: number; to: number | null; counted: CountedLift[] }

/** What a row frees of the lifts that it counts, and what these lifts would cost. */
export type FreedLifts = { rule: FreeRule; counted: CountedLift[]; lifts: CountedLift[]; cents: number }

/** Returns the first and the last free lift of a row, scaled to a share of the year. `to` null: no end. */
export function freeLimits({ from_lift, to_lift, prorated }: FreeRule, { part, of }: YearShare) {
  const scaled = (count: number) => (prorated ? Math.ceil((count * part) / of) : count)
  return { from: scaled(from_lift - 1) + 1, to: to_lift === null ? null : scaled(to_lift) }
}

/** Returns the rows of each calendar year with the lifts of one household that they count. `lifts`: in order of time. */
export function freeRows(facts: ChargedFacts, subject_id: string | null, lifts: CountedLift[]): FreeRow[][] {
  const rules = rulesOf(facts, 'free')
  if (rules.length === 0) return []
  const schemes = schemesOf(facts, subject_id)
  const hasCode = ({ scheme }: FreeRule, { day, container_id }: CountedLift) =>
    scheme === null ||
    schemes.some(
      (row) =>
        row.code === scheme &&
        coversBetween(row, day, day) &&
        (row.container_id === null || row.container_id === container_id),
    )
  const isCounted = (rule: FreeRule, lift: CountedLift) =>
    matchesLift(rule, lift) &&
    isValidOn(rule, lift.day) &&
    fitsSize(rule.household_size, lift.part.household_size) &&
    hasCode(rule, lift)
  return [...Map.groupBy(lifts, ({ day }) => Number(day.slice(0, 4)))].map(([year, ofYear]) => {
    const share = householdShare(facts, year, subject_id)
    return rules.map((rule) => ({
      rule,
      ...freeLimits(rule, share),
      counted: ofYear.filter((lift) => isCounted(rule, lift)),
    }))
  })
}

/**
 * Returns what each row frees. Rows add up; of the rows with one label, only the best one of each calendar year applies.
 * `costs`: what each lift costs without these rows. A lift without costs is left out of all counts.
 */
export const freedLifts = (years: FreeRow[][], costs: ReadonlyMap<CountedLift, number>): FreedLifts[] =>
  years.flatMap((rows) =>
    bestOfEach(
      rows.map(({ rule, from, to, counted: all }) => {
        const counted = all.filter((lift) => costs.has(lift))
        const lifts = counted.slice(from - 1, to ?? counted.length)
        return { rule, counted, lifts, cents: sumOf(lifts, (lift) => costs.get(lift) ?? 0) }
      }),
    ),
  )

/** Keeps of the rows with one label only the row with most cents; at equal cents the first. */
function bestOfEach(rows: FreedLifts[]): FreedLifts[] {
  const best = new Map<string, FreedLifts>()
  for (const row of rows) {
    const { alternative } = row.rule
    if (alternative !== null && row.cents > (best.get(alternative)?.cents ?? -1)) best.set(alternative, row)
  }
  return rows.filter((row) => row.rule.alternative === null || best.get(row.rule.alternative) === row)
}

/** The row that frees a lift, and the place of the lift among the lifts that this row counts. */
type LiftPlace = { rule?: FreeRule; rank: number }

/**
 * Returns the place of each lift that a row counts. A free lift names the first row, without the rows that free only
 * lifts of another row. A charged lift has its rank in the first row that counts it.
 */
export function placesOfLifts(rows: FreedLifts[]): Map<CountedLift, LiftPlace> {
  const places = new Map<CountedLift, LiftPlace>()
  for (const { counted } of rows)
    for (const [at, lift] of counted.entries()) if (!places.has(lift)) places.set(lift, { rank: at + 1 })
  for (const { rule, counted, lifts } of withoutDoubles(rows).reverse())
    for (const lift of lifts) places.set(lift, { rule, rank: counted.indexOf(lift) + 1 })
  return places
}

/** Drops the rows that free only lifts of another row; of equal rows the later. */
function withoutDoubles(rows: FreedLifts[]): FreedLifts[] {
  const freeing = rows.filter(({ lifts }) => lifts.length > 0).map((row) => ({ row, lifts: new Set(row.lifts) }))
  return freeing
    .filter(
      ({ lifts }, at) =>
        !freeing.some(
          (other, place) =>
            (lifts.size < other.lifts.size || (lifts.size === other.lifts.size && place < at)) &&
            lifts.isSubsetOf(other.lifts),
        ),
    )
    .map(({ row }) => row)
}
