import { listExceptions, listPickupAppointments, showCalendar } from '@rd4-loket/contract'
import { type Query, useQueryClient } from '@tanstack/react-query'

const [settings = ''] = listExceptions.path.split('/exceptions')

const showsCollections = ({ queryKey: [, path] }: Query) =>
  [settings, listPickupAppointments.path, showCalendar.path].some((shown) => String(path).startsWith(shown))

/** Returns a function that reloads every query that shows collections, and drops the cached ones that are off screen. */
export function useCollectionsChanged() {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ type: 'inactive', predicate: showsCollections })
    await client.invalidateQueries({ predicate: showsCollections })
  }
}
