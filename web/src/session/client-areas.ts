import type { QueryClient } from '@tanstack/react-query'
import { resetMessages } from '../kit/page/Messages.tsx'
import { clearToken } from './api.ts'
import { clearCarriedPass } from './carried-pass.ts'
import { chosenMunicipality } from './chosen-municipality.ts'
import { clearDrafts } from './drafts.ts'
import { resetMenu } from './menu.ts'
import { clearMeta } from './meta-store.ts'
import { repliesBelow } from './queries.ts'
import { sessionQuery } from './session.ts'

/** The areas of client state, by the specification's names (S3.13). */
export type ClientArea =
  | 'addresses'
  | 'app'
  | 'collection-systems'
  | 'menu'
  | 'messages'
  | 'meta'
  | 'resident'
  | 'user'
  | 'waste-calendar'

/** Resets one area to its state before the first login, and leaves the other areas unchanged. */
export const resetArea: Record<ClientArea, (client: QueryClient) => void> = {
  addresses: (client) => {
    client.removeQueries(repliesBelow('/counter/addresses'))
    client.removeQueries({ queryKey: ['opened'] })
    client.removeQueries({ queryKey: ['purpose'] })
  },
  app: (client) => {
    client.cancelQueries()
  },
  'collection-systems': (client) => {
    client.removeQueries(repliesBelow('/counter/collection-system'))
    client.removeQueries({ queryKey: ['opened'] })
  },
  menu: resetMenu,
  messages: () => resetMessages(),
  meta: () => clearMeta(),
  resident: (client) => client.removeQueries(repliesBelow('/counter/services')),
  user: (client) => {
    clearToken()
    clearCarriedPass()
    chosenMunicipality.clear()
    clearDrafts(client)
    client.setQueryData(sessionQuery.queryKey, null)
  },
  'waste-calendar': (client) => {
    client.removeQueries(repliesBelow('/counter/calendar'))
    client.removeQueries({ queryKey: ['calendar'] })
  },
}

/** Removes all cached data that was shown to the employee. */
export const clearShown = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
