import type { LocationCriteria } from '@rd4-loket/contract'
import { queueLimits } from '../../platform/runtime/limits.ts'
import { makeQueue } from '../../platform/runtime/work-queue.ts'

const narrow = makeQueue(queueLimits.narrowSearch)
const broad = makeQueue(queueLimits.broadSearch)

/**
 * Runs a search in the queue of its kind; throws 503 when it waits too long. A search with an object code or a postal
 * code is narrow: it reads few rows, and never waits for a broad search, which may read many.
 */
export const searchInQueue = <Result>(
  employee: { id: number },
  { object_code, postal_code }: Pick<LocationCriteria, 'object_code' | 'postal_code'>,
  search: () => Promise<Result>,
) => ((object_code ?? postal_code) !== undefined ? narrow : broad).run(String(employee.id), search)

/** The number of searches rejected since the process started, because they waited too long. */
export const rejectedSearches = () => narrow.rejected() + broad.rejected()
