import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { percentile } from './figures.ts'
import { callsOf, type Subject } from './growth.ts'
import type { Answer, Portal } from './portal.ts'
import { memoryOf, processorTime } from './processes.ts'
import { type Criteria, duels, installRivals, rivals, startRival } from './rivals.ts'
import { type Call, type Shape, search, shapes } from './shapes.ts'
import type { Statement } from './wire-tap.ts'

const connections = 8

/** Makes calls over so many connections for some seconds, one after the other on each; answers what came of them. */
async function press(
  portal: Pick<Portal, 'connections'>,
  calls: Call[],
  seconds: number,
  { wide = connections, employees = wide, first = 0 }: { wide?: number; employees?: number; first?: number } = {},
): Promise<Answer[]> {
  const pool = await portal.connections(wide, employees, first)
  const end = Date.now() + seconds * 1000
  const answers: Answer[] = []
  let next = 0
  const worker = async () => {
    while (Date.now() < end) answers.push(await pool.ask(calls[next++ % calls.length] as Call))
  }
  await Promise.all(Array.from({ length: wide }, worker))
  await pool.close()
  return answers
}

// Until the compiler of Node has seen enough of the product, a call costs twice as much.
const warming_s = 4

/** What comes of calls over several connections: how many a second, how many of their statements by pgbench, and what ours cost. */
export type Throughput = { statements: number; ours: number; raw: number; processor: number }

/** How many searches a second: our calls, and the same statements by pgbench over as many connections. */
export async function throughput(shape: Shape, subject: Subject, seconds: number): Promise<Throughput> {
  // pgbench takes 128 files at most.
  const calls = await callsOf(shape, subject.samples, subject.portal, 60)
  const statements: Statement[][] = []
  for (const call of calls) statements.push(await subject.statementsOf(call))
  await press(subject.portal, calls, warming_s)
  const ours = await pressAndCount(subject.portal, calls, seconds)
  return { ...ours, statements: perCall(statements), raw: pgbench(subject.url, statements, seconds) }
}

const perCall = (statements: Statement[][]) => statements.flat().length / statements.length

async function pressAndCount(portal: Portal, calls: Call[], seconds: number) {
  const before = processorTime(portal.pid) ?? Number.NaN
  const answers = await press(portal, calls, seconds)
  const processor = (processorTime(portal.pid) ?? Number.NaN) - before
  return { ours: answers.length / seconds, processor: processor / answers.length }
}

/** The server keeps the days of so many areas and years in memory: of fewer, nothing is counted out a second time. */
const mostKept = 500

/**
 * Calls of the public calendar: of areas whose days the server keeps in memory, and of one area and year after the other, more
 * than it keeps, so that each is counted out anew; undefined where there are not so many. Each with the same statements by pgbench.
 */
export async function publicCalendar({ portal, samples, statementsOf, url }: Subject, seconds: number) {
  const { call } = shapes.find(({ name }) => name === 'public calendar of a year') as Shape
  const ofAreas = [...new Map(samples.map((address) => [address.postal_code.slice(0, 4), address])).values()]
  const calls = ofAreas.map((address) => call(address, { below: () => 0 }))
  const lastYear = calls.map(({ path, ...rest }) => ({
    ...rest,
    path: path.replace(/year=(\d+)$/, (_, year) => `year=${Number(year) - 1}`),
  }))
  const pressing = async (asked: Call[]): Promise<Throughput> => {
    const overheard = asked.slice(0, 60)
    // What is kept is asked for a second time; of what is not, nobody asked before.
    const again = asked.length <= mostKept
    const statements: Statement[][] = []
    for (const one of overheard) {
      if (again) await statementsOf(one)
      statements.push(await statementsOf(one))
    }
    await press(portal, overheard, warming_s)
    const ours = await pressAndCount(portal, asked, seconds)
    return { ...ours, statements: perCall(statements), raw: pgbench(url, statements, seconds) }
  }
  const both = [...lastYear, ...calls]
  const counted = both.length > mostKept ? await pressing(both) : undefined
  return { areas: ofAreas.length, kept: await pressing(calls.slice(0, 60)), counted }
}

