import pg from 'pg'
import { percentile } from './figures.ts'
import { type Portal, startPortal } from './portal.ts'
import { exactProcessorTime } from './processes.ts'
import { makeRandom } from './random.ts'
import { drawSamples, type Sample } from './samples.ts'
import { type Call, type Shape, search } from './shapes.ts'
import { openWireTap, type Statement } from './wire-tap.ts'

/** A database under measurement: the product on it, and the statements that the product sends, run without it. */
export type Subject = Awaited<ReturnType<typeof openSubject>>

const me: Call = { method: 'GET', path: '/api/v1/user/auth/user' }

/** Opens a database of demo data, with two portals: one to measure, one whose statements are overheard. */
export async function openSubject(url: string) {
  const plain = new pg.Client({ connectionString: url })
  await plain.connect()
  const { rows } = await plain.query('select count(*)::int as addresses from address')
  const samples = await drawSamples(plain, 3000)
  await plain.end()

  const tap = await openWireTap(url)
  const overheard = await startPortal(tap.url)
  const portal = await startPortal(url)
  // What a process asks once: the names of all streets.
  await overheard.ask(search({ street: 'xyzzyxyzzy' }))
  // What every call asks, whoever it is that calls.
  tap.take()
  await overheard.ask(me)
  const ofEveryCall = new Set(tap.take().map(({ text }) => text))

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
    addresses: rows[0].addresses as number,
    samples,
    /** The statements of a call, as the product sends them. */
    statementsOf: async (call: Call) => {
      const taken = []
      for (let time = 1; time <= 2; time += 1) {
        tap.take()
        await overheard.ask(call)
        taken.push(tap.take())
      }
      // What the product does by itself in between, as deleting what is old, it does not do twice.
      const [first = [], again = []] = taken
      const ofCall = new Set(again.map(({ text }) => text))
      return first.filter(({ text }) => ofCall.has(text) && !ofEveryCall.has(text))
    },
    /** Runs statements as prepared ones, one after the other, in sessions like the product's; answers how many microseconds that took. */
    runRaw: async (statements: Statement[]) => {
      const run = []
      for (const { text, values, options } of statements)
        run.push({ session: await sessionWith(options), question: { name: nameOf(text), text, values } })
      const begin = performance.now()
      for (const { session, question } of run) await session.query(question)
      return (performance.now() - begin) * 1000
    },
    /** How long PostgreSQL's processes for `runRaw` have worked so far, in microseconds. */
    rawProcessorTime: () =>
      [...sessions.values()].reduce((sum, { pid }) => sum + (exactProcessorTime(pid) ?? Number.NaN), 0),
    close: async () => {
      await Promise.all([
        portal.stop(),
        overheard.stop(),
        ...[...sessions.values()].map(({ session }) => session.end()),
      ])
      tap.close()
    },
  }
}

const names = new Map<string, string>()
function nameOf(text: string) {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

/** The calls of a shape, the same at every run. */
export async function callsOf(shape: Shape, samples: Sample[], portal: Portal, count: number): Promise<Call[]> {
  const random = makeRandom(shape.name.length)
  const addresses = samples.filter(shape.fits ?? (() => true)).slice(0, count)
  const calls = addresses.map((address) => shape.call(address, random))
  if (!shape.page || !calls[0]) return calls
  const cursor = await cursorOf(calls[0], shape.page, portal)
  return cursor ? calls.map(({ body }) => search({ ...body, cursor })) : []
}

/** The cursor of a page far into a list; undefined where the list ends before. */
async function cursorOf({ body }: Call, page: number, portal: Portal) {
  let cursor: string | null = null
  for (let read = 0; read < 25 * page; read += 100) {
    const answer = await portal.ask(search({ ...body, cursor, limit: 100 }))
    cursor = JSON.parse(answer.body).meta.next
    if (!cursor) return undefined
  }
  return cursor
}

/** How much is measured: so many calls of each shape, each so many times; of each call the best counts, for what else the machine does comes and goes. */
export type Effort = { calls: number; rounds: number }

/** How long calls of a shape take, or how long the processor works for them, in microseconds. */
export type Durations = { p50: number; p99: number; max: number }

/** A shape on one database: its statements alone, what PostgreSQL's processor does for them, and the whole call. */
export type Measured = { raw: Durations; processor: Durations; http: Durations }

/** Measures a shape; undefined where the database has too few rows for it. */
export async function measureShape(shape: Shape, subject: Subject, effort: Effort): Promise<Measured | undefined> {
  const calls = await callsOf(shape, subject.samples, subject.portal, effort.calls)
  if (calls.length === 0) return undefined
  const statements: Statement[][] = []
  for (const call of calls) statements.push(await subject.statementsOf(call))
  const [http] = await bestOf(calls, effort.rounds, async (call) => [(await subject.portal.ask(call)).us])
  return { ...(await measureStatements(statements, subject, effort)), http: http as Durations }
}

/** What the way to PostgreSQL and back takes by itself: no statement can take less on this machine. */
export const measureRoundTrip = (subject: Subject, effort: Effort) =>
  measureStatements(Array(effort.calls).fill([{ text: 'select 1', values: [], options: '' }]), subject, effort)

async function measureStatements(statements: Statement[][], subject: Subject, { rounds }: Effort) {
  const [raw, processor] = await bestOf(statements, rounds, async (ofCall) => {
    const before = subject.rawProcessorTime()
    const took = await subject.runRaw(ofCall)
    return [took, subject.rawProcessorTime() - before]
  })
  return { raw: raw as Durations, processor: processor as Durations }
}

/** Measures each thing so many times, in turn with the others, and answers for each of its figures how the best ones are spread. */
async function bestOf<Thing>(things: Thing[], rounds: number, measure: (thing: Thing) => Promise<number[]>) {
  const best: number[][] = []
  for (let round = 0; round <= rounds; round++)
    for (const [nth, thing] of things.entries()) {
      const figures = await measure(thing)
      // The first round reads from disk what later ones find in memory.
      best[nth] = round < 2 ? figures : figures.map((figure, at) => Math.min(figure, best[nth]?.[at] ?? figure))
    }
  const spread = (values: number[]): Durations => ({
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    max: Math.max(...values),
  })
  return (best[0] ?? []).map((_, at) => spread(best.map((figures) => figures[at] ?? Number.NaN)))
}
