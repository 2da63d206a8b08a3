import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Returns data for a form only after a fresh load, whatever the cache holds. Later failures keep the data. */
export function useFreshQuery<T>(options: UseQueryOptions<T>) {
  const result = useQuery({ ...options, staleTime: 0 })
  const [isFresh, setFresh] = useState(false)
  if (!isFresh && result.isFetchedAfterMount && result.isSuccess) setFresh(true)
  return isFresh ? result : { ...result, data: undefined }
}
