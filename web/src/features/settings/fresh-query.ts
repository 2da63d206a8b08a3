import { type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** What a form is to be filled in with, once: it waits for what is there now, whatever a list showed of it this morning. */
export function useFreshQuery<T>(options: UseQueryOptions<T>) {
  const found = useQuery({ ...options, staleTime: 0 })
  return found.isFetchedAfterMount ? found : { ...found, data: undefined }
}
