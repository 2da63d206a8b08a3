import type { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import { ClientStream } from './client-stream.ts'
import { DirectoryError, holdsDatabase, makeDirectory } from './directory.ts'
import { offerCopies } from './directory-copies.ts'
import { lockDirectory } from './directory-lock.ts'
import type { EngineStart, FromEngine, ToEngine } from './engine.worker.ts'

/** An embedded PostgreSQL engine. It has one session: clients of `stream` that come together wait for each other. */
export type EmbeddedEngine = {
  /** The `stream` of a pool of one: `new Pool({ stream: engine.stream, max: 1 })`. */
  stream: () => Duplex
  /** The whole database, to open another engine with; waits for the end of a transaction. */
  dump(): Promise<Uint8Array<ArrayBuffer>>
  /** Copies the directory as it is between two transactions, to open another engine in. */
  copyTo(directory: string): Promise<void>
  /** Writes everything to disk and frees the directory; whoever is still connected gets an error. */
  close(): Promise<void>
}

/** Opens an embedded PostgreSQL engine in a thread of its own: in a directory, or in memory without one. */
export async function openEmbeddedEngine({
  directory,
  dump,
}: {
  directory?: string
  dump?: Uint8Array<ArrayBuffer>
} = {}): Promise<EmbeddedEngine> {
  if (directory === undefined) return startEngine({ dump, fill: false })
  const path = await makeDirectory(directory)
  const unlock = await lockDirectory(path)
  try {
    const fill = !(await holdsDatabase(path))
    if (dump && !fill) throw new DirectoryError(`De gegevensmap ${path} bevat al een database. Kies een lege map.`)
    const engine = await startEngine({ directory: path, dump, fill })
    const stopCopies = await offerCopies(path, engine.copyTo)
    return { ...engine, close: () => stopCopies().then(engine.close).finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function startEngine(start: EngineStart): Promise<EmbeddedEngine> {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    workerData: start,
    // What this process was started with (a test runner's flags) is not the engine's.
    execArgv: [],
    // PostgreSQL guards its own stack of 2 MB; with less room than this, deep recursion ends the engine, not the query.
    resourceLimits: { stackSizeMb: 64 },
  })
  const streams = new Map<number, ClientStream>()
  let reason = 'De ingebouwde database is gesloten.'
  let ended = false
  const tell = (message: ToEngine, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

  const opened = Promise.withResolvers<void>()
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      ended = true
      opened.reject(
        start.directory
          ? new DirectoryError(`De gegevensmap ${start.directory} gaat niet open. ${reason}`)
          : new Error(reason),
      )
      for (const stream of streams.values()) stream.destroy(connectionError(reason))
      resolve()
    })
  })
  worker.on('error', (error) => {
    reason = `De ingebouwde database is gestopt: ${error instanceof Error ? error.message : String(error)}`
  })
  worker.on('message', (message: FromEngine) => {
    if (message.kind === 'open') opened.resolve()
    if (message.kind === 'bytes') streams.get(message.client)?.receive(message.bytes)
    if (message.kind === 'gone') streams.get(message.client)?.receive(null)
    if (message.kind === 'failed') reason = `De ingebouwde database is gestopt: ${message.reason}`
  })
  await opened.promise

  const ask = <Answer>(question: (reply: MessagePort) => ToEngine) => {
    const { port1, port2 } = new MessageChannel()
    const answer = Promise.withResolvers<Answer>()
    port1.once('message', answer.resolve)
    void exited.then(() => answer.reject(connectionError(reason)))
    tell(question(port2), [port2])
    return answer.promise.finally(() => port1.close())
  }

  let clients = 0
  return {
    stream: () => {
      clients += 1
      const client = clients
      const stream = new ClientStream({
        send: (bytes) => tell({ kind: 'bytes', client, bytes }, [bytes.buffer]),
        leave: () => {
          streams.delete(client)
          tell({ kind: 'gone', client })
        },
      })
      streams.set(client, stream)
      if (ended) process.nextTick(() => stream.destroy(connectionError(reason)))
      return stream
    },
    dump: () => ask<Uint8Array<ArrayBuffer>>((reply) => ({ kind: 'dump', reply })),
    copyTo: async (directory) => {
      const failure = await ask<Error | undefined>((reply) => ({ kind: 'copy', directory, reply }))
      if (failure) throw failure
    },
    close: async () => {
      tell({ kind: 'close' })
      await exited
    },
  }
}

/** As PostgreSQL's own code for a connection that failed. */
function connectionError(reason: string) {
  return Object.assign(new Error(reason), { code: '08006' })
}
