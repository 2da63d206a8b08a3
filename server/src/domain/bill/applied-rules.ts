import type { AppliedRule, BillLine, ChargeRule } from '@rd4-loket/contract'
import type { ChargedPeriod } from './charge-periods.ts'
import { isValidOn, rulesOf } from './rules/matching.ts'
import {
  averageWords,
  deductionSentence,
  freeSentence,
  natureOf,
  periodRowSentences,
  type SpokenBill,
} from './rules/rule-words.ts'
import { sumOf } from './sums.ts'

/**
 * Returns the rule rows that changed a part of the bill of a household, in row order, each with its sentence. Returns
 * undefined without rule rows.
 */
export function appliedRules(bill: SpokenBill, part: ChargedPeriod): AppliedRule[] | undefined {
  const { facts, household } = bill
  if (!facts.charge_rules?.length) return undefined
  const linesOf = Map.groupBy(
    part.lines.filter(({ count }) => count > 0),
    ({ rule }) => rule,
  )
  const applied = [...facts.charge_rules]
    .sort((one, other) => one.id - other.id)
    .flatMap((rule): AppliedRule[] => {
      const { id, valid_from, valid_to } = rule
      const lines = linesOf.get(id) ?? []
      if (lines.length === 0 && rule.kind !== 'average') return []
      const row = { id, valid_from, valid_to, name: nameOf(bill, rule) }
      const lifts = sumOf(lines, ({ count, clearance_ids }) => (clearance_ids.length > 0 ? count : 0))
      if (rule.kind === 'free' && lines.length > 0) {
        const sentence = freeSentence(bill, rule, lines)
        const freed = sumOf(lines, ({ count }) => count)
        return [{ ...row, sentence, lifts: freed, amount_cents: part.saved_by.get(id) ?? 0 }]
      }
      if (rule.kind === 'deduction' && lines.length > 0) {
        const all = household.flatMap((it) => it.lines).filter((line) => line.rule === id)
        const offOf = (some: typeof all) => 0 - sumOf(some, ({ amount_cents }) => amount_cents)
        return [{ ...row, sentence: deductionSentence(bill, rule, offOf(all)), lifts, amount_cents: offOf(lines) }]
      }
      if (rule.kind === 'average') {
        if (!part.lines.some((line) => averageOf(bill, part, line) === id)) return []
        return [{ ...row, sentence: averageWords(rule), lifts: rule.to_lift, amount_cents: 0 }]
      }
      return []
    })
  return [...periodRow(bill, part), ...applied]
}

/** Returns the id of the row whose average lifts a line charges; undefined for another line. */
const averageOf = (
  { facts }: SpokenBill,
  { from }: ChargedPeriod,
  { charge, clearance_ids, count, ...line }: BillLine,
) =>
  charge === 'clearance' && clearance_ids.length === 0 && count > 0
    ? rulesOf(facts, 'average').find(
        (row) =>
          isValidOn(row, from) &&
          row.waste_type === line.waste_type &&
          row.equipment_kind === line.kind &&
          (row.volume_litres === null || row.volume_litres === line.volume_litres),
      )?.id
    : undefined

/** Returns the row that determines which days, lifts and size stand on a bill, if a sentence is about it. */
function periodRow(bill: SpokenBill, part: ChargedPeriod): AppliedRule[] {
  const year = Number(part.from.slice(0, 4))
  const rule = rulesOf(bill.facts, 'period').find((it) => isValidOn(it, `${year}-01-01`))
  const sentence = periodRowSentences(bill, year).join(' ')
  if (!rule || sentence === '') return []
  const { id, valid_from, valid_to } = rule
  return [{ id, name: 'Tijdvak', sentence, valid_from, valid_to, lifts: part.lifts.length, amount_cents: 0 }]
}

/** Returns what a row is called: on a free line in the place of its price, on a deduction in the place of its name. */
function nameOf(bill: SpokenBill, rule: ChargeRule) {
  if (rule.kind === 'average') return 'Gemiddelde'
  if (rule.kind === 'period') return 'Tijdvak'
  const nature = natureOf(bill, rule.scheme)
  if (rule.kind === 'deduction') {
    if (nature === 'remission') return 'Kwijtschelding'
    return nature === 'scheme' ? `Regeling ${rule.scheme}` : 'Korting'
  }
  if (nature === 'scheme') return `regeling ${rule.scheme}`
  return rule.to_lift === null ? 'vast tarief' : 'in het vaste deel'
}
