import { type Db, sharing } from '../../platform/database/database.ts'
import { makeTurns } from '../../platform/runtime/work-queue.ts'

const patience_ms = 5000

// An object code or a postal code leaves a few streets, whatever else is asked.
const narrow = makeTurns({ atOnce: 2, patience_ms })
// A name, a part of one or nothing at all may lead through a thousand streets. One is answered, which leaves the others a part of
// the processor, and one stands ready behind it on the same connection. But who takes longer waits for the disk, and there
// others may begin beside it, over three connections in all at most.
const broad = makeTurns({ atOnce: 1, inAll: 6, brief: { inAll: 2, ms: 20 }, patience_ms })

// For how long others may be put behind one: of a broad one less than it counts as brief, so that who begins then is not.
const shared_ms = { narrow: 5, broad: 15 }
const lines = new WeakMap<Db, { narrow: Db; broad: Db }>()

/** A database as either kind of search asks it: each has connections of its own to share. */
function linesOf(db: Db) {
  const known = lines.get(db)
  if (known) return known
  const made = { narrow: sharing(db, shared_ms.narrow), broad: sharing(db, shared_ms.broad) }
  lines.set(db, made)
  return made
}

/** What a search asks, as far as it tells how much there is to read. */
type Asked = { object_code?: string | undefined; postal_code?: string | undefined }

/** Does a search in a database when it is its employee's turn: those that read little never wait for those that may read much. */
export const searchInQueue = <Result>(
  db: Db,
  employee: { id: number },
  asked: Asked,
  search: (db: Db) => Promise<Result>,
) =>
  asked.object_code !== undefined || asked.postal_code !== undefined
    ? narrow(String(employee.id), () => search(linesOf(db).narrow))
    : broad(String(employee.id), () => search(linesOf(db).broad))

/** How many searches were refused since the process began, because their turn did not come in time. */
export const rejectedSearches = () => narrow.refusals() + broad.refusals()
