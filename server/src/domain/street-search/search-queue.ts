// Reasons: docs/search.md

import type { LocationCriteria } from '@rd4-loket/contract'
import { queueLimits } from '../../platform/runtime/limits.ts'
import { makeQueue } from '../../platform/runtime/work-queue.ts'

const narrow = makeQueue(queueLimits.narrowSearch)
const broad = makeQueue(queueLimits.broadSearch)

/**
 * Runs a search in the queue for narrow or for broad searches. Throws 503 when the search waits too long. A search with
 * an object code or a postal code is narrow, because it reads few rows. A narrow search never waits for broad searches.
 */
export const searchInQueue = <Result>(
  employee: { id: number },
  { object_code, postal_code }: Pick<LocationCriteria, 'object_code' | 'postal_code'>,
  search: () => Promise<Result>,
) => ((object_code ?? postal_code) !== undefined ? narrow : broad).run(String(employee.id), search)

/** Returns the number of searches that were rejected since the process started, because they waited too long. */
export const rejectedSearches = () => narrow.rejected() + broad.rejected()
