import type { BillLine, DeductionRule, HouseholdScheme } from '@rd4-loket/contract'
import { type ChargedFacts, emptyLine } from '../bill-lines.ts'
import { roundHalfUp, type YearShare } from '../proration.ts'
import type { CountedLift } from './counted-lifts.ts'
import { coversBetween, fitsSize, isValidOn, matchesLift, rulesOf, schemesOf } from './matching.ts'
import { householdShare, type PartOfBill } from './period.ts'

/** A fixed line of a part. */
type FixedItem = { part: PartOfBill; line: BillLine }

/** What a deduction can take cents off: a fixed line or a lift. */
export type Item = FixedItem | CountedLift

/** A row with its limits as applied, and the items of one household that it is about, in order of time. */
type Deduction = { rule: DeductionRule; limits: ReturnType<typeof deductionLimits>; items: Item[] }

/** The cents that a row takes off each item. An item that loses none is absent. */
export type TakenCents = { rule: DeductionRule; cents: Map<Item, number> }

/** The parts of the bill of one household, with their fixed lines and lifts. */
type HouseholdItems = { parts: PartOfBill[]; fixed: FixedItem[]; lifts: CountedLift[] }

/** The limits of a row, scaled to a share of the year. */
export function deductionLimits({ to_lift, max_cents, left_cents, prorated }: DeductionRule, { part, of }: YearShare) {
  const scaled = (cents: number | null) => (cents === null || !prorated ? cents : roundHalfUp(cents * part, of))
  return {
    to_lift: to_lift === null || !prorated ? to_lift : Math.ceil((to_lift * part) / of),
    max_cents: scaled(max_cents),
    left_cents: scaled(left_cents),
  }
}

/** Returns the deductions of the bill of one household in the order of application: fixed part first, then lifts. */
export function deductionsOf(year: number, facts: ChargedFacts, { parts, fixed, lifts }: HouseholdItems): Deduction[] {
  const ofYear = parts.filter(({ from }) => from.startsWith(`${year}-`))
  const [first] = ofYear
  const rules = rulesOf(facts, 'deduction')
  if (!first || rules.length === 0) return []
  const schemes = schemesOf(facts, first.subject_id)
  const share = householdShare(facts, year, first.subject_id)
  return [...rules.filter(({ target }) => target === 'fixed'), ...rules.filter(({ target }) => target === 'lifts')]
    .filter(({ household_size }) => fitsSize(household_size, first.household_size))
    .map((rule) => {
      const own = schemes.filter(({ code }) => code === rule.scheme)
      const isOf = own.some(({ nature }) => nature === 'remission')
        ? isOfRemission(rule, own, ofYear)
        : isOfDays(rule, own)
      const items: Item[] = rule.target === 'fixed' ? fixed : lifts.filter((lift) => matchesLift(rule, lift))
      return { rule, limits: deductionLimits(rule, share), items: items.filter(isOf) }
    })
}

const liftOf = (item: Item): CountedLift | null => ('line' in item ? null : item)

/** A code of one container covers only the lifts of that container. */
const coversContainer = ({ container_id }: HouseholdScheme, item: Item) =>
  container_id === null || 'line' in item || container_id === item.container_id

/** A remission is about a bill: the row holds on its first day, and a code on any liable day of the year. */
function isOfRemission(rule: DeductionRule, schemes: HouseholdScheme[], ofYear: PartOfBill[]) {
  const isValid = isValidOn(rule, ofYear[0]?.from ?? '')
  const covering = schemes.filter((scheme) => ofYear.some(({ from, to }) => coversBetween(scheme, from, to)))
  return (item: Item) => isValid && covering.some((scheme) => coversContainer(scheme, item))
}

/** Every other row is about days: those of a lift, or those of the part of a fixed line. */
const isOfDays = (rule: DeductionRule, schemes: HouseholdScheme[]) => (item: Item) => {
  const { from, to } = 'line' in item ? item.part : { from: item.day, to: item.day }
  const hasCode = () => schemes.some((scheme) => coversContainer(scheme, item) && coversBetween(scheme, from, to))
  return isValidOn(rule, from) && (rule.scheme === null || hasCode())
}

/**
 * Returns what the deductions take off. `left`: what each item costs; it is lowered. An item without costs is free or
 * left out. Of the rows with one label, only the best one applies; they are compared at the first of them.
 */
export function takeDeductions(deductions: Deduction[], left: Map<Item, number>): TakenCents[] {
  const best = new Map<string, DeductionRule>()
  const taken: TakenCents[] = []
  for (const deduction of deductions) {
    const label = deduction.rule.alternative
    if (label !== null && !best.has(label)) best.set(label, bestOf(deductions, label, left))
    if (label !== null && best.get(label) !== deduction.rule) continue
    const cents = centsTaken(deduction, left)
    for (const [item, off] of cents) left.set(item, (left.get(item) ?? 0) - off)
    taken.push({ rule: deduction.rule, cents })
  }
  return taken
}

/** Returns the row with a label that takes most cents off; at equal cents the first in row order. */
function bestOf(deductions: Deduction[], label: string, left: Map<Item, number>): DeductionRule {
  const rivals = deductions
    .filter(({ rule }) => rule.alternative === label)
    .map((rival) => ({ rule: rival.rule, cents: centsOf(centsTaken(rival, left)) }))
    .sort((one, other) => other.cents - one.cents || one.rule.id - other.rule.id)
  return (rivals as [(typeof rivals)[0]])[0].rule
}

const centsOf = (cents: ReadonlyMap<Item, number>) => cents.values().reduce((sum, off) => sum + off, 0)

/** Returns the cents that a row takes off: an item loses what the deduction of the running sum grows by with it. */
function centsTaken({ limits: { to_lift, max_cents, left_cents }, rule, items }: Deduction, left: Map<Item, number>) {
  const deducted = (sum: number) =>
    left_cents === null
      ? Math.min(roundHalfUp(sum * (rule.percent ?? 100), 100), max_cents ?? Number.POSITIVE_INFINITY)
      : Math.max(0, sum - left_cents)
  const charged = items.filter((item) => left.has(item))
  const taken = new Map<Item, number>()
  let sum = 0
  for (const item of charged.slice(0, to_lift ?? charged.length)) {
    const cost = left.get(item) ?? 0
    const off = Math.min(deducted(sum + cost) - deducted(sum), cost)
    sum += cost
    if (off > 0) taken.set(item, off)
  }
  return taken
}

/** Returns the lines of what a row takes off: one in each part that loses cents. */
export const deductionLines = ({ rule, cents }: TakenCents): { part: PartOfBill; line: BillLine }[] =>
  [...Map.groupBy(cents, ([{ part }]) => part)].map(([part, lost]) => ({
    part,
    line: {
      ...emptyLine,
      charge: 'deduction',
      waste_type: rule.waste_type,
      kind: rule.equipment_kind === 'depot' ? null : rule.equipment_kind,
      volume_litres: rule.volume_litres,
      count: rule.target === 'fixed' ? 1 : lost.length,
      unit_cents: null,
      amount_cents: 0 - centsOf(new Map(lost)),
      clearance_ids: [...new Set(lost.flatMap(([item]) => liftOf(item)?.id ?? []))],
      rule: rule.id,
      difference: null,
    },
  }))
