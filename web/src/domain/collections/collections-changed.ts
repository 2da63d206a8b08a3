import { useQueryClient } from '@tanstack/react-query'
import { repliesBelow } from '../../session/queries.ts'

const collectionReplies = repliesBelow(
  '/counter/settings/municipalities/:municipality_id/collections',
  '/counter/calendar',
  '/counter/addresses/:alias/pickup-appointments',
)

/**
 * Returns a function that reloads every query that shows collections, and drops the cached ones that are off screen.
 */
export function useCollectionsChanged() {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ type: 'inactive', ...collectionReplies })
    await client.invalidateQueries(collectionReplies)
  }
}
