import type * as contract from '@rd4-loket/contract'
import { type Endpoint, listOpenedPlaces, showMeta } from '@rd4-loket/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { resetMessages } from '../kit/page/Messages.tsx'
import { clearToken } from './api.ts'
import { clearCarried } from './carried-pass.ts'
import { chosenMunicipality } from './chosen-municipality.ts'
import { clearDrafts } from './drafts.ts'
import { resetMenu } from './menu.ts'
import { clearMeta } from './meta-store.ts'
import { repliesOf } from './queries.ts'
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

type Path = Extract<(typeof contract)[keyof typeof contract], Endpoint>['path']
type PathStart<Start extends string> = [Extract<Path, `${Start}${string}`>] extends [never] ? never : Start

/** Matches all data of an area: its endpoints share the start of their path. An unknown start is a compile error. */
const repliesBelow = <const Start extends string>(start: Start & PathStart<Start>) => ({
  predicate: ({ queryKey: [, path] }: Query) => String(path).startsWith(start),
})

/** Resets one area to its state before the first login, and leaves the other areas unchanged. */
export const resetArea: Record<ClientArea, (client: QueryClient) => void> = {
  addresses: (client) => {
    client.removeQueries(repliesBelow('/counter/addresses'))
    client.removeQueries(repliesOf(listOpenedPlaces))
  },
  app: (client) => {
    client.cancelQueries()
  },
  'collection-systems': (client) => {
    client.removeQueries(repliesBelow('/counter/collection-system'))
    client.removeQueries(repliesOf(listOpenedPlaces))
  },
  menu: resetMenu,
  messages: () => resetMessages(),
  meta: () => clearMeta(),
  resident: (client) => client.removeQueries(repliesBelow('/counter/services')),
  user: (client) => {
    clearToken()
    clearCarried()
    chosenMunicipality.clear()
    clearDrafts(client)
    client.setQueryData(sessionQuery.queryKey, null)
  },
  'waste-calendar': (client) => client.removeQueries(repliesBelow('/counter/calendar')),
}

/** Removes all cached data that was shown to the employee. */
export const clearShown = (client: QueryClient) =>
  client.removeQueries({ predicate: (query) => !repliesOf(showMeta).predicate(query) })
