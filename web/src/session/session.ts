// Reasons: docs/sessions.md

import { type AccessToken, ApiError, inRollWords, type Reply, showEmployee, showMeta } from '@rd4-loket/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, discardToken, mayHaveSession, storeToken } from './api.ts'
import { chosenMunicipality } from './chosen-municipality.ts'
import { fill } from './complete-reply.ts'
import { readStoredMeta, storeMeta } from './meta-store.ts'
import { cacheKey } from './queries.ts'

/** The logged-in employee, and the lists that the first screen needs; null for a visitor. */
export type Session = Reply<typeof showMeta> | null

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined)

/** Returns the lists for the first screen; undefined until the employee has done what is required. */
async function loadMeta() {
  try {
    const meta = await call(showMeta, {}, { withoutLogin: true })
    storeMeta(meta)
    return meta
  } catch (error) {
    if (statusOf(error) === 403) return undefined
    throw error
  }
}

let loaded: Session = null

/**
 * Returns a Dutch text with the words of the employee's own or chosen municipality in place of 'rol' and 'rollen'. The
 * text contains no names of people or streets.
 */
export function rollText(text: string) {
  const own_id = loaded?.user.municipality?.id ?? chosenMunicipality.read()
  return inRollWords(text, loaded?.municipalities.find(({ id }) => id === own_id)?.roll_words)
}

async function loadSession(): Promise<Session> {
  try {
    const [employee, meta] = await Promise.all([call(showEmployee, {}, { withoutLogin: true }), loadMeta()])
    // Either call may return fields of the employee that the other lacks.
    loaded = { ...(meta ?? readStoredMeta()), user: fill(employee, meta?.user) }
    return loaded
  } catch (error) {
    if (statusOf(error) === 401) return null
    throw error
  }
}

/** The session as a query of the cache. It is loaded once, and again only after a login. */
export const sessionQuery = queryOptions({
  queryKey: cacheKey(showMeta),
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The session; null for a visitor. */
export const useSession = (): Session => useQuery(sessionQuery).data ?? null

/** Whether the session is still loading. A browser that never had a session belongs to a visitor. */
export const useSessionUnknown = () => useQuery(sessionQuery).data === undefined && mayHaveSession()

type SessionNews = 'logged in' | 'logged out'
const channelName = 'auth.loket'

// A channel does not receive its own messages. So this tab sends on the channel that it listens on.
let openChannel: BroadcastChannel | undefined

/** Reports a login or logout to the other tabs of this browser. */
export function publishToOtherTabs(news: SessionNews) {
  const channel = openChannel ?? new BroadcastChannel(channelName)
  channel.postMessage(news)
  if (channel !== openChannel) channel.close()
}

/** Calls the listener for each login or logout in another tab. Returns a function that stops listening. */
export function onOtherTabs(listener: (news: SessionNews) => void) {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => listener(data)
  openChannel = channel
  return () => {
    channel.close()
    if (openChannel === channel) openChannel = undefined
  }
}

async function reloadSession(client: QueryClient) {
  // A load of an earlier session may still be in flight.
  await client.cancelQueries(sessionQuery)
  return client.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Begins a session with the token of a login, in this tab and in the other tabs. */
export async function beginSession(client: QueryClient, token: AccessToken) {
  storeToken(token)
  publishToOtherTabs('logged in')
  await reloadSession(client)
}

/** Reloads the session with a new token, for example after a login in another tab or a change of the password. */
export async function renewSession(client: QueryClient) {
  discardToken()
  await reloadSession(client)
}
