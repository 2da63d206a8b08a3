import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What a form is to be filled in with, once: it waits for what is there now, whatever a list showed of it this morning. Once that
 * came, a later failure takes nothing away.
 */
export function useFreshQuery<T>(options: UseQueryOptions<T>) {
  const found = useQuery({ ...options, staleTime: 0 })
  const [fresh, setFresh] = useState(false)
  if (!fresh && found.isFetchedAfterMount && found.isSuccess) setFresh(true)
  return fresh ? found : { ...found, data: undefined }
}
