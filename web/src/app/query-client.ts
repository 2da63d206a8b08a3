import { ApiError } from '@rd4-loket/contract/general'
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { settleSubmit } from '../kit/forms/unsaved-work.ts'
import { resetMessages } from '../kit/page/Messages.tsx'

/**
 * Returns whether the user runs a query on screen again. A saved change also reloads queries, but the message of that
 * change must stay. `isInvalidated` marks these queries. A failure also sets `isInvalidated`, so a query with an error
 * counts as a query that the user runs.
 */
const isRepeated = (query: Query) => {
  const { data, error, errorUpdateCount, isInvalidated } = query.state
  return query.isActive() && (data === undefined ? errorUpdateCount > 0 : error !== null || !isInvalidated)
}

/** Logs an error that is a defect of the portal: the screen shows a Dutch sentence instead of its message. */
const logDefect = (error: Error) => error instanceof ApiError || console.error(error)

/** The cache of server data. It never retries by itself: an error is shown with a retry button. */
export function makeQueryClient() {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: logDefect }),
    mutationCache: new MutationCache({
      onMutate: resetMessages,
      onSuccess: (_reply, _sent, _before, { meta }) => settleSubmit({ saved: meta?.savesNothing !== true }),
      onError: (error) => {
        logDefect(error)
        settleSubmit({ saved: false })
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        // Without a connection a call must fail visibly. By default it would wait for the connection.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 60_000,
        gcTime: 30 * 60_000,
        // By default a page renders again only when a field changes that it has read. A page that passes its result to
        // a panel that appears later would miss a failure, and that panel would wait for ever.
        notifyOnChangeProps: 'all',
      },
      mutations: { networkMode: 'always' },
    },
  })
  // A component that appears may reload old data at once. This reload must not remove a message from the page.
  let appearing: Query | undefined
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'observerAdded') {
      appearing = event.query
      queueMicrotask(() => {
        appearing = undefined
      })
    }
    if (event.type !== 'updated' || event.action.type !== 'fetch' || event.query === appearing) return
    if (isRepeated(event.query)) resetMessages()
  })
  return client
}
