import type * as contract from '@rd4-loket/contract'
import { type Endpoint, listOpenedPlaces, showMeta } from '@rd4-loket/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { resetMessages } from '../kit/page/Messages.tsx'
import { clearToken } from './api.ts'
import { clearCarried } from './carried-pass.ts'
import { chosenMunicipality } from './chosen-municipality.ts'
import { clearFrames, everyClient } from './contact-frames.ts'
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

/** Removes replies from the cache of the portal and from those of the customers. */
function removeReplies(client: QueryClient, replies: ReturnType<typeof repliesOf>) {
  for (const it of everyClient(client)) it.removeQueries(replies)
}

/** Resets one area to its state before the first login, and leaves the other areas unchanged. */
export const resetArea: Record<ClientArea, (client: QueryClient) => void> = {
  addresses: (client) => {
    removeReplies(client, repliesBelow('/counter/addresses'))
    removeReplies(client, repliesOf(listOpenedPlaces))
  },
  app: (client) => {
    for (const it of everyClient(client)) it.cancelQueries()
  },
  'collection-systems': (client) => {
    removeReplies(client, repliesBelow('/counter/collection-system'))
    removeReplies(client, repliesOf(listOpenedPlaces))
  },
  menu: resetMenu,
  messages: () => resetMessages(),
  meta: () => clearMeta(),
  resident: (client) => removeReplies(client, repliesBelow('/counter/services')),
  user: (client) => {
    clearToken()
    clearCarried()
    chosenMunicipality.clear()
    clearDrafts(client)
    client.setQueryData(sessionQuery.queryKey, null)
  },
  'waste-calendar': (client) => removeReplies(client, repliesBelow('/counter/calendar')),
}

/** Removes all cached data that was shown to the employee. */
export function clearShown(client: QueryClient) {
  clearFrames(client)
  client.removeQueries({ predicate: (query) => !repliesOf(showMeta).predicate(query) })
}
