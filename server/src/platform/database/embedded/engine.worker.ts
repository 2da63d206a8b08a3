import { readFileSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { zstdDecompressSync } from 'node:zlib'
import { fillDirectory } from './directory.ts'
import { Engine } from './engine.ts'
import { RequestReader, startup } from './wire.ts'

/** The options of the thread. With `fill`, the thread first creates a database in an empty directory. */
export type EngineStart = { directory?: string | undefined; dump?: Uint8Array<ArrayBuffer> | undefined; fill: boolean }

/** The messages to the thread. */
export type ToEngine =
  | { kind: 'bytes'; client: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'closed'; client: number }
  | { kind: 'dump'; reply: MessagePort }
  | { kind: 'copy'; directory: string; reply: MessagePort }
  | { kind: 'close' }

/** The messages from the thread. */
export type FromEngine =
  | { kind: 'open' }
  | { kind: 'bytes'; client: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'closed'; client: number }
  | { kind: 'failed'; reason: string }

/** The size of the pieces in which a result is sent to the main thread. */
const PIECE_BYTES = 64 * 1024

const port = parentPort as MessagePort
/** The clients in order of arrival. The first client has the session, and the other clients wait. */
const clients = new Map<number, RequestReader>()
/** Jobs for the moment when the session is not in a transaction. */
const jobsWhenIdle: (() => Promise<void>)[] = []

const engine = await open(workerData as EngineStart)
send({ kind: 'open' })

// Messages are handled one after the other, in the order in which they arrive.
let last = Promise.resolve()
port.on('message', (message: ToEngine) => {
  last = last.then(() => receive(message)).catch(abandon)
})

/**
 * Returns a database without tables, as the engine itself makes it in four times the processor time.
 * `scripts/pack-database.ts` packs it again for a new version of the engine, which refuses files of another version.
 */
function packedDatabase() {
  return new Uint8Array(zstdDecompressSync(readFileSync(new URL('./new-database.tar.zst', import.meta.url))))
}

async function open({ directory, dump, fill }: EngineStart) {
  try {
    if (!directory || !fill) return await Engine.open({ directory, dump }, abandon)
    await fillDirectory(directory, async (unfinished) => {
      await (await Engine.open({ directory: unfinished, dump: dump ?? packedDatabase() }, abandon)).close()
    })
    return await Engine.open({ directory }, abandon)
  } catch (cause) {
    return abandon(cause)
  }
}

async function receive(message: ToEngine) {
  if (message.kind === 'close') {
    await engine.close()
    process.exit(0)
  }
  if (message.kind === 'dump') jobsWhenIdle.push(() => replyDump(message.reply))
  if (message.kind === 'copy') jobsWhenIdle.push(() => replyCopy(message.directory, message.reply))
  if (message.kind === 'closed') await disconnect(message.client)
  if (message.kind === 'bytes') {
    const reader = clients.get(message.client) ?? new RequestReader()
    clients.set(message.client, reader)
    reader.add(message.bytes)
  }
  await serve()
  if (engine.isIdle) for (const job of jobsWhenIdle.splice(0)) await job()
  await engine.checkpointIfDue()
}

async function disconnect(client: number) {
  const [active] = clients.keys()
  if (clients.delete(client) && client === active) await engine.reset()
}

async function serve() {
  for (const [client, reader] of clients) {
    for (let request = reader.next(); request; request = reader.next()) {
      const output = new Output(client)
      if (request.kind === 'encryption') output.add(Buffer.from('N'))
      if (request.kind === 'startup') await engine.run(startup, output.add)
      if (request.kind === 'batch') {
        await engine.run(request.bytes, output.add)
        if (request.isComplete && !engine.isReady) abandon(new Error('The engine did not complete a query'))
      }
      output.flush()
      if (request.kind === 'end') {
        await disconnect(client)
        send({ kind: 'closed', client })
        break
      }
    }
    if (clients.has(client)) return
  }
}

async function replyDump(reply: MessagePort) {
  const dump = await engine.dump()
  reply.postMessage(dump, [dump.buffer])
  reply.close()
}

async function replyCopy(directory: string, reply: MessagePort) {
  reply.postMessage(await engine.copyTo(directory).catch((error: unknown) => error))
  reply.close()
}

class Output {
  readonly #client: number
  #pieces: Uint8Array[] = []
  #size = 0

  constructor(client: number) {
    this.#client = client
  }

  readonly add = (bytes: Uint8Array): void => {
    // The bytes are copied, because the engine reuses this memory.
    this.#pieces.push(bytes.slice())
    this.#size += bytes.length
    if (this.#size >= PIECE_BYTES) this.flush()
  }

  flush(): void {
    if (this.#size === 0) return
    const bytes = new Uint8Array(this.#size)
    let at = 0
    for (const piece of this.#pieces.splice(0)) {
      bytes.set(piece, at)
      at += piece.length
    }
    this.#size = 0
    send({ kind: 'bytes', client: this.#client, bytes }, [bytes.buffer])
  }
}

function send(message: FromEngine, transfer: ArrayBuffer[] = []) {
  port.postMessage(message, transfer)
}

function abandon(cause: unknown): never {
  send({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) })
  process.exit(1)
}
