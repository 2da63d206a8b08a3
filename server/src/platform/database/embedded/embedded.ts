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

/** The engine's thread, from its start to its end; `hear` gets what it tells. */
function startThread(start: EngineStart, hear: (message: FromEngine) => void) {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    workerData: start,
    // What this process was started with (a test runner's flags) is not the engine's.
    execArgv: [],
    // PostgreSQL guards its own stack of 2 MB; with less room than this, deep recursion ends the engine, not the query.
    resourceLimits: { stackSizeMb: 64 },
  })
  const tell = (message: ToEngine, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  worker.on('message', hear)
  worker.on('error', (error) =>
    hear({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
  const exited = new Promise<void>((resolve) => worker.on('exit', () => resolve()))
  return { tell, exited }
}

async function startEngine(start: EngineStart): Promise<EmbeddedEngine> {
  const streams = new Map<number, ClientStream>()
  let reason = 'De ingebouwde database is gesloten.'
  let closed = false
  let thread: ReturnType<typeof startThread> | undefined

  function open(how: EngineStart): Promise<boolean> {
    const opened = Promise.withResolvers<boolean>()
    const started = startThread(how, (message) => {
      if (message.kind === 'open') opened.resolve(true)
      if (message.kind === 'bytes') streams.get(message.client)?.receive(message.bytes)
      if (message.kind === 'gone') streams.get(message.client)?.receive(null)
      if (message.kind === 'failed') reason = `De ingebouwde database is gestopt: ${message.reason}`
    })
    thread = started
    void started.exited.then(() => {
      thread = undefined
      opened.resolve(false)
      for (const stream of streams.values()) stream.destroy(connectionError(reason))
    })
    return opened.promise
  }
  if (!(await open(start)))
    throw start.directory
      ? new DirectoryError(`De gegevensmap ${start.directory} gaat niet open. ${reason}`)
      : new Error(reason)

  const ask = async <Answer>(question: (reply: MessagePort) => ToEngine) => {
    if (!thread) throw connectionError(reason)
    const { port1, port2 } = new MessageChannel()
    const answer = Promise.withResolvers<Answer>()
    port1.once('message', answer.resolve)
    void thread.exited.then(() => answer.reject(connectionError(reason)))
    thread.tell(question(port2), [port2])
    return answer.promise.finally(() => port1.close())
  }

  let clients = 0
  return {
    stream: () => {
      clients += 1
      const client = clients
      // After a crash whoever comes next opens the directory again, and finds all that was committed.
      if (!thread && !closed && start.directory) void open({ directory: start.directory, fill: false })
      const serving = thread
      const stream = new ClientStream({
        send: (bytes) => serving?.tell({ kind: 'bytes', client, bytes }, [bytes.buffer]),
        leave: () => {
          streams.delete(client)
          serving?.tell({ kind: 'gone', client })
        },
      })
      streams.set(client, stream)
      if (!serving) process.nextTick(() => stream.destroy(connectionError(reason)))
      return stream
    },
    dump: () => ask<Uint8Array<ArrayBuffer>>((reply) => ({ kind: 'dump', reply })),
    copyTo: async (directory) => {
      const failure = await ask<Error | undefined>((reply) => ({ kind: 'copy', directory, reply }))
      if (failure) throw failure
    },
    close: async () => {
      closed = true
      thread?.tell({ kind: 'close' })
      await thread?.exited
    },
  }
}

/** As PostgreSQL's own code for a connection that failed. */
function connectionError(reason: string) {
  return Object.assign(new Error(reason), { code: '08006' })
}
