import { MutationCache, QueryClient } from '@tanstack/react-query'
import { settleSubmit } from '../kit/forms/unsaved-work.ts'
import { resetMessages } from '../kit/page/Messages.tsx'

/** The cache of server data. It never retries by itself: an error is shown with a retry button. */
export const makeQueryClient = () =>
  new QueryClient({
    mutationCache: new MutationCache({
      onMutate: resetMessages,
      onSuccess: (_reply, _sent, _before, { meta }) => settleSubmit({ saved: meta?.savesNothing !== true }),
      onError: () => settleSubmit({ saved: false }),
    }),
    defaultOptions: {
      queries: {
        retry: false,
        // Without a connection a call must fail visibly, not wait.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 60_000,
        gcTime: 30 * 60_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
