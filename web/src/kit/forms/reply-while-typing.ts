import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const flicker = 100

/**
 * The answer to what is typed now. While it is on its way the one before may stay, so that rows do not flicker under the
 * eyes; but for no longer than that: an answer to something else is not shown.
 */
export function useReplyWhileTyping<T>({
  enabled,
  ...options
}: UseQueryOptions<T, Error, T, QueryKey> & { enabled: boolean }) {
  const answer = useQuery({ ...options, enabled, placeholderData: keepPreviousData })
  const waiting = enabled && answer.isPlaceholderData
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), flicker)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return {
    /** To show; perhaps still the one before. */
    shown: enabled && !(waiting && late) ? answer.data : undefined,
    /** Has what is typed now been answered? */
    answered: enabled && answer.data !== undefined && !answer.isPlaceholderData,
    /** Has it been long enough to say that one has to wait? */
    late: late || (enabled && answer.isFetching && answer.data === undefined),
    error: enabled ? answer.error : null,
  }
}
