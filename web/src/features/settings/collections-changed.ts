import { listExceptions, type Municipality } from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'

const [collections = ''] = listExceptions.path.split('/exceptions')

/** What to do when the collections of a municipality were changed: whatever shows them reads them again. */
export function useCollectionsChanged({ id }: Municipality) {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ queryKey: ['calendar'] })
    await client.invalidateQueries({
      predicate: ({ queryKey: [, path, sent] }) =>
        String(path).startsWith(collections) &&
        (sent as { params: { municipality_id: string } }).params.municipality_id === `${id}`,
    })
  }
}
