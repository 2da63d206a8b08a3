import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** Returns data only after a fresh load: a form never shows cached data. A later error does not remove the data. */
export function useFreshQuery<T>(options: UseQueryOptions<T>) {
  const result = useQuery({ ...options, staleTime: 0 })
  const [isFresh, setFresh] = useState(false)
  if (!isFresh && result.isFetchedAfterMount && result.isSuccess) setFresh(true)
  return isFresh ? result : { ...result, data: undefined }
}

/** Returns a function that navigates, unless the user has already left this page. */
export function useNavigateFromHere() {
  const router = useRouter()
  const [pathname] = useState(router.latestLocation.pathname)
  return async (to: NavigateOptions['to']) => {
    if (router.latestLocation.pathname === pathname) await router.navigate({ to })
  }
}
