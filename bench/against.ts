import { median, table, times, written } from './figures.ts'
import type { Subject } from './growth.ts'
import { type Portal, startPortal } from './portal.ts'
import { processorTime } from './processes.ts'
import type { Sample } from './samples.ts'
import { connections, sendLoad, warming_s } from './send-load.ts'
import { type ApiRequest, search } from './shapes.ts'

/** The searches that both versions run. */
const comparedSearches: { name: string; criteria: (address: Sample) => object }[] = [
  { name: 'postcode', criteria: ({ postal_code }) => ({ postal_code }) },
  { name: 'postcode + number', criteria: ({ postal_code, house_number }) => ({ postal_code, house_number }) },
  { name: 'street', criteria: ({ street }) => ({ street }) },
]

/** Both versions are measured in every round, so that a busy moment of the machine affects both. */
const rounds = 3

/**
 * Runs the same searches on this version and on the version in another checkout, which has its own `node_modules`.
 * Returns a table: the CPU time of the server process per call, and calls per second.
 */
export async function againstCheckout(
  { url, portal, samples }: Subject,
  checkout: string,
  otherUrl = url,
  seconds = 8,
) {
  const other = await startPortal(otherUrl, { folder: checkout })
  try {
    const rows: string[][] = []
    for (const { name, criteria } of comparedSearches) {
      process.stderr.write(`${name} … `)
      const calls = samples.slice(0, 60).map((address) => search(criteria(address)))
      const measured = { ours: [] as Figures[], theirs: [] as Figures[] }
      for (let round = 0; round < rounds; round += 1) {
        measured.ours.push(await measure(portal, calls, seconds, round === 0))
        measured.theirs.push(await measure(other, calls, seconds, round === 0))
      }
      rows.push([name, ...compared(measured, ({ processor }) => processor), ...compared(measured, ({ rate }) => rate)])
    }
    process.stderr.write('\n')
    return table(['', 'processor time, µs a call', 'theirs', 'ratio', 'calls/s', 'theirs', 'ratio'], rows)
  } finally {
    await other.stop()
  }
}

/** Calls per second, and the CPU time of the server process per call in µs. */
type Figures = { rate: number; processor: number }

async function measure(portal: Portal, calls: ApiRequest[], seconds: number, isFirst: boolean): Promise<Figures> {
  const tokens = await portal.tokensOf(connections)
  if (isFirst) await sendLoad(portal.url, tokens, calls, { duration: warming_s })
  const before = processorTime(portal.pid)
  const report = await sendLoad(portal.url, tokens, calls, { duration: seconds })
  const isComplete = Object.keys(report.statusCodeStats).join() === '200'
  if (!isComplete || report.errors > 0) throw new Error('A search failed.')
  return { rate: report['2xx'] / report.duration, processor: (processorTime(portal.pid) - before) / report['2xx'] }
}

/** Returns both medians, and the median and the extremes of the ratio in each round. */
function compared({ ours, theirs }: { ours: Figures[]; theirs: Figures[] }, of: (it: Figures) => number) {
  const ratios = ours.map((figures, round) => of(figures) / of(theirs[round] as Figures))
  const spread = `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))})`
  return [written(median(ours.map(of))), written(median(theirs.map(of))), spread]
}