/** Transactions a second of the statements of a call, prepared, as pgbench counts them; NaN where there is no pgbench. */
function pgbench(url: string, statements: Statement[][], seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-bench-'))
  const files = statements.map((ofCall, index) => {
    const file = join(folder, `${index}.sql`)
    writeFileSync(file, ofCall.map(asText).join(';\n'))
    return ['-f', file]
  })
  const counts = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)]
  const env = { ...process.env, PGOPTIONS: statements[0]?.[0]?.options ?? '' }
  const { stdout } = spawnSync('pgbench', [...counts, ...files.flat(), url], { env, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return Number(/tps = ([\d.]+)/.exec(stdout ?? '')?.[1])
}

/** A statement with its values in it. A line break would end it for pgbench in some places. */
const asText = ({ text, values }: Statement) =>
  text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, at) => {
    const value = values[Number(at) - 1]
    return value === null || value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`
  })

/** What becomes of so many searches at the same moment, and of the sign of life meanwhile. */
export async function atOnce({ portal, samples }: Subject, count: number) {
  const pool = await portal.connections(count, 50)
  const own = await portal.connections(1, 1)
  const signs: number[] = []
  let peak = 0
  let busy = true
  const watch = async () => {
    while (busy) {
      signs.push((await own.ask({ method: 'GET', path: '/healthz' })).us / 1000)
      peak = Math.max(peak, memoryOf(portal.pid))
      await after(20)
    }
    await own.close()
  }
  const watching = watch()
  const calls = Array.from({ length: count }, (_, index) => {
    const { street } = samples[index % samples.length] as { street: string }
    return search({ street })
  })
  const ends = await Promise.allSettled(calls.map((call) => pool.ask(call)))
  busy = false
  await watching
  await pool.close()
  const answers = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  return {
    answered: answers.filter(({ status }) => status === 200).length,
    shed: answers.filter(({ status, retry_after }) => status === 503 && retry_after).length,
    failed:
      count - answers.filter(({ status, retry_after }) => status === 200 || (status === 503 && retry_after)).length,
    p99_ms: percentile(
      answers.map(({ us }) => us / 1000),
      0.99,
    ),
    healthz_p95_ms: percentile(signs, 0.95),
    memory_mb: peak,
  }
}

/** How many searches a second the product and each of its rivals answer, over as many connections each: a figure for each duel. */
export async function againstRivals({ url, portal, samples }: Subject, seconds: number) {
  const ratesOf = async (of: Pick<Portal, 'connections'>, toCall: (criteria: Criteria) => Call) => {
    const rates: number[] = []
    for (const { criteria } of duels) {
      const calls = samples.slice(0, 60).map((address) => toCall(criteria(address)))
      await press(of, calls, 1)
      const begin = performance.now()
      const answers = await press(of, calls, seconds)
      if (answers.some(({ status, body }) => status !== 200 || body.startsWith('{"errors"')))
        throw new Error('Not every search was answered.')
      // What takes longer than there is time for is waited for.
      rates.push((answers.length * 1000) / (performance.now() - begin))
    }
    return rates
  }
  installRivals()
  const ours = await ratesOf(portal, search)
  const theirs = []
  for (const rival of rivals) {
    const running = await startRival(rival, url)
    theirs.push({ name: rival.name, rates: await ratesOf(running, rival.search) })
    await running.stop()
  }
  return { ours, theirs }
}

/** How long an ordinary search takes alone, and beside so many that ask for the worst without a pause, of one employee or of many. */
export async function besideTheWorst({ portal, samples }: Subject, employees: number, seconds: number) {
  const ordinary = samples.slice(0, 100).map(({ postal_code, house_number }) => search({ postal_code, house_number }))
  const worst = shapes.filter(({ name }) => /^'|letters/.test(name) && !name.includes('page'))
  const hostile = worst.map((shape) => shape.call(samples[0] as (typeof samples)[0], { below: () => 0 }))
  // Everyone is logged in before the time is taken; employee 0 asks the ordinary.
  await (await portal.connections(1, employees, 1)).close()
  const quiet = await press(portal, ordinary, seconds, { wide: 1 })
  const pressing = press(portal, hostile, seconds + 1, { wide: 50, employees, first: 1 })
  await after(500)
  const beside = await press(portal, ordinary, seconds, { wide: 1 })
  const answers = await pressing
  const ms = (part: number, measured: Answer[]) =>
    percentile(
      measured.map(({ us }) => us / 1000),
      part,
    )
  return {
    quiet_p50_ms: ms(0.5, quiet),
    quiet_p99_ms: ms(0.99, quiet),
    beside_p50_ms: ms(0.5, beside),
    beside_p99_ms: ms(0.99, beside),
    failed: beside.filter(({ status }) => status !== 200).length,
    asked: beside.length,
    hostile: answers.length,
  }
}
