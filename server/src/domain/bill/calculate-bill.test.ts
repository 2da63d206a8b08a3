import { isDeepStrictEqual } from 'node:util'
import type { Bill } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { effort, testSeed } from '../../test/effort.ts'
import { randomFacts } from '../../test/random-bill.ts'
import { slowBill } from '../../test/slow-bill.ts'
import { prepareBills, storeBills, withIds } from '../../test/store-bills.ts'
import { testDatabase } from '../../test/test-database.ts'
import { findStoredBillFacts } from './bill-facts.queries.ts'
import { calculateBill } from './calculate-bill.ts'

const groupSize = 300

const db = await testDatabase()
await prepareBills(db)

/** Returns the sums and lines of a bill in the form of the slow calculation. */
function comparable({ periods, totals, last_year, hidden_periods, unbilled_clearance_ids }: Bill) {
  const differences: Record<string, [number, number]> = {}
  for (const { charge, waste_type, kind, volume_litres, difference } of periods.flatMap(({ lines }) => lines)) {
    const name = `${charge} ${waste_type} ${kind} ${volume_litres}`
    const [count, cents] = differences[name] ?? [0, 0]
    if (difference) differences[name] = [count + difference.count, cents + difference.amount_cents]
  }
  return {
    periods: periods.map(({ from, to, lines, amount_cents }) => ({
      from,
      to,
      // A line with a count of 0 only has the difference with the year before.
      lines: lines.filter(({ count }) => count > 0).map(({ difference: _, ...line }) => line),
      amount_cents,
    })),
    totals,
    last_year: last_year && { amount_cents: last_year.amount_cents, count: last_year.count },
    differences,
    assessments: periods.flatMap(({ assessment }) =>
      assessment
        ? {
            assessed_on: assessment.assessed_on,
            difference: assessment.difference_cents,
            late: assessment.late.amount_cents,
            objected: assessment.objected.amount_cents,
            tariff: assessment.tariff_cents,
          }
        : [],
    ),
    hidden: hidden_periods,
    unbilled: unbilled_clearance_ids,
  }
}

/** Sorts the lists without a fixed order, so that two results can be compared. */
function sorted(bill: ReturnType<typeof comparable> | ReturnType<typeof slowBill>) {
  const byText = <Item>(items: Item[]) => items.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
  const textOf = (item: unknown) => JSON.stringify(Object.entries(item as object).sort())
  return {
    ...bill,
    periods: bill.periods.map(({ lines, ...period }) => ({ ...period, lines: byText(lines) })),
    assessments: byText(bill.assessments),
    unbilled: bill.unbilled.toSorted((one, other) => one - other),
  }
}

const firstSeeds = Array.from({ length: effort }, (_, group) => testSeed + group * groupSize)

test.each(firstSeeds)(
  'a bill from the database equals a slow calculation, to the cent, from seed %i',
  async (first) => {
    const seen = {
      bills: 0,
      credits: 0,
      shares: 0,
      rentals: 0,
      deliveries: 0,
      withoutUnit: 0,
      compared: 0,
      assessed: 0,
    }
    const cases = Array.from({ length: groupSize }, (_, index) =>
      withIds((first + index) * 1000, randomFacts(first + index)),
    )
    await storeBills(db, cases)
    for (const [index, facts] of cases.entries()) {
      const { address_id, year, today, has_year_before, plan } = facts
      const stored = await findStoredBillFacts(db, { address_id }, year)
      if (!stored) throw new Error(`The address ${address_id} was not stored`)
      const shows_former = (first + index) % 2 === 0
      // The clock and the years of other addresses are not facts of this address.
      const read = { ...stored, today, has_year_before, plan, updated_until: null }
      const bill = sorted(comparable(calculateBill(read, { shows_former, employee_id: 1 })))
      const slow = sorted(slowBill(facts, shows_former))
      if (!isDeepStrictEqual(bill, slow)) expect(bill, `seed ${first + index}`).toEqual(slow)
      const lines = bill.periods.flatMap((period) => period.lines)
      const has = (holds: (line: (typeof lines)[number]) => boolean) => Number(lines.some(holds))
      seen.bills += Number(lines.length > 0)
      seen.credits += has(({ charge }) => charge === 'credit')
      seen.shares += has(({ charge, amount_cents, unit_cents }) => charge === 'fixed' && amount_cents !== unit_cents)
      seen.rentals += has(({ charge }) => charge === 'rental')
      seen.deliveries += has(({ charge }) => charge === 'delivery')
      seen.withoutUnit += has(({ charge, unit_cents }) => charge === 'clearance' && unit_cents === null)
      seen.compared += Number(bill.last_year !== null)
      seen.assessed += Number(bill.assessments.length > 0)
    }
    // Every rule occurs in more than 5 % of the cases.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(groupSize / 20)
  },
)
