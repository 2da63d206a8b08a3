import type { Bill, Purpose } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { findAddressPlan } from '../collection-days/collection-days.queries.ts'
import { type AddressKey, type BillFacts, findStoredBillFacts } from './bill-facts.queries.ts'
import { calculateBill } from './calculate-bill.ts'

type BillRequest = AddressKey & { year?: number | undefined; purpose: Purpose; employee_id: number }

/**
 * Returns the bill of an address with the facts it was computed from, in two statements; undefined for an unknown
 * address. Only the purpose of an objection shows former households.
 */
export async function findBill(
  db: Db,
  { year, purpose, employee_id, ...key }: BillRequest,
): Promise<{ bill: Bill; facts: BillFacts } | undefined> {
  const stored = await findStoredBillFacts(db, key, year)
  if (!stored) return undefined
  // A lift on the day before or after a collection day belongs to that day, also across New Year.
  const period = { from: `${stored.year - 1}-12-31`, to: `${stored.year + 1}-01-01` }
  const facts = { ...stored, plan: (await findAddressPlan(db, stored.address_id, period)) ?? null }
  return { bill: calculateBill(facts, { shows_former: purpose === 'aanslag_bezwaar', employee_id }), facts }
}
