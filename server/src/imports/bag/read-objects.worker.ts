import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CommandError } from '../../platform/runtime/command.ts'
import type { BagRows } from './bag-tables.queries.ts'
import { type ReadTask, readObjects } from './read-objects.ts'

/** The requests to the thread, with the names of the methods of a generator. `return` stops the reading. */
export type ToReader = 'next' | 'return'

/** The replies of the thread. `rows` is JSON. `message` is that of a CommandError. Any other error ends the thread. */
export type FromReader =
  | { kind: 'batch'; table: BagRows['table']; rows: string; objects: number }
  | { kind: 'failed'; message: string }
  | { kind: 'end' }

const port = parentPort as MessagePort
const batches = readObjects(workerData as ReadTask)

async function replyTo(request: ToReader): Promise<FromReader> {
  try {
    const { value: batch } = await batches[request](undefined)
    return batch ? { kind: 'batch', ...batch, rows: JSON.stringify(batch.rows) } : { kind: 'end' }
  } catch (error) {
    // The class of an error is lost between threads.
    if (error instanceof CommandError) return { kind: 'failed', message: error.message }
    throw error
  }
}

// The thread ends when this loop ends, because it then waits for nothing.
for await (const [request] of on(port, 'message') as AsyncIterable<[ToReader]>) {
  const reply = await replyTo(request)
  port.postMessage(reply)
  if (reply.kind !== 'batch') break
}
