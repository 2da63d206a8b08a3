import { useQueryClient } from '@tanstack/react-query'
import type { Values } from '../kit/forms/Form.tsx'

/**
 * Typed text that is kept while its form is closed. It is in the query cache: only in memory, cleared at logout, and
 * dropped half an hour later.
 */
export function useDraft(key: string) {
  const client = useQueryClient()
  const queryKey = ['draft', key]
  return {
    read: () => client.getQueryData<Values>(queryKey),
    keep: (values: Values) => client.setQueryData(queryKey, values),
    discard: () => client.removeQueries({ queryKey }),
  }
}
