import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { fillDirectory } from './directory.ts'
import { Engine } from './engine.ts'
import { RequestReader } from './wire.ts'

/** What the thread is started with; `fill` makes a database in an empty directory first. */
export type EngineStart = { directory?: string | undefined; dump?: Uint8Array<ArrayBuffer> | undefined; fill: boolean }

/** What the thread is told. */
export type ToEngine =
  | { kind: 'bytes'; client: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'gone'; client: number }
  | { kind: 'dump'; reply: MessagePort }
  | { kind: 'copy'; directory: string; reply: MessagePort }
  | { kind: 'close' }

/** What the thread tells. */
export type FromEngine =
  | { kind: 'open' }
  | { kind: 'bytes'; client: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'gone'; client: number }
  | { kind: 'failed'; reason: string }

/** Large answers go in pieces of this size, so that the main thread reads them one at a time. */
const PIECE = 64 * 1024

const port = parentPort as MessagePort
/** In order of arrival: the first has the session, the others wait until it is gone. */
const clients = new Map<number, RequestReader>()
/** What is done as soon as the session stands between two transactions. */
const awaitingIdle: (() => Promise<void>)[] = []

const engine = await open(workerData as EngineStart)
tell({ kind: 'open' })

// One thing after the other, in the order in which it was told.
let last = Promise.resolve()
port.on('message', (told: ToEngine) => {
  last = last.then(() => follow(told)).catch(abandon)
})

async function open({ directory, dump, fill }: EngineStart) {
  try {
    if (!directory || !fill) return await Engine.open({ directory, dump }, abandon)
    await fillDirectory(directory, async (unfinished) => {
      await (await Engine.open({ directory: unfinished, dump }, abandon)).close()
    })
    return await Engine.open({ directory }, abandon)
  } catch (cause) {
    return abandon(cause)
  }
}

async function follow(told: ToEngine) {
  if (told.kind === 'close') {
    await engine.close()
    process.exit(0)
  }
  if (told.kind === 'dump') awaitingIdle.push(() => answerDump(told.reply))
  if (told.kind === 'copy') awaitingIdle.push(() => answerCopy(told.directory, told.reply))
  if (told.kind === 'gone') await leave(told.client)
  if (told.kind === 'bytes') {
    const reader = clients.get(told.client) ?? new RequestReader()
    clients.set(told.client, reader)
    reader.add(told.bytes)
  }
  await serve()
  if (engine.idle) for (const answer of awaitingIdle.splice(0)) await answer()
  await engine.tidy()
}

async function leave(client: number) {
  const [served] = clients.keys()
  if (clients.delete(client) && client === served) await engine.reset()
}

async function serve() {
  for (const [client, reader] of clients) {
    for (let request = reader.next(); request; request = reader.next()) {
      const answer = new Answer(client)
      if (request.kind === 'encryption') answer.add(Buffer.from('N'))
      if (request.kind === 'startup') await engine.greet(answer.add)
      if (request.kind === 'batch') {
        await engine.run(request.bytes, answer.add)
        if (request.complete && !engine.ready) abandon(new Error('The engine left a query without an answer'))
      }
      answer.send()
      if (request.kind === 'end') {
        await leave(client)
        tell({ kind: 'gone', client })
        break
      }
    }
    if (clients.has(client)) return
  }
}

async function answerDump(reply: MessagePort) {
  const dump = await engine.dump()
  reply.postMessage(dump, [dump.buffer])
  reply.close()
}

async function answerCopy(directory: string, reply: MessagePort) {
  reply.postMessage(await engine.copyTo(directory).catch((error: unknown) => error))
  reply.close()
}

class Answer {
  readonly #client: number
  #pieces: Uint8Array[] = []
  #size = 0

  constructor(client: number) {
    this.#client = client
  }

  readonly add = (bytes: Uint8Array): void => {
    // A copy: the engine writes its next answer over this one.
    this.#pieces.push(bytes.slice())
    this.#size += bytes.length
    if (this.#size >= PIECE) this.send()
  }

  send(): void {
    if (this.#size === 0) return
    const bytes = new Uint8Array(this.#size)
    let at = 0
    for (const piece of this.#pieces.splice(0)) {
      bytes.set(piece, at)
      at += piece.length
    }
    this.#size = 0
    tell({ kind: 'bytes', client: this.#client, bytes }, [bytes.buffer])
  }
}

function tell(message: FromEngine, transfer: ArrayBuffer[] = []) {
  port.postMessage(message, transfer)
}

function abandon(cause: unknown): never {
  tell({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) })
  process.exit(1)
}
