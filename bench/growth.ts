import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { percentile } from './figures.ts'
import { startPortal } from './portal.ts'
import { exactProcessorTime, memoryOf } from './processes.ts'
import { makeRandom } from './random.ts'
import type { RecordedStatement } from './record-statements.ts'
import { drawSamples, type Sample } from './samples.ts'
import { type ApiRequest, type Shape, search } from './shapes.ts'

/** A measured database: a portal that runs on the database, and functions that run the portal's statements directly. */
export type Subject = Awaited<ReturnType<typeof openSubject>>

const recorder = fileURLToPath(new URL('record-statements.ts', import.meta.url))
const currentEmployee: ApiRequest = { method: 'GET', path: '/api/v1/user/auth/user' }

/** Opens a database of demo data, with two portals: one is measured, the other records its statements. */
export async function openSubject(url: string) {
  const plain = new pg.Client({ connectionString: url })
  await plain.connect()
  const { rows } = await plain.query('select count(*)::int as addresses from address')
  const samples = await drawSamples(plain, 3000)
  await plain.end()

  const recorded = await startPortal(url, { flags: ['--import', recorder] })
  const portal = await startPortal(url)
  const idle_mb = memoryOf(portal.pid)
  const receiveStatements = async (): Promise<RecordedStatement[]> => {
    const reply = once(recorded.server, 'message')
    recorded.server.send('take')
    const [statements] = await reply
    return statements
  }
  // The first search of a process also reads all street names. So one search runs before the recordings start.
  await recorded.call(search({ street: 'xyzzyxyzzy' }))
  await receiveStatements()
  await recorded.call(currentEmployee)
  const ofEveryCall = new Set((await receiveStatements()).map(({ text }) => text))

  const sessions = new Map<string, { session: pg.Client; pid: number }>()
  async function sessionWith(options: string) {
    const open = sessions.get(options)
    if (open) return open.session
    const session = new pg.Client({ connectionString: url, options })
    await session.connect()
    const { rows } = await session.query('select pg_backend_pid() as pid')
    sessions.set(options, { session, pid: rows[0].pid })
    return session
  }
  return {
    url,
    portal,
    idle_mb,
    addresses: rows[0].addresses as number,
    samples,
    /** Returns the statements of a call, without the statements that every call sends. */
    statementsOf: async (call: ApiRequest) => {
      const taken = []
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        await receiveStatements()
        await recorded.call(call)
        taken.push(await receiveStatements())
      }
      // The call is sent twice. A statement in only one recording is background work, such as deleting expired rows.
      const [first = [], second = []] = taken
      const inSecond = new Set(second.map(({ text }) => text))
      return first.filter(({ text }) => inSecond.has(text) && !ofEveryCall.has(text))
    },
    /**
     * Runs statements one after the other, prepared, in sessions with the product's options. Returns their total
     * duration in µs.
     */
    runRaw: async (statements: RecordedStatement[]) => {
      const prepared = []
      for (const { text, values, options } of statements)
        prepared.push({ session: await sessionWith(options), query: { name: nameOf(text), text, values } })
      const begin = performance.now()
      for (const { session, query } of prepared) await session.query(query)
      return (performance.now() - begin) * 1000
    },
    /** Returns the processor time of the sessions of `runRaw` so far, in µs. */
    rawProcessorTime: () => [...sessions.values()].reduce((sum, { pid }) => sum + exactProcessorTime(pid), 0),
    close: async () => {
      await Promise.all([portal.stop(), recorded.stop(), ...[...sessions.values()].map(({ session }) => session.end())])
    },
  }
}

const names = new Map<string, string>()
function nameOf(text: string) {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

/** Returns the calls of a shape, the same in every run. */
export function callsOf(shape: Shape, samples: Sample[], count: number): ApiRequest[] {
  const random = makeRandom(shape.name.length)
  const addresses = samples.filter(shape.fits ?? (() => true)).slice(0, count)
  return addresses.map((address) => shape.call(address, random))
}

/**
 * The number of calls per shape, and how often each call is measured. Only the fastest round of a call counts, because
 * other work on the machine slows some rounds down.
 */
export type SampleSize = { calls: number; rounds: number }

/** Durations or processor times of the calls of a shape, in µs. */
export type Durations = { p50: number; p99: number; max: number }

/** Durations of one shape on one database: the SQL alone, its processor time in PostgreSQL, and the whole HTTP call. */
export type ShapeDurations = { raw: Durations; processor: Durations; http: Durations }

/** Measures a shape; returns undefined when the database has too few rows for it. */
export async function measureShape(
  shape: Shape,
  subject: Subject,
  sampleSize: SampleSize,
): Promise<ShapeDurations | undefined> {
  const calls = callsOf(shape, subject.samples, sampleSize.calls)
  if (calls.length === 0) return undefined
  const statements: RecordedStatement[][] = []
  const { reads = /./ } = shape
  for (const call of calls) statements.push((await subject.statementsOf(call)).filter(({ text }) => reads.test(text)))
  const [http] = await bestOf(calls, sampleSize.rounds, async (call) => [(await subject.portal.call(call)).us])
  return { ...(await measureStatements(statements, subject, sampleSize)), http: http as Durations }
}

/** Measures `select 1`, whose duration is the minimum of any statement on this machine. */
export const measureRoundTrip = (subject: Subject, sampleSize: SampleSize) =>
  measureStatements(Array(sampleSize.calls).fill([{ text: 'select 1', values: [], options: '' }]), subject, sampleSize)

async function measureStatements(statements: RecordedStatement[][], subject: Subject, { rounds }: SampleSize) {
  const [raw, processor] = await bestOf(statements, rounds, async (ofCall) => {
    const before = subject.rawProcessorTime()
    const us = await subject.runRaw(ofCall)
    return [us, subject.rawProcessorTime() - before]
  })
  return { raw: raw as Durations, processor: processor as Durations }
}

/**
 * Measures every item in every round. For each figure that `measure` returns, selects the lowest value of each item.
 * Returns the p50, p99 and maximum of these lowest values, for each figure.
 */
async function bestOf<Item>(items: Item[], rounds: number, measure: (item: Item) => Promise<number[]>) {
  const best: number[][] = []
  for (let round = 0; round <= rounds; round++)
    for (const [index, item] of items.entries()) {
      const figures = await measure(item)
      // Round 0 only warms the caches, because it reads from disk. Round 1 overwrites the figures of round 0.
      best[index] = round < 2 ? figures : figures.map((figure, at) => Math.min(figure, best[index]?.[at] ?? figure))
    }
  const spread = (values: number[]): Durations => ({
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    max: Math.max(...values),
  })
  return (best[0] ?? []).map((_, at) => spread(best.map((figures) => figures[at] ?? Number.NaN)))
}
