import { ApiError } from '@rd4-loket/contract'

type Line = { busy: number; waiting: ((turn: Turn) => void)[] }
/** How long a turn counts as brief work. */
type Turn = { brief: NodeJS.Timeout | undefined }

type Rules = {
  /** How much of one asker is done at once. */
  atOnce: number
  /** How much of all askers is done at once; any number where it is left out. */
  inAll?: number
  /** How much is done at once of what is brief: what has not lasted so many milliseconds yet. */
  brief?: { inAll: number; ms: number }
  /** For how long one waits for a turn. */
  patience_ms: number
  refusal?: string
}

/**
 * Lets askers have work done in turn. What is asked beyond the rules waits in a line of its asker's own, each line having its turn
 * after the others, and is refused with 503 when its turn has not come in time.
 */
export function makeTurns({
  atOnce,
  inAll = Number.POSITIVE_INFINITY,
  brief,
  patience_ms,
  refusal = 'U vraagt veel tegelijk. Probeer het zo opnieuw.',
}: Rules) {
  /** Who had a turn stands behind the others. */
  const lines = new Map<string, Line>()
  let busy = 0
  let brieflyBusy = 0
  let refusals = 0

  const isFull = () => busy >= inAll || (brief !== undefined && brieflyBusy >= brief.inAll)

  function begin(line: Line): Turn {
    line.busy += 1
    busy += 1
    const turn: Turn = { brief: undefined }
    if (brief) {
      turn.brief = setTimeout(endBrief, brief.ms, turn)
      brieflyBusy += 1
    }
    return turn
  }
  function endBrief(turn: Turn) {
    if (!turn.brief) return
    clearTimeout(turn.brief)
    turn.brief = undefined
    brieflyBusy -= 1
    beginNext()
  }
  function end(asker: string, line: Line, turn: Turn) {
    line.busy -= 1
    busy -= 1
    if (line.waiting.length > 0 || line.busy === 0) lines.delete(asker)
    if (line.waiting.length > 0) lines.set(asker, line)
    endBrief(turn)
    beginNext()
  }
  function beginNext() {
    if (isFull()) return
    for (const line of lines.values()) {
      const next = line.busy < atOnce ? line.waiting.shift() : undefined
      if (!next) continue
      next(begin(line))
      return
    }
  }

  const inTurn = async <Result>(asker: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(asker) ?? { busy: 0, waiting: [] }
    lines.set(asker, line)
    const asked_at = performance.now()
    const waits = line.busy >= atOnce || isFull()
    const turn = waits ? await new Promise<Turn>((take) => line.waiting.push(take)) : begin(line)
    try {
      if (waits && performance.now() - asked_at > patience_ms) {
        refusals += 1
        throw new ApiError(503, refusal)
      }
      return await work()
    } finally {
      end(asker, line, turn)
    }
  }
  /** How many were refused since the process began. */
  return Object.assign(inTurn, { refusals: () => refusals })
}
