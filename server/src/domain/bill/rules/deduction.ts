import type { BillLine, DeductionRule, HouseholdScheme } from '@rd4-loket/contract'
import { type ChargedFacts, emptyLine } from '../bill-lines.ts'
import { roundHalfUp, type YearShare } from '../proration.ts'
import { sumOf } from '../sums.ts'
import { type CountedLift, costsOf } from './counted-lifts.ts'
import { bestOfEach } from './free.ts'
import { coversBetween, fitsSize, householdShare, isValidOn, matchesLift, rulesOf, schemesOf } from './matching.ts'
import type { PartOfBill } from './period.ts'

/** What a deduction can take cents off: a fixed line, or a charged lift. `left`: what earlier rows left of it. */
type Item = { part: PartOfBill; lift: CountedLift | null; left: number }

type HouseholdFacts = {
  facts: ChargedFacts
  year: number
  /** The parts of the bill of one household, with their fixed lines. */
  parts: { part: PartOfBill; fixed: BillLine[] }[]
  /** The lifts of the household, in order of time. */
  lifts: CountedLift[]
}

/** The limits of a row, scaled to a share of the year. */
export function deductionLimits({ to_lift, max_cents, left_cents, prorated }: DeductionRule, { part, of }: YearShare) {
  const scaled = (cents: number | null) => (cents === null || !prorated ? cents : roundHalfUp(cents * part, of))
  return {
    to_lift: to_lift === null || !prorated ? to_lift : Math.ceil((to_lift * part) / of),
    max_cents: scaled(max_cents),
    left_cents: scaled(left_cents),
  }
}

/** Returns the lines that take cents off the bill of one household, each with its part: fixed lines first, then lifts. */
export function deductionLines(household: HouseholdFacts): { part: PartOfBill; line: BillLine }[] {
  const { facts, year, parts, lifts } = household
  const ofYear = parts.filter(({ part }) => part.from.startsWith(`${year}-`)).map(({ part }) => part)
  const [first] = ofYear
  const rules = rulesOf(facts, 'deduction').filter(
    (rule) => first !== undefined && fitsSize(rule.household_size, first.household_size),
  )
  if (!first || rules.length === 0) return []
  const costs = costsOf(lifts)
  const items = {
    fixed: parts.flatMap(({ part, fixed }) =>
      fixed.map(({ amount_cents }): Item => ({ part, lift: null, left: amount_cents })),
    ),
    lifts: lifts
      .filter(({ free_by }) => !free_by)
      .map((lift): Item => ({ part: lift.part, lift, left: costs.get(lift) ?? 0 })),
  }
  const schemes = schemesOf(facts, first.subject_id)
  const share = householdShare(facts, year, first.subject_id)
  const itemsOf = (rule: DeductionRule) =>
    items[rule.target].filter((item) => isItemOf(rule, item, { schemes, first: first.from, ofYear }))
  const decided = new Map<string, DeductionRule | undefined>()
  const isBest = (rule: DeductionRule) => {
    if (rule.alternative === null) return true
    if (!decided.has(rule.alternative)) {
      const rivals = rules.filter(({ alternative }) => alternative === rule.alternative)
      const taken = rivals.map((rival) => ({
        rule: rival,
        cents: sumOf([...takenFrom(itemsOf(rival), rival, share).values()], (cents) => cents),
      }))
      decided.set(rule.alternative, bestOfEach(taken)[0]?.rule)
    }
    return decided.get(rule.alternative) === rule
  }
  const ordered = [
    ...rules.filter(({ target }) => target === 'fixed'),
    ...rules.filter(({ target }) => target === 'lifts'),
  ]
  return ordered.filter(isBest).flatMap((rule) => {
    const taken = takenFrom(itemsOf(rule), rule, share)
    for (const [item, cents] of taken) item.left -= cents
    return [...Map.groupBy(taken.keys(), ({ part }) => part)].map(([part, lost]) => ({
      part,
      line: deductionLine(
        rule,
        lost,
        sumOf(lost, (item) => taken.get(item) ?? 0),
      ),
    }))
  })
}

/** Returns whether a code covers an item. A remission is about a bill, every other row about days. */
function isItemOf(
  rule: DeductionRule,
  { part, lift }: Item,
  { schemes, first, ofYear }: { schemes: HouseholdScheme[]; first: string; ofYear: PartOfBill[] },
) {
  if (lift && !matchesLift(rule, lift)) return false
  const own = schemes.filter(
    ({ code, container_id }) =>
      code === rule.scheme && (!lift || container_id === null || container_id === lift.container_id),
  )
  if (own.some(({ nature }) => nature === 'remission'))
    return (
      isValidOn(rule, first) && ofYear.some(({ from, to }) => own.some((scheme) => coversBetween(scheme, from, to)))
    )
  const [from, to] = lift ? [lift.day, lift.day] : [part.from, part.to]
  return isValidOn(rule, from) && (rule.scheme === null || own.some((scheme) => coversBetween(scheme, from, to)))
}

/** Returns the items that lose cents, each with the cents that it loses. */
function takenFrom(items: Item[], rule: DeductionRule, share: YearShare): Map<Item, number> {
  const { to_lift, max_cents, left_cents } = deductionLimits(rule, share)
  const deducted = (sum: number) =>
    left_cents === null
      ? Math.min(roundHalfUp(sum * (rule.percent ?? 100), 100), max_cents ?? Number.POSITIVE_INFINITY)
      : Math.max(0, sum - left_cents)
  const taken = new Map<Item, number>()
  let sum = 0
  for (const item of items.slice(0, to_lift ?? items.length)) {
    const cents = Math.min(deducted(sum + item.left) - deducted(sum), item.left)
    sum += item.left
    if (cents > 0) taken.set(item, cents)
  }
  return taken
}

function deductionLine(rule: DeductionRule, lost: Item[], cents: number): BillLine {
  const { waste_type, equipment_kind, volume_litres } = rule
  return {
    ...emptyLine,
    charge: 'deduction',
    waste_type,
    kind: equipment_kind === 'depot' ? null : equipment_kind,
    volume_litres,
    count: rule.target === 'fixed' ? 1 : lost.length,
    unit_cents: null,
    amount_cents: 0 - cents,
    clearance_ids: [...new Set(lost.flatMap(({ lift }) => lift?.id ?? []))],
    rule: rule.id,
    difference: null,
  }
}
