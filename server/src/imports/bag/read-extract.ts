import { on, once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Db } from '../../platform/database/db.ts'
import { type CommandContext, CommandError } from '../../platform/runtime/command.ts'
import { createBagTables, insertBagRows } from './bag-tables.queries.ts'
import { type Extract, type ReadTask, readMunicipalities } from './read-objects.ts'
import type { FromReader, ToReader } from './read-objects.worker.ts'

/**
 * Reads the objects of a BAG 2.0 extract that are valid on a day into the temporary tables of the session. Two threads
 * read at the same time. The memory does not grow with the extract. Throws a CommandError when the file is not an
 * extract.
 */
export async function readExtract(
  db: Db,
  extract: Extract,
  { onProgress, signal }: Pick<CommandContext, 'onProgress' | 'signal'>,
) {
  const municipalities = await readMunicipalities(extract)
  await createBagTables(db)
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  let objects = 0
  async function storeObjects(kinds: ReadTask['kinds']) {
    let writing: Promise<unknown> = Promise.resolve()
    for await (const batch of readInThread({ ...extract, municipalities, kinds }, stop)) {
      await writing
      objects += batch.objects
      onProgress({ task: `Objecten lezen uit ${extract.name}`, detail: `${objects.toLocaleString('nl')} objecten` })
      writing = insertBagRows(db, batch.table, batch.rows)
      // The loop awaits `writing` later, but an error stops both threads now.
      writing.catch((error) => failure.abort(error))
    }
    await writing
  }
  // Numbers and dwellings take nearly all of the time, and about as much as each other.
  const storing = [storeObjects(['WPL', 'OPR', 'NUM']), storeObjects(['VBO', 'LIG', 'STA'])]
  try {
    await Promise.all(storing)
  } catch (error) {
    // After the first error in a transaction, PostgreSQL rejects each later insert without stating the cause.
    throw failure.signal.reason ?? error
  } finally {
    // When one thread fails, the other thread stops and removes its temporary files.
    failure.abort()
    await Promise.allSettled(storing)
  }
}

/** Yields the batches that a thread reads. The thread reads one batch ahead. Returns when the thread has ended. */
async function* readInThread(task: ReadTask, signal: AbortSignal) {
  // The maximum size of the young generation of a heap, in MB. V8 reads this flag when it creates a heap. A
  // `resourceLimits` has no effect, because the command sets the same flag, with which a thread uses 30 MB more.
  setFlagsFromString('--max-semi-space-size=4')
  const thread = new Worker(new URL('./read-objects.worker.ts', import.meta.url), {
    workerData: task,
    // The thread must not inherit the flags of this process, such as the flags of a test runner.
    execArgv: [],
  })
  const ended = once(thread, 'exit')
  // The loop throws the same error.
  ended.catch(() => {})
  const request = (message: ToReader) => thread.postMessage(message)
  try {
    request('next')
    const replies = on(thread, 'message', { signal, close: ['exit'] }) as AsyncIterable<[FromReader]>
    for await (const [reply] of replies) {
      if (reply.kind === 'failed') throw new CommandError(reply.message)
      if (reply.kind === 'end') return
      request('next')
      yield reply
    }
    throw new CommandError(`Het lezen van ${task.name} is onverwacht gestopt.`)
  } finally {
    request('return')
    await ended
  }
}
