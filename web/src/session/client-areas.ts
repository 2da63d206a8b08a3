import type { QueryClient } from '@tanstack/react-query'
import { resetMessages } from '../kit/page/Messages.tsx'
import { forgetToken } from './api.ts'
import { forgetCarriedPass } from './carried-pass.ts'
import { menuQuery } from './menu.ts'
import { forgetMeta } from './meta-store.ts'
import { sessionQuery, tellOtherTabs } from './session.ts'

/** What the browser knows, by the specification's names for its areas. */
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

const forgetCalls = (client: QueryClient, path: string) =>
  client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith(path) })

/** Brings one area back to how it was before the first login, and leaves the others as they are. */
export const resetArea: Record<ClientArea, (client: QueryClient) => void> = {
  addresses: (client) => {
    forgetCalls(client, '/counter/addresses')
    client.removeQueries({ queryKey: ['opened', 'addresses'] })
  },
  app: (client) => {
    client.cancelQueries()
  },
  'collection-systems': (client) => {
    forgetCalls(client, '/counter/collection-system')
    client.removeQueries({ queryKey: ['opened', 'collection systems'] })
  },
  menu: (client) => client.removeQueries(menuQuery),
  messages: () => resetMessages(),
  meta: () => forgetMeta(),
  resident: (client) => forgetCalls(client, '/counter/services'),
  user: (client) => {
    forgetToken()
    forgetCarriedPass()
    client.setQueryData(sessionQuery.queryKey, null)
  },
  'waste-calendar': (client) => {
    forgetCalls(client, '/counter/calendar')
    client.removeQueries({ queryKey: ['calendar'] })
  },
}

/** Logs out here and in other tabs: app, user and meta are as before the login. */
export function logOut(client: QueryClient) {
  for (const area of ['app', 'user', 'meta'] as const) resetArea[area](client)
  tellOtherTabs('logged out')
}

/** Follows a session that ended elsewhere. The call that found out is left to say so. */
export function endSession(client: QueryClient) {
  for (const area of ['user', 'meta'] as const) resetArea[area](client)
}

/** Forgets everything that was shown to whoever was logged in. */
export const forgetShown = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
