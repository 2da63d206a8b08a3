import { makeTurns } from './turns.ts'

const patience_ms = 5000

// An object code or a postal code leaves a few streets, whatever else is asked.
const narrow = makeTurns({ atOnce: 2, patience_ms })
// A name, a part of one or nothing at all may lead through a thousand streets. They go one after the other, which leaves the
// others a part of the processor; but who takes longer waits for the disk, and there another may begin beside it.
const broad = makeTurns({ atOnce: 1, inAll: 3, brief: { inAll: 1, ms: 20 }, patience_ms })

/** What a search asks, as far as it tells how much there is to read. */
type Asked = { object_code?: string | undefined; postal_code?: string | undefined }

/** Does a search when it is its employee's turn: those that read little never wait for those that may read much. */
export const searchInTurn = <Result>(session_id: string, asked: Asked, work: () => Promise<Result>) =>
  asked.object_code !== undefined || asked.postal_code !== undefined
    ? narrow(session_id, work)
    : broad(session_id, work)

/** How many searches were refused since the process began, because their turn did not come in time. */
export const searchesRefused = () => narrow.refusals() + broad.refusals()
