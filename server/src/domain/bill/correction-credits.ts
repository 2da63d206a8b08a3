// Reasons: docs/corrections.md

import type { StoredBillFacts } from './bill-facts.queries.ts'
import { priceLifts } from './bill-lines.ts'
import { hasBegun } from './calculate-bill.ts'
import { chargeYear } from './charge-periods.ts'
import { lostSchemesOf } from './lost-schemes.ts'

/**
 * Returns what the bill of a year falls by without some lifts, in cents by the id of the lift. A lift that is not on
 * that bill is absent. The sum is the fall of the bill. A bill without amounts of our own does not fall.
 */
export function creditsWithout(facts: StoredBillFacts, clearance_ids: number[]): Map<number, number> {
  if (!hasBegun(facts) || lostSchemesOf(facts.year, facts) !== undefined) return new Map()
  const ids = new Set(clearance_ids)
  const objections = [
    ...facts.objections.filter(({ clearance_id }) => !ids.has(clearance_id)),
    ...clearance_ids.map((clearance_id) => ({ clearance_id, state: 'corrected' as const, decision_reason: null })),
  ]
  const { periods } = chargeYear(facts.year, { ...facts, objections }, priceLifts(facts))
  const lines = periods.flatMap((period) => period.lines)
  return new Map(
    lines.flatMap(({ charge, clearance_ids: [id = 0], amount_cents }) =>
      charge === 'credit' && ids.has(id) ? [[id, 0 - amount_cents] as const] : [],
    ),
  )
}
