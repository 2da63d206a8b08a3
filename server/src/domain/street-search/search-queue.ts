import type { LocationCriteria } from '@rd4-loket/contract'
import { type Db, pipelined } from '../../platform/database/database.ts'
import { queueLimits, sharedConnection_ms } from '../../platform/runtime/limits.ts'
import { makeQueue } from '../../platform/runtime/work-queue.ts'

const narrow = makeQueue(queueLimits.narrowSearch)
const broad = makeQueue(queueLimits.broadSearch)

/** Narrow and broad searches each share connections of their own. */
const sharedConnections = new WeakMap<Db, { narrow: Db; broad: Db }>()

function connectionsOf(db: Db) {
  const existing = sharedConnections.get(db)
  if (existing) return existing
  const { narrow, broad } = sharedConnection_ms
  const connections = { narrow: pipelined(db, narrow), broad: pipelined(db, broad) }
  sharedConnections.set(db, connections)
  return connections
}

/**
 * Runs a search in the queue of its kind; throws 503 when it waits too long. A search with an object code or a postal
 * code is narrow: it reads few rows, and never waits for a broad search, which may read many.
 */
export const searchInQueue = <Result>(
  db: Db,
  employee: { id: number },
  { object_code, postal_code }: Pick<LocationCriteria, 'object_code' | 'postal_code'>,
  search: (db: Db) => Promise<Result>,
) =>
  (object_code ?? postal_code) !== undefined
    ? narrow.run(String(employee.id), () => search(connectionsOf(db).narrow))
    : broad.run(String(employee.id), () => search(connectionsOf(db).broad))

/** The number of searches rejected since the process started, because they waited too long. */
export const rejectedSearches = () => narrow.rejected() + broad.rejected()
