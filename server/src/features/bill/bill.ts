import {
  type Bill,
  type BillLine,
  listBillYears,
  listCollectionOutcomes,
  showBill,
  showResidentBill,
  wasteStreamWords,
} from '@rd4-loket/contract'
import { findBillYears } from '../../domain/bill/bill-years.ts'
import { findLoggedBill, findLoggedOutcomes } from '../../domain/bill/find-bill.ts'
import { usesCodes } from '../../domain/bill/lost-schemes.ts'
import { sumOf } from '../../domain/bill/sums.ts'
import { listFormat } from '../../domain/bill/wording.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { findAddressOfPass } from './bill.queries.ts'

/** Returns the bill of an address. Throws 404 for an unknown address. */
async function findAddressBill({ access, employee, params, query }: Call<typeof showBill>) {
  const found = await findLoggedBill(access, { ...params, ...query, employee_id: employee.id })
  return found?.bill ?? notFound('Dit adres bestaat niet')
}

/** Returns the bills of the newest years of an address. Throws 404 for an unknown address. */
const findYears = async ({ access, employee, params }: Call<typeof listBillYears>) =>
  (await findBillYears(access, { ...params, employee_id: employee.id })) ?? notFound('Dit adres bestaat niet')

/** Returns what is known about each collection day of an address in a year. Throws 404 for an unknown address. */
const findOutcomes = async ({ access, employee, params, query }: Call<typeof listCollectionOutcomes>) =>
  (await findLoggedOutcomes(access, { ...params, ...query, employee_id: employee.id })) ??
  notFound('Dit adres bestaat niet')

/**
 * Returns the bill for the resident of a pass: this year's lifts of the current household, and their explanation. The
 * explanation has no amounts where a rule or a price needs a code.
 * Throws 404 for a pass that is unknown to this employee, and for the pass of a resident who moved away.
 */
async function findResidentBill({ access, employee, body }: Call<typeof showResidentBill>) {
  const { transaction, recordLookup, recordFound } = access
  const number = body.environmental_pass_number
  recordLookup(number)
  const address_id = (await findAddressOfPass(transaction, employee, number)) ?? unknownPass()
  const year = Number(today().slice(0, 4))
  const found = (await findLoggedBill(access, { address_id, year, employee_id: employee.id })) ?? unknownPass()
  recordFound(number)
  const { bill, facts } = found
  return { year, lifts: bill.totals.count, spoken: usesCodes(facts) ? spokenLifts(bill) : bill.spoken.full }
}

/**
 * Returns the lifts on a bill in Dutch, without amounts: in a municipality with codes, a low amount would show that a
 * household has one.
 */
function spokenLifts({ year, periods, totals, clearances, unbilled_clearance_ids, imposed_only }: Bill) {
  // A bill with only what was imposed has no lines.
  const lines: Pick<BillLine, 'waste_type' | 'count'>[] = imposed_only
    ? clearances.filter(({ id }) => !unbilled_clearance_ids.includes(id)).map((lift) => ({ ...lift, count: 1 }))
    : periods.flatMap((period) => period.lines).filter(({ charge }) => charge === 'clearance')
  const counts = [...Map.groupBy(lines, ({ waste_type }) => waste_type)].flatMap(([stream, own]) => {
    const count = sumOf(own, (line) => line.count)
    return stream && count > 0 ? [`${count} keer ${wasteStreamWords[stream].replace(/^de /, '')}`] : []
  })
  const counted = totals.count === 0 ? 'nog geen ledigingen' : listFormat.format(counts)
  return `Op de aanslag van ${year} staan tot nu ${counted}. De balie ziet hier geen bedragen. Bel daarvoor de BsGW.`
}

const unknownPass = () => notFound('Deze pas is niet bekend in uw gemeente')

/** The bill of an address, the bills of other years, its collection days, and the part of that bill for the resident of a pass. */
export function billRoutes(api: Api) {
  answer(api, showBill, findAddressBill)
  answer(api, listBillYears, findYears)
  answer(api, listCollectionOutcomes, findOutcomes)
  answer(api, showResidentBill, findResidentBill)
}
