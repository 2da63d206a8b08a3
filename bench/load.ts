import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { percentile } from './figures.ts'
import { callsOf, type Subject } from './growth.ts'
import { memoryOf, processorTime } from './processes.ts'
import type { RecordedStatement } from './record-statements.ts'
import { connections, sendLoad, warming_s } from './send-load.ts'
import { type ApiRequest, type Shape, search, shapes } from './shapes.ts'

/**
 * `ours`, `raw`: calls per second of the product and of pgbench. `processor`: the product's CPU time per call in µs.
 */
export type Throughput = { statements: number; ours: number; raw: number; processor: number }

/** Measures calls of a shape, and the same statements by pgbench over the same number of connections. */
export async function throughput(shape: Shape, subject: Subject, seconds: number): Promise<Throughput> {
  const { portal, url } = subject
  // One file per call, and pgbench accepts at most 128 files.
  const calls = callsOf(shape, subject.samples, 60)
  const statements: RecordedStatement[][] = []
  for (const call of calls) statements.push(await subject.statementsOf(call))
  const tokens = await portal.tokensOf(connections)
  await sendLoad(portal.url, tokens, calls, { duration: warming_s })
  const before = processorTime(portal.pid)
  const report = await sendLoad(portal.url, tokens, calls, { duration: seconds })
  return {
    statements: statements.flat().length / statements.length,
    ours: report['2xx'] / report.duration,
    processor: (processorTime(portal.pid) - before) / report['2xx'],
    raw: pgbench(url, statements, seconds),
  }
}

/** Returns the transactions a second that pgbench counts for prepared statements; NaN without pgbench. */
function pgbench(url: string, statements: RecordedStatement[][], seconds: number) {
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

/** Returns a statement with its values filled in, on one line, because pgbench ends a statement at some line breaks. */
const asText = ({ text, values }: RecordedStatement) =>
  text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, number) => {
    const value = values[Number(number) - 1]
    return value === null || value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`
  })

/** Measures `count` searches at the same moment, and `/healthz` meanwhile. */
export async function measureSimultaneousCalls({ portal, samples }: Subject, count: number) {
  const tokens = await portal.tokensOf(50)
  const healthz_ms: number[] = []
  let memory_mb = 0
  let isPressing = true
  const watch = async () => {
    while (isPressing) {
      healthz_ms.push((await portal.call({ method: 'GET', path: '/healthz' })).us / 1000)
      memory_mb = Math.max(memory_mb, memoryOf(portal.pid))
      await after(20)
    }
  }
  const watching = watch()
  const calls = samples.slice(0, 100).map(({ street }) => search({ street }))
  const report = await sendLoad(portal.url, tokens, calls, { connections: count, amount: count })
  isPressing = false
  await watching
  const shed = report.statusCodeStats['503']?.count ?? 0
  return {
    answered: report['2xx'],
    shed,
    failed: count - report['2xx'] - shed,
    p99_ms: report.latency.p99,
    healthz_p95_ms: percentile(healthz_ms, 0.95),
    memory_mb,
  }
}

/** Measures an ordinary search alone, and while `employees` employees send the slowest searches over 50 connections. */
export async function measureDuringSlowSearches({ portal, samples }: Subject, employees: number, seconds: number) {
  const ordinary = samples.slice(0, 100).map(({ postal_code, house_number }) => search({ postal_code, house_number }))
  const slowShapes = shapes.filter(({ name }) => /^'|letters/.test(name) && !name.includes('page'))
  const hostile = slowShapes.map((shape) => shape.call(samples[0] as (typeof samples)[0], { below: () => 0 }))
  // The ordinary searches use the token of the first employee. The slow searches use the tokens of other employees.
  const [, ...tokens] = await portal.tokensOf(employees + 1)
  let failed = 0
  const measure = async () => {
    const durations: number[] = []
    const end = Date.now() + seconds * 1000
    while (Date.now() < end) {
      const { status, us } = await portal.call(ordinary[durations.length % ordinary.length] as ApiRequest)
      durations.push(us / 1000)
      if (status !== 200) failed += 1
    }
    return durations
  }
  const quiet = await measure()
  const sending = sendLoad(portal.url, tokens, hostile, { connections: 50, duration: seconds + 2 })
  // The process that sends the load needs a moment to start.
  await after(1500)
  const beside = await measure()
  const report = await sending
  return {
    quiet_p50_ms: percentile(quiet, 0.5),
    quiet_p99_ms: percentile(quiet, 0.99),
    beside_p50_ms: percentile(beside, 0.5),
    beside_p99_ms: percentile(beside, 0.99),
    failed,
    ordinary: beside.length,
    hostile: report['2xx'],
  }
}
