import {
  type Bill,
  type BillLine,
  type BillOfYear,
  euroText,
  type WasteStream,
  wasteStreamWords,
} from '@rd4-loket/contract'
import type { LoggedAccess } from '../../platform/http/api.ts'
import { hidesNormCents } from './calculate-bill.ts'
import { type FoundBill, findLoggedBill } from './find-bill.ts'
import { periodsIn, sizeGroup } from './households.ts'
import { sumOf } from './sums.ts'
import { listFormat, spokenDay } from './wording.ts'

/** The maximum number of years beside each other. */
const maxYears = 4

/**
 * Returns the bills of a household over the newest years, in order of time, and the sentences that compare them.
 * Returns undefined for an unknown address.
 */
export async function findBillYears(access: LoggedAccess, request: { alias: string; employee_id: number }) {
  const chosen = await findLoggedBill(access, request)
  if (!chosen) return undefined
  const shown = [...new Set([...chosen.bill.years, chosen.bill.year])].sort((one, other) => other - one)
  const found: FoundBill[] = []
  for (const year of shown.slice(0, maxYears).reverse()) {
    const other = year === chosen.bill.year ? chosen : await findLoggedBill(access, { ...request, year })
    if (other) found.push(other)
  }
  const years = found.map((of) => ({ of: yearOf(of), bill: of.bill }))
  return {
    years: years.flatMap(({ of }) => of.map(({ lines, ...year }) => year)),
    spoken: years
      .flatMap(({ of, bill }) => (bill.imposed_only && bill.billed ? [bill.spoken.short] : of.map(spokenYear)))
      .join(' '),
  }
}

type YearWithLines = BillOfYear & { lines: BillLine[] }

/** Returns the bill of a year, or nothing when no household or no amount of our own is shown in that year. */
function yearOf({ bill, facts }: FoundBill): YearWithLines[] {
  const { year, billed, updated_until } = bill
  if (!billed || billed.amount_cents === null) return []
  const { amount_cents } = billed
  const lines = linesOf(bill)
  const centsOf = (own: BillLine[]) => sumOf(own, ({ amount_cents }) => amount_cents)
  const countOf = (own: BillLine[]) => sumOf(own, ({ charge, count }) => (charge === 'clearance' ? count : 0))
  const streamOfLift = new Map(bill.clearances.map(({ id, waste_type }) => [id, waste_type]))
  // A credit, a weight and a deduction belong to the stream of their first lift.
  const ofStream = (stream: WasteStream) =>
    lines.filter(
      ({ charge, clearance_ids: [id = 0] }) =>
        ['clearance', 'credit', 'weight', 'deduction'].includes(charge) && streamOfLift.get(id) === stream,
    )
  const isOfFixed = ({ charge, clearance_ids }: BillLine) =>
    charge === 'fixed' || (charge === 'deduction' && clearance_ids.length === 0)
  const fixed = centsOf(lines.filter(isOfFixed))
  const [residual_waste, gft] = [ofStream('residual_waste'), ofStream('gft')]
  return [
    {
      year,
      // Lifts of the year before can stand on the bill.
      from: billed.from < `${year}-01-01` ? `${year}-01-01` : billed.from,
      to: billed.to,
      is_running: facts.today <= `${year}-12-31` || (updated_until !== null && updated_until < billed.to),
      amount_cents,
      parts: withoutNegative({
        fixed,
        residual_waste: centsOf(residual_waste),
        gft: centsOf(gft),
        other: amount_cents - fixed - centsOf([...residual_waste, ...gft]),
      }),
      counts: {
        residual_waste: countOf(residual_waste),
        gft: countOf(gft),
        other: countOf(lines) - countOf([...residual_waste, ...gft]),
      },
      similar: similarTo(facts, billed, lines),
      lines,
    },
  ]
}

/** Subtracts a negative part from the others: a deduction can concern several streams. The sum stays equal. */
function withoutNegative(parts: BillOfYear['parts']): BillOfYear['parts'] {
  const positive = { ...parts }
  const names = Object.keys(parts) as (keyof BillOfYear['parts'])[]
  let short = sumOf(names, (name) => Math.min(0, parts[name]))
  for (const name of names) {
    const cents = Math.max(0, parts[name])
    positive[name] = Math.max(0, cents + short)
    short += cents - positive[name]
  }
  return positive
}

/** Returns what comparable households pay: see `BillOfYear`. The norms are facts of the bill, so this reads nothing. */
function similarTo(
  facts: FoundBill['facts'],
  { from, to }: NonNullable<Bill['billed']>,
  lines: BillLine[],
): BillOfYear['similar'] {
  const { year, norms, occupancies, today } = facts
  if (from !== `${year}-01-01` || to !== `${year}-12-31` || hidesNormCents(facts)) return null
  const size = sizeGroup(periodsIn(year, { occupancies, today }).at(-1)?.household_size ?? null)
  const kinds = new Set(lines.filter(({ charge }) => charge === 'clearance').map(kindOf))
  const compared = norms.filter((norm) => norm.household_size === size && kinds.has(kindOf(norm)))
  if (kinds.size === 0 || compared.length < kinds.size) return null
  const fixed = sumOf(lines, ({ charge, amount_cents }) => (charge === 'fixed' ? amount_cents : 0))
  return {
    households: Math.min(...compared.map(({ households }) => households)),
    amount_cents: fixed + sumOf(compared, ({ cents: [, median] }) => median),
  }
}

const kindOf = ({ waste_type, volume_litres }: Pick<BillLine, 'waste_type' | 'volume_litres'>) =>
  `${waste_type} ${volume_litres}`

/** Returns the lines of the household that a bill is about: the last shown one. */
const linesOf = ({ periods, billed }: Bill) =>
  periods.filter(({ from, to }) => billed && from >= billed.from && to <= billed.to).flatMap(({ lines }) => lines)

/** The maximum number of streams in the sentence of a year. */
const maxStreams = 3

function spokenYear({ year, from, to, is_running, amount_cents, lines }: YearWithLines) {
  const since = from === `${year}-01-01` ? '' : `, vanaf ${spokenDay(from)}`
  const until = to === `${year}-12-31` ? '' : `, tot en met ${spokenDay(to)}`
  const lifts = lines.filter(({ charge, count, amount_cents: cents }) => charge === 'clearance' && count * cents > 0)
  const streams = [...Map.groupBy(lifts, ({ waste_type }) => waste_type)]
    .map(([stream, own]) => ({
      stream,
      count: sumOf(own, ({ count }) => count),
      cents: sumOf(own, (it) => it.amount_cents),
    }))
    .sort((one, other) => other.cents - one.cents)
    .slice(0, maxStreams)
    .flatMap(({ stream, count }) => (stream ? [`${count} keer ${wasteStreamWords[stream].replace(/^de /, '')}`] : []))
  const lifted = streams.length > 0 ? `, met ${listFormat.format(streams)}` : ''
  return `In ${year}${since}${until}${is_running ? ' tot nu' : ''}: ${euroText(amount_cents)}${lifted}.`
}
