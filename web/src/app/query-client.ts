import { MutationCache, QueryClient } from '@tanstack/react-query'
import { settleSubmit } from '../kit/forms/unsaved-work.ts'
import { resetMessages } from '../kit/page/Messages.tsx'

/** The cache of server data. Nothing is tried again behind the user's back: what fails says so, with a button. */
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
        // Without a connection a call must fail and say so, not wait in silence.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 60_000,
        gcTime: 30 * 60_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
