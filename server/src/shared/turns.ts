import { ApiError } from '@rd4-loket/contract'

type Line = { busy: number; waiting: (() => void)[] }

/**
 * Lets each asker have so many pieces of work done at once. What they ask beyond that waits in a line of their own, where it
 * holds up nobody else, and is refused with 503 when its turn has not come in time.
 */
export function makeTurns({
  atOnce,
  patience_ms,
  refusal = 'U vraagt veel tegelijk. Probeer het zo opnieuw.',
}: {
  atOnce: number
  patience_ms: number
  refusal?: string
}) {
  const lines = new Map<string, Line>()
  let refusals = 0
  const inTurn = async <Result>(asker: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(asker) ?? { busy: 0, waiting: [] }
    lines.set(asker, line)
    const begin = performance.now()
    const waits = line.busy >= atOnce
    if (waits) await new Promise<void>((take) => line.waiting.push(take))
    else line.busy += 1
    try {
      if (waits && performance.now() - begin > patience_ms) {
        refusals += 1
        throw new ApiError(503, refusal)
      }
      return await work()
    } finally {
      // Whoever waits longest takes this place over.
      const next = line.waiting.shift()
      if (next) next()
      else {
        line.busy -= 1
        if (line.busy === 0) lines.delete(asker)
      }
    }
  }
  /** How many were refused since the process began. */
  return Object.assign(inTurn, { refusals: () => refusals })
}

/** One employee searches by two calls at once at most, whatever a stuck key or a script asks for. */
export const searchInTurn = makeTurns({ atOnce: 2, patience_ms: 5000 })
