import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { keepAwake } from './awake.ts'
import { databaseUrls } from './databases.ts'
import { median, table, times, written } from './figures.ts'
import { type Durations, type Measured, measureRoundTrip, measureShape, openSubject, type Subject } from './growth.ts'
import { againstRivals, atOnce, besideTheWorst, publicCalendar, type Throughput, throughput } from './load.ts'
import { duels } from './rivals.ts'
import { shapes } from './shapes.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
const effort = values.quick ? { calls: 30, rounds: 1 } : { calls: 200, rounds: 5 }
const seconds = values.quick ? 2 : 8
const asked = shapes.filter(({ name }) => !values.only || name.includes(values.only))

const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
const [load = 0] = loadavg()
console.log(`Commit ${commit} · ${availableParallelism()} cores (${cpus()[0]?.model}) · Node ${process.versions.node}`)
console.log(`Load of the machine when this began: ${load.toFixed(1)}\n`)

const loadHead = [
  '8 connections',
  'statements a call',
  'our calls/s',
  'pgbench/s',
  'ours of raw',
  'processor of ours, µs a call',
]
const loadRow = (name: string, { statements, ours, raw, processor }: Throughput) => [
  name,
  statements.toFixed(1),
  written(ours),
  written(raw),
  `${((100 * ours) / raw).toFixed(0)} %`,
  written(processor),
]

const subjects: Subject[] = []
for (const url of databaseUrls()) {
  const subject = await openSubject(url).catch((error: Error) =>
    console.log(`Not measured: ${new URL(url).pathname.slice(1)} (${error.message})`),
  )
  if (subject) subjects.push(subject)
}
subjects.sort((one, other) => one.addresses - other.addresses)
try {
  if (asked.length > 0 && subjects.length > 0) await measureAll()
  if (!values.only || values.only === 'load') await pressLargest()
  if (!values.only || values.only === 'calendar') await pressCalendar()
  if (values.only === 'rivals') await pressRivals()
} finally {
  await Promise.all(subjects.map((subject) => subject.close()))
}

async function measureAll() {
  const asleep: Durations[] = []
  for (const subject of subjects) asleep.push((await measureRoundTrip(subject, effort)).raw)
  const letSleep = keepAwake()
  const measured = new Map<string, (Measured | undefined)[]>()
  for (const shape of asked) {
    process.stderr.write(`${shape.name} … `)
    const row: (Measured | undefined)[] = []
    for (const subject of subjects) row.push(await measureShape(shape, subject, effort))
    measured.set(shape.name, row)
  }
  process.stderr.write('\n')
  const sizes = subjects.map(({ addresses }) => written(addresses))
  const spread = (durations?: Durations) =>
    durations ? [durations.p50, durations.p99, durations.max].map(written).join(' / ') : '–'
  const growthOf = (row: (Measured | undefined)[], of: (it: Measured) => number) => {
    const [first, last] = [row[0], row.at(-1)]
    return first && last && first !== last ? of(last) / of(first) : Number.NaN
  }
  const print = (title: string, of: (it: Measured) => Durations, withGoals = false) => {
    console.log(`\n## ${title}: p50 / p99 / highest in µs`)
    const rows = asked.map(({ name, goal_us }) => {
      const row = measured.get(name) ?? []
      const spreads = row.map((it) => spread(it && of(it)))
      return [name, ...spreads, ...(withGoals ? [written(goal_us)] : []), times(growthOf(row, (it) => of(it).p50))]
    })
    console.log(table(['', ...sizes, ...(withGoals ? ['goal p99'] : []), 'growth p50'], rows))
  }

  console.log(`Of ${effort.calls} calls of each shape, each made ${effort.rounds} times, the best of each call.`)
  for (const [nth, subject] of subjects.entries()) {
    const { raw, processor } = await measureRoundTrip(subject, effort)
    console.log(
      `"select 1" on ${sizes[nth]}: ${spread(raw)} µs, processor of PostgreSQL ${spread(processor)} µs; where cores go to sleep ${spread(asleep[nth])} µs.`,
    )
  }
  letSleep()
  print('The statements alone, prepared, one client', (it) => it.raw, true)
  print('The processor time of PostgreSQL for them', (it) => it.processor)
  print('The whole call over HTTP, one client', (it) => it.http)
  const growths = (of: (it: Measured) => number) =>
    [...measured.values()].map((row) => growthOf(row, of)).filter(Number.isFinite)
  console.log(
    `\nGrowth from ${sizes[0]} to ${sizes.at(-1)}, the middle of all shapes: statements ${times(median(growths((it) => it.raw.p50)))}, their processor time ${times(median(growths((it) => it.processor.p50)))}, whole calls ${times(median(growths((it) => it.http.p50)))}.`,
  )
}

async function pressCalendar() {
  const subject = subjects.at(-1)
  if (!subject) return
  const { areas, kept, counted } = await publicCalendar(subject, seconds)
  console.log(`\n## The public calendar under load, ${written(subject.addresses)} addresses in ${areas} areas`)
  const rows = [loadRow('days kept in memory', kept)]
  if (counted) rows.push(loadRow('counted out for each call', counted))
  console.log(table(loadHead, rows))
  if (counted) console.log(`\nKept against counted out: ${times(kept.ours / counted.ours)}.`)
  else console.log('\nToo few areas to be counted out anew: the server keeps the days of all of them.')
}

async function pressRivals() {
  const subject = subjects.at(-1)
  if (!subject) return
  const { ours, theirs } = await againstRivals(subject, seconds)
  console.log(`\n## Searches a second over 8 connections, ${written(subject.addresses)} addresses`)
  const rows = duels.map(({ name }, duel) => {
    const own = ours[duel] ?? Number.NaN
    const each = theirs.flatMap(({ rates }) => [rates[duel]?.toPrecision(3) ?? '–', times(own / (rates[duel] ?? 0))])
    return [name, written(own), ...each]
  })
  console.log(table(['', 'ours', ...theirs.flatMap(({ name }) => [name, 'ours of theirs'])], rows))
}

async function pressLargest() {
  const subject = subjects.at(-1)
  if (!subject) return
  console.log(`\n## Under load, ${written(subject.addresses)} addresses`)
  const rows: string[][] = []
  for (const name of ['postcode', 'street', "part of a street's name", "'a'"]) {
    const shape = shapes.find((shape) => shape.name === name) as (typeof shapes)[0]
    rows.push(loadRow(name, await throughput(shape, subject, seconds)))
  }
  console.log(table(loadHead, rows))
  console.log('\n1,000 searches at once:', await atOnce(subject, 1000))
  for (const employees of [1, 50])
    console.log(
      `\nAn ordinary search beside 50 for the worst, of ${employees} employees:`,
      await besideTheWorst(subject, employees, seconds),
    )
}
