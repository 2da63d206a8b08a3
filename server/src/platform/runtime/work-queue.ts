import { ApiError } from '@rd4-loket/contract/general'

type CallerQueue = { inFlight: number; waiting: (() => void)[] }

/** The limits of a queue of jobs. Each job belongs to a caller, such as an employee. */
export type QueueLimits = {
  /** Maximum number of jobs in flight for each caller. */
  maxPerCaller: number
  /** Maximum number of jobs in flight for all callers together. */
  maxInTotal?: number
  /**
   * While more than `waiting` jobs wait: a lower maximum for all callers together, and a pause after each job that ran.
   * During the pause, the job still counts as in flight for all callers together. Leaves room for other work.
   */
  crowd?: { waiting: number; maxInTotal: number; pause_ms: number }
  /** Maximum wait. A job that waited longer is rejected. At 0, a job that would have to wait is rejected at once. */
  timeout_ms: number
}

const defaultMessage = 'U vraagt veel tegelijk. Probeer het zo opnieuw.'

/**
 * Returns a queue that runs jobs within its limits. Each caller has its own queue, and the queues take turns.
 * Throws 503 for a rejected job. The error has `callerMessage` if the timeout is 0 and the limit of the caller is
 * reached. Otherwise it has `message`.
 */
export function makeQueue(
  { maxPerCaller, maxInTotal = Number.POSITIVE_INFINITY, crowd, timeout_ms }: QueueLimits,
  { message = defaultMessage, callerMessage = message }: { message?: string; callerMessage?: string } = {},
) {
  /** The queues, in the order in which they take turns. */
  const callers = new Map<string, CallerQueue>()
  let inFlight = 0
  let waiting = 0
  let rejected = 0

  const crowdLimits = () => (crowd && waiting > crowd.waiting ? crowd : undefined)
  const isFull = () => inFlight >= (crowdLimits()?.maxInTotal ?? maxInTotal)

  function reject(text: string): never {
    rejected += 1
    throw new ApiError(503, text)
  }

  function start(queue: CallerQueue) {
    queue.inFlight += 1
    inFlight += 1
  }
  /** Ends a job for its caller. `release` then ends it for all callers together. */
  function end(caller: string) {
    const queue = callers.get(caller)
    if (!queue) return
    queue.inFlight -= 1
    // A caller whose job has ended moves to the end of the order.
    if (queue.waiting.length > 0 || queue.inFlight === 0) callers.delete(caller)
    if (queue.waiting.length > 0) callers.set(caller, queue)
  }
  function release() {
    inFlight -= 1
    startNext()
  }
  function startNext() {
    for (const queue of callers.values()) {
      if (isFull()) return
      const next = queue.inFlight < maxPerCaller ? queue.waiting.shift() : undefined
      if (!next) continue
      waiting -= 1
      start(queue)
      next()
    }
  }

  /** Waits until a job may start. Returns a function that ends the job. Later calls of that function have no effect. */
  async function enter(caller: string): Promise<() => void> {
    const queue = callers.get(caller) ?? { inFlight: 0, waiting: [] }
    const isCallerFull = queue.inFlight >= maxPerCaller
    const mustWait = isCallerFull || isFull()
    if (mustWait && timeout_ms === 0) reject(isCallerFull ? callerMessage : message)
    callers.set(caller, queue)
    const entered_at = performance.now()
    if (mustWait) {
      waiting += 1
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else start(queue)
    if (mustWait && performance.now() - entered_at > timeout_ms) {
      end(caller)
      release()
      reject(message)
    }
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      end(caller)
      const pause_ms = crowdLimits()?.pause_ms ?? 0
      if (pause_ms > 0) setTimeout(release, pause_ms)
      else release()
    }
  }

  /** Runs a job when the limits allow it. Returns its result. */
  async function run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const leave = await enter(caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Returns the number of jobs rejected since the process started. */
  return { enter, run, rejected: () => rejected }
}
