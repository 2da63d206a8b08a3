import { type Db, pipelined } from '../../platform/database/database.ts'
import { queueLimits, sharedConnection_ms } from '../../platform/runtime/limits.ts'
import { makeQueue } from '../../platform/runtime/work-queue.ts'

const narrow = makeQueue(queueLimits.narrowSearch)
const broad = makeQueue(queueLimits.broadSearch)

const lines = new WeakMap<Db, { narrow: Db; broad: Db }>()

/** A database as either kind of search asks it: each has connections of its own to share. */
function linesOf(db: Db) {
  const known = lines.get(db)
  if (known) return known
  const made = { narrow: pipelined(db, sharedConnection_ms.narrow), broad: pipelined(db, sharedConnection_ms.broad) }
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
    ? narrow.run(String(employee.id), () => search(linesOf(db).narrow))
    : broad.run(String(employee.id), () => search(linesOf(db).broad))

/** How many searches were refused since the process began, because their turn did not come in time. */
export const rejectedSearches = () => narrow.rejected() + broad.rejected()
