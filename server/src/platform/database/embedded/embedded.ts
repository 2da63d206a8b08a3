// Reasons: docs/database.md

import type { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import { ClientStream } from './client-stream.ts'
import { createDirectory, DirectoryError, holdsDatabase } from './directory.ts'
import { offerCopies } from './directory-copies.ts'
import { lockDirectory } from './directory-lock.ts'
import type { EngineStart, FromEngine, ToEngine } from './engine.worker.ts'

/** An embedded PostgreSQL engine with one session: each client waits until the previous client disconnects. */
export type EmbeddedEngine = {
  /** Returns a stream to the engine, for `new Pool({ stream: engine.stream, max: 1 })`. */
  stream: () => Duplex
  /** Returns the whole database in the form that `openEmbeddedEngine` accepts. Waits for the end of the transaction. */
  dump(): Promise<Uint8Array<ArrayBuffer>>
  /** Copies the directory between two transactions. Another engine can open the copy. */
  copyTo(directory: string): Promise<void>
  /** Writes all data to disk and unlocks the directory. Connected clients receive an error. */
  close(): Promise<void>
}

/**
 * Opens an embedded PostgreSQL engine in its own thread. Without a directory, the database is in memory. `dump`: the
 * contents of a new database.
 */
export async function openEmbeddedEngine({
  directory,
  dump,
}: {
  directory?: string
  dump?: Uint8Array<ArrayBuffer>
} = {}): Promise<EmbeddedEngine> {
  if (directory === undefined) return startEngine({ dump, fill: false })
  const path = await createDirectory(directory)
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

function startThread(start: EngineStart, onMessage: (message: FromEngine) => void) {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    workerData: start,
    // The thread must not inherit the flags of this process, such as the flags of a test runner.
    execArgv: [],
    // PostgreSQL ends a query that uses 2 MB of stack. With a smaller stack of the thread, deep recursion would end the
    // whole engine instead of the query.
    resourceLimits: { stackSizeMb: 64 },
  })
  const send = (message: ToEngine, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  worker.on('message', onMessage)
  worker.on('error', (error) =>
    onMessage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
  const exited = new Promise<void>((resolve) => worker.on('exit', () => resolve()))
  return { send, exited }
}

async function startEngine(start: EngineStart): Promise<EmbeddedEngine> {
  const streams = new Map<number, ClientStream>()
  let reason = 'De ingebouwde database is gesloten.'
  let isClosed = false
  let thread: ReturnType<typeof startThread> | undefined

  function open(options: EngineStart): Promise<boolean> {
    const opened = Promise.withResolvers<boolean>()
    const started = startThread(options, (message) => {
      if (message.kind === 'open') opened.resolve(true)
      if (message.kind === 'bytes') streams.get(message.client)?.receive(message.bytes)
      if (message.kind === 'closed') streams.get(message.client)?.receive(null)
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

  const request = async <Reply>(message: (reply: MessagePort) => ToEngine) => {
    if (!thread) throw connectionError(reason)
    const { port1, port2 } = new MessageChannel()
    const reply = Promise.withResolvers<Reply>()
    port1.once('message', reply.resolve)
    void thread.exited.then(() => reply.reject(connectionError(reason)))
    thread.send(message(port2), [port2])
    return reply.promise.finally(() => port1.close())
  }

  let clients = 0
  return {
    stream: () => {
      clients += 1
      const client = clients
      // After a crash, the next client opens the directory again, which contains all committed transactions.
      if (!thread && !isClosed && start.directory) void open({ directory: start.directory, fill: false })
      const current = thread
      const stream = new ClientStream({
        send: (bytes) => current?.send({ kind: 'bytes', client, bytes }, [bytes.buffer]),
        close: () => {
          streams.delete(client)
          current?.send({ kind: 'closed', client })
        },
      })
      streams.set(client, stream)
      if (!current) process.nextTick(() => stream.destroy(connectionError(reason)))
      return stream
    },
    dump: () => request<Uint8Array<ArrayBuffer>>((reply) => ({ kind: 'dump', reply })),
    copyTo: async (directory) => {
      const failure = await request<Error | undefined>((reply) => ({ kind: 'copy', directory, reply }))
      if (failure) throw failure
    },
    close: async () => {
      isClosed = true
      thread?.send({ kind: 'close' })
      await thread?.exited
    },
  }
}

/** Returns an error with the SQLSTATE of a failed connection. */
function connectionError(reason: string) {
  return Object.assign(new Error(reason), { code: '08006' })
}
