import { type Bill, type BillDay, billPurposes, type Purpose } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import type { LoggedAccess } from '../../platform/http/api.ts'
import { findAddressPlan } from '../collection-days/collection-days.queries.ts'
import { recordHouseholds } from '../occupancy/record-households.ts'
import { type AddressKey, type BillFacts, findStoredBillFacts } from './bill-facts.queries.ts'
import { calculateBill } from './calculate-bill.ts'
import { lostSchemesOf, usesCodes, yearsOfLostSchemes } from './lost-schemes.ts'

type BillRequest = AddressKey & { year?: number | undefined; employee_id: number }

/** A bill, and the facts that it was computed from. */
export type FoundBill = { bill: Bill; facts: BillFacts }

/**
 * Reads the facts of a bill with two statements, and returns the bill and the facts. Returns undefined for an unknown
 * address. Shows former households only when the purpose is an objection. Reads schemes only for a purpose about a bill.
 * `scheme_months`: the months that a scheme row remains after its last day. Does not log the access.
 */
export async function findBill(
  db: Db,
  { year, purpose, employee_id, scheme_months, ...key }: BillRequest & { purpose: Purpose; scheme_months: number },
): Promise<FoundBill | undefined> {
  const stored = await findStoredBillFacts(db, key, year, { withSchemes: readsSchemes(purpose) })
  if (!stored) return undefined
  // A lift one day before or after a collection day belongs to that collection day, which can be in another year.
  const period = { from: `${stored.year - 1}-12-31`, to: `${stored.year + 1}-01-01` }
  const lost = { ...stored, years_of_lost_schemes: yearsOfLostSchemes(stored, scheme_months) }
  const hasSchemes = usesCodes(stored) && lostSchemesOf(stored.year, lost) === undefined
  const schemes = hasSchemes ? (stored.schemes ?? []) : []
  const facts = { ...lost, schemes, plan: (await findAddressPlan(db, stored.address_id, period)) ?? null }
  return { bill: billFor(facts, { purpose, employee_id }), facts }
}

/** Returns whether a purpose may read schemes: they can be facts about health. */
const readsSchemes = (purpose: Purpose) => billPurposes.some((it) => it === purpose)

const billFor = (facts: BillFacts, { purpose, employee_id }: { purpose: Purpose; employee_id: number }) =>
  calculateBill(facts, { shows_former: purpose === 'aanslag_bezwaar', employee_id })

/** Returns the bill and its facts for the purpose of a logged access. Records the households that the bill shows. */
export async function findLoggedBill(access: LoggedAccess, request: BillRequest): Promise<FoundBill | undefined> {
  const { purpose, scheme_months } = access
  const found = await findBill(access.transaction, { ...request, purpose, scheme_months })
  if (!found) return undefined
  const { bill, facts } = found
  const shown = facts.occupancies.filter(({ first_day, last_day }) =>
    bill.periods.some(({ from, to }) => first_day <= to && (last_day === null || last_day >= from)),
  )
  recordHouseholds(access, { address_id: facts.address_id, occupancy_ids: shown.map(({ id }) => id) })
  if (readsSchemes(purpose) && usesCodes(facts)) access.recordSchemes()
  return found
}

/**
 * Returns what is known about each collection day of a year, up to today; undefined for an unknown address. The days on
 * a bill end with the last delivery. Records the households whose days it returns.
 */
export async function findLoggedOutcomes(access: LoggedAccess, request: BillRequest): Promise<BillDay[] | undefined> {
  const found = await findLoggedBill(access, request)
  return found && billFor({ ...found.facts, updated_until: null }, { ...request, purpose: access.purpose }).days
}
