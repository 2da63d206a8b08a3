// Prints how long the calculation of a bill takes. Each of 200 bills has 40 rule rows, 3 schemes, 60 lifts a year and 2
// objections. The fastest of 7 rounds counts, because other work on the machine slows some rounds down.

import { calculateBill } from '../domain/bill/calculate-bill.ts'
import { dayOf, textOf } from '../platform/runtime/days.ts'
import { billFacts, liftOn } from './make-bill.ts'
import { randomRuleFacts } from './random-rules.ts'

const reader = { shows_former: false, employee_id: 1 }

/** Returns the facts of a bill with many rows. */
function manyRules(seed: number) {
  const { year, ...facts } = randomRuleFacts(seed)
  const others = Array.from({ length: 20 }, (_, at) => randomRuleFacts(seed * 20 + at).charge_rules ?? [])
  const [period, ...rows] = others
    .flat()
    .sort((one, other) => Number(other.kind === 'period') - Number(one.kind === 'period'))
  const charge_rules = [period, ...rows.filter(({ kind }) => kind !== 'period')]
    .filter((rule) => rule !== undefined)
    .slice(0, 40)
    .map((rule, id) => ({ ...rule, id, valid_from: `${year - 2}-01-01`, valid_to: null }))
  const lifts = Array.from({ length: 120 }, (_, at) => {
    const container = facts.containers[at % facts.containers.length]
    return liftOn(textOf(dayOf(`${year - 1}-01-02`) + at * 6), {
      id: 120 - at,
      waste_type: container?.waste_type ?? 'residual_waste',
      container_id: container?.id ?? null,
      volume_litres: container?.volume_litres ?? null,
      amount_cents: null,
      weight_kg: at % 2 === 0 ? 12.345 : null,
    })
  }).reverse()
  const schemes = (['M', 'H', 'K'] as const).map((code, id) => ({
    id,
    address_id: facts.address_id,
    subject_id: null,
    code,
    nature: ({ M: 'scheme', H: 'premises', K: 'remission' } as const)[code],
    container_id: null,
    first_day: `${year - 2}-01-01`,
    last_day: null,
  }))
  const objections = (['upheld', 'open'] as const).map((state, id) => ({
    id,
    clearance_id: 10 + 20 * id,
    handover_id: null,
    state,
    reason: 'other' as const,
    note: '',
    filed_by: 'Kim',
    filed_by_id: 1,
    filed_at: `${year}-12-01T12:00:00+01:00`,
    decided_by: null,
    decided_at: null,
    decision_reason: null,
  }))
  const { occupancies } = billFacts()
  return { ...facts, year, occupancies, charge_rules, lifts, schemes, objections, has_year_before: true }
}

const bills = Array.from({ length: 200 }, (_, seed) => manyRules(seed + 1))
const fastest = bills.map(() => Number.POSITIVE_INFINITY)
for (let round = 0; round < 9; round += 1)
  for (const [at, facts] of bills.entries()) {
    const begin = performance.now()
    calculateBill(facts, reader)
    // The first two rounds warm the engine.
    if (round > 1) fastest[at] = Math.min(fastest[at] ?? 0, performance.now() - begin)
  }
const sorted = fastest.toSorted((one, other) => one - other)
const at = (fraction: number) => sorted[Math.floor(sorted.length * fraction)]?.toFixed(2)
process.stdout.write(`Calculation of a bill with 40 rule rows, ms: p50 ${at(0.5)}, p99 ${at(0.99)}\n`)
