import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const maxStale = 100

/**
 * The reply to the text that is typed now.
 * While it loads, the previous reply is shown for at most 100 ms, so that rows do not flicker.
 * After that no reply is shown, because it belongs to another text.
 */
export function useReplyWhileTyping<T>({
  enabled,
  ...options
}: UseQueryOptions<T, Error, T, QueryKey> & { enabled: boolean }) {
  const reply = useQuery({ ...options, enabled, placeholderData: keepPreviousData })
  const isStale = enabled && reply.isPlaceholderData
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => setLate(true), maxStale)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isStale])
  return {
    /** The data to show, perhaps of the previous text. */
    shown: enabled && !(isStale && isLate) ? reply.data : undefined,
    /** Whether the shown data belongs to the current text. */
    answered: enabled && reply.data !== undefined && !reply.isPlaceholderData,
    /** Whether the user should read that the reply takes a while. */
    late: isLate || (enabled && reply.isFetching && reply.data === undefined),
    error: enabled ? reply.error : null,
  }
}
