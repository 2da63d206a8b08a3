import { median, table, times, written } from './figures.ts'
import type { Subject } from './growth.ts'
import { processorTime } from './processes.ts'
import { type DuelCriteria, installRivals, rivals, startRival } from './rivals.ts'
import type { Sample } from './samples.ts'
import { connections, sendLoad, warming_s } from './send-load.ts'
import { type ApiRequest, search } from './shapes.ts'

/** The searches that the product and its rivals run. */
const duels: { name: string; criteria: (address: Sample) => DuelCriteria }[] = [
  { name: 'postcode', criteria: ({ postal_code }) => ({ postal_code }) },
  { name: 'postcode + number', criteria: ({ postal_code, house_number }) => ({ postal_code, house_number }) },
  { name: 'street', criteria: ({ street }) => ({ street }) },
  { name: "part of a street's name", criteria: ({ street }) => ({ street: street.slice(3, 9) }) },
  { name: "'straat'", criteria: () => ({ street: 'straat' }) },
]

/** Calls per second, and the CPU time of the server process per call in µs. */
type Figures = { rate: number; processor: number }

type Contestant = { name: string; url: string; pid: number; search: (criteria: DuelCriteria) => ApiRequest }

/** Measures every server in every round, so that a busy moment of the machine affects all of them. */
const rounds = 3

/** Runs the same searches on the product and on each rival. Returns a table per search. */
export async function againstRivals({ url, portal, samples }: Subject, seconds: number): Promise<string> {
  const tokens = await portal.tokensOf(connections)
  installRivals()
  const running: (Contestant & { stop: () => Promise<void> })[] = []
  try {
    for (const rival of rivals) running.push({ name: rival.name, ...(await startRival(rival, url)) })
    const contestants: Contestant[] = [{ name: 'ours', url: portal.url, pid: portal.pid, search }, ...running]
    const tables: string[] = []
    for (const { name, criteria } of duels) {
      process.stderr.write(`${name} … `)
      const found = samples.slice(0, 60).map(criteria)
      const measured = contestants.map((): Figures[] => [])
      for (let round = 0; round < rounds; round += 1)
        for (const [index, contestant] of contestants.entries()) {
          const calls = found.map(contestant.search)
          if (round === 0) await warmUp(contestant, tokens, calls)
          measured[index]?.push(await measure(contestant, tokens, calls, seconds))
        }
      tables.push(`### ${name}\n${comparison(contestants, measured)}`)
    }
    process.stderr.write('\n')
    return tables.join('\n\n')
  } finally {
    for (const rival of running) await rival.stop()
  }
}

async function warmUp({ url }: Contestant, tokens: string[], calls: ApiRequest[]) {
  await expectFound(url, tokens[0] ?? '', calls[0] as ApiRequest)
  await sendLoad(url, tokens, calls, { duration: warming_s })
}

async function measure({ url, pid }: Contestant, tokens: string[], calls: ApiRequest[], seconds: number) {
  const before = processorTime(pid)
  const report = await sendLoad(url, tokens, calls, { duration: seconds })
  const isComplete = Object.keys(report.statusCodeStats).every((status) => status === '200')
  if (!isComplete || report.errors > 0) throw new Error('A search failed.')
  return { rate: report['2xx'] / report.duration, processor: (processorTime(pid) - before) / report['2xx'] }
}

/** Throws when a search fails. The body is read too, because GraphQL reports an error with status 200. */
async function expectFound(url: string, authorization: string, { method, path, body }: ApiRequest) {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok || text.startsWith('{"errors"')) throw new Error(`${url}${path}: ${response.status} ${text}`)
}

/** Returns the median figures of each server, and the median ratio of ours to its figures in the same round. */
function comparison(contestants: Contestant[], measured: Figures[][]) {
  const [ours = []] = measured
  const ratios = (theirs: Figures[], of: (it: Figures) => number) => {
    const perRound = theirs.map((figures, round) => of(ours[round] as Figures) / of(figures))
    return `${times(median(perRound))} (${times(Math.min(...perRound))}–${times(Math.max(...perRound))})`
  }
  const rows = contestants.map(({ name }, index) => {
    const theirs = measured[index] ?? []
    const compared = (of: (it: Figures) => number) => [
      written(median(theirs.map(of))),
      index === 0 ? '' : ratios(theirs, of),
    ]
    return [name, ...compared(({ rate }) => rate), ...compared(({ processor }) => processor)]
  })
  return table(['', 'calls/s', 'ours of theirs', 'processor time, µs a call', 'ours of theirs'], rows)
}
