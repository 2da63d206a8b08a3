import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { keepAwake } from './awake.ts'
import { median, table, times, written } from './figures.ts'
import {
  type Durations,
  measureRoundTrip,
  measureShape,
  openSubject,
  type ShapeDurations,
  type Subject,
} from './growth.ts'
import { measureDuringSlowSearches, measureSimultaneousCalls, type Throughput, throughput } from './load.ts'
import { memoryOf } from './processes.ts'
import { shapes } from './shapes.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const sampleSize = values.quick ? { calls: 30, rounds: 1 } : { calls: 200, rounds: 5 }
const seconds = values.quick ? 2 : 8
const selectedShapes = shapes.filter(({ name }) => !values.only || name.includes(values.only))
const server = 'postgres://loket:loket@127.0.0.1:5432'
const databaseUrls =
  process.env['BENCH_DATABASE_URLS']?.split(/[,\s]+/).filter((url) => url !== '') ??
  ['bench_100k', 'bench_1m', 'bench_10m'].map((name) => `${server}/${name}`)

const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
const [load = 0] = loadavg()
console.log(`Commit ${commit} · ${availableParallelism()} cores (${cpus()[0]?.model}) · Node ${process.versions.node}`)
console.log(`Load of the machine at the start: ${load.toFixed(1)}\n`)

const loadHead = [
  '8 connections',
  'statements a call',
  'our calls/s',
  'pgbench/s',
  'ours of raw',
  'our processor time, µs a call',
]
const loadRow = (name: string, { statements, ours, raw, processor }: Throughput) => [
  name,
  statements.toFixed(1),
  written(ours),
  written(raw),
  `${((100 * ours) / raw).toFixed(0)} %`,
  written(processor),
]

/** The maximum of an ordinary search's p99 beside the worst searches, as a ratio to its p99 without them. */
const maxDelay = 2.5

const subjects: Subject[] = []
for (const url of databaseUrls) {
  const subject = await openSubject(url).catch((error: Error) =>
    console.log(`Not measured: ${new URL(url).pathname.slice(1)} (${error.message})`),
  )
  if (subject) subjects.push(subject)
}
subjects.sort((one, other) => one.addresses - other.addresses)
const largest = subjects.at(-1)
try {
  if (selectedShapes.length > 0 && subjects.length > 0) await measureShapes()
  if (largest && (!values.only || values.only === 'load')) await measureLoad(largest)
  if (largest && values.only === 'fairness') await measureFairness(largest)
} finally {
  await Promise.all(subjects.map((subject) => subject.close()))
}

async function measureShapes() {
  const asleepDurations: Durations[] = []
  for (const subject of subjects) asleepDurations.push((await measureRoundTrip(subject, sampleSize)).raw)
  const stopKeepingAwake = keepAwake()
  const measured = new Map<string, (ShapeDurations | undefined)[]>()
  for (const shape of selectedShapes) {
    process.stderr.write(`${shape.name} … `)
    const row: (ShapeDurations | undefined)[] = []
    for (const subject of subjects) row.push(await measureShape(shape, subject, sampleSize))
    measured.set(shape.name, row)
  }
  process.stderr.write('\n')
  const sizes = subjects.map(({ addresses }) => written(addresses))
  const spread = (durations?: Durations) =>
    durations ? [durations.p50, durations.p99, durations.max].map(written).join(' / ') : '–'
  const growthOf = (row: (ShapeDurations | undefined)[], of: (it: ShapeDurations) => number) => {
    const [first, last] = [row[0], row.at(-1)]
    return first && last && first !== last ? of(last) / of(first) : Number.NaN
  }
  const print = (title: string, of: (it: ShapeDurations) => Durations, withGoals = false) => {
    console.log(`\n## ${title}: p50 / p99 / highest in µs`)
    const rows = selectedShapes.map(({ name, goal_us }) => {
      const row = measured.get(name) ?? []
      const spreads = row.map((it) => spread(it && of(it)))
      return [name, ...spreads, ...(withGoals ? [written(goal_us)] : []), times(growthOf(row, (it) => of(it).p50))]
    })
    console.log(table(['', ...sizes, ...(withGoals ? ['goal p99'] : []), 'growth p50'], rows))
  }

  console.log(
    `${sampleSize.calls} calls of each shape, each made ${sampleSize.rounds} times; the lowest figure of each call counts.`,
  )
  for (const [index, subject] of subjects.entries()) {
    const { raw, processor } = await measureRoundTrip(subject, sampleSize)
    console.log(
      `"select 1" on ${sizes[index]}: ${spread(raw)} µs, processor time in PostgreSQL ${spread(processor)} µs; ` +
        `with sleeping cores ${spread(asleepDurations[index])} µs.`,
    )
  }
  stopKeepingAwake()
  print('The statements alone, prepared, one client', (it) => it.raw, true)
  print('Their processor time in PostgreSQL', (it) => it.processor)
  print('The whole call over HTTP, one client', (it) => it.http)
  const growth = (of: (it: ShapeDurations) => number) =>
    times(median([...measured.values()].map((row) => growthOf(row, of)).filter(Number.isFinite)))
  console.log(
    `\nMedian growth of all shapes from ${sizes[0]} to ${sizes.at(-1)}: statements ${growth((it) => it.raw.p50)}, ` +
      `their processor time ${growth((it) => it.processor.p50)}, whole calls ${growth((it) => it.http.p50)}.`,
  )
}

async function measureLoad(subject: Subject) {
  console.log(`\n## Under load, ${written(subject.addresses)} addresses`)
  const rows: string[][] = []
  for (const name of ['postcode', 'street', "part of a street's name", "'a'"]) {
    const shape = shapes.find((shape) => shape.name === name) as (typeof shapes)[0]
    rows.push(loadRow(name, await throughput(shape, subject, seconds)))
  }
  console.log(table(loadHead, rows))
  console.log(
    `\nMemory of the node: ${written(subject.idle_mb)} MB idle, at most ${written(memoryOf(subject.portal.pid, 'VmHWM'))} MB.`,
  )
  console.log('\n1,000 searches at once:', await measureSimultaneousCalls(subject, 1000))
  for (const employees of [1, 50])
    console.log(
      `\nAn ordinary search beside 50 connections with the worst searches, of ${employees} employees:`,
      await measureDuringSlowSearches(subject, employees, seconds),
    )
}

/** Measures ten times how much the searches of 50 employees delay an ordinary search. Fails above the maximum. */
async function measureFairness(subject: Subject) {
  const ratios: number[] = []
  const rows: string[][] = []
  while (ratios.length < 10) {
    const { quiet_p99_ms, beside_p99_ms, failed } = await measureDuringSlowSearches(subject, 50, seconds)
    const ratio = failed === 0 ? beside_p99_ms / quiet_p99_ms : Number.POSITIVE_INFINITY
    ratios.push(ratio)
    rows.push([`run ${ratios.length}`, quiet_p99_ms.toFixed(1), beside_p99_ms.toFixed(1), times(ratio), `${failed}`])
  }
  console.log(
    `\n## An ordinary search beside the worst searches of 50 employees, ${written(subject.addresses)} addresses`,
  )
  console.log(table(['', 'p99 alone, ms', 'p99 beside them, ms', 'ratio', 'failed'], rows))
  if (Math.max(...ratios) > maxDelay) process.exitCode = 1
}
