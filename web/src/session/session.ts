import { type AccessToken, ApiError, type Reply, showEmployee, showMeta } from '@rd4-loket/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, dropToken, keepToken, mayHaveSession } from './api.ts'
import { keepMeta, keptMeta } from './meta-store.ts'

/** What brought somebody to the login page, where they did not choose to go there. */
export type WhyLogin = 'ended' | 'logged out elsewhere'

declare module '@tanstack/react-router' {
  interface HistoryState {
    why_login?: WhyLogin | undefined
  }
}

/** Who is logged in, and what the portal needs to know at its first screen; null for a visitor. */
export type Session = Reply<typeof showMeta> | null

async function loadSession(): Promise<Session> {
  try {
    const meta = await call(showMeta, {}, { impatient: true })
    keepMeta(meta)
    return meta
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 401) return null
    // Until a new password is chosen the server tells nothing but who this is.
    if (status === 403) return { user: await call(showEmployee, {}, { impatient: true }), ...keptMeta() }
    throw error
  }
}

/** The session as a query of the cache: asked once, and again only after a login. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The session on screen; null for a visitor. */
export const useSession = (): Session => useQuery(sessionQuery).data ?? null

/** Is it not known who is logged in? A browser that had no session is a visitor's. */
export const useSessionUnknown = () => useQuery(sessionQuery).data === undefined && mayHaveSession()

type News = 'logged in' | 'logged out'
const channel = 'auth.loket'

// The channel on which this tab listens never hears what is said on it: only others do.
let listening: BroadcastChannel | undefined

/** Tells the other tabs of this browser what happened to the session. */
export function tellOtherTabs(news: News) {
  const tabs = listening ?? new BroadcastChannel(channel)
  tabs.postMessage(news)
  if (tabs !== listening) tabs.close()
}

/** Listens to what other tabs do with the session; gives the way to stop. */
export function onOtherTabs(listener: (news: News) => void) {
  const tabs = new BroadcastChannel(channel)
  tabs.onmessage = ({ data }) => listener(data)
  listening = tabs
  return () => {
    tabs.close()
    if (listening === tabs) listening = undefined
  }
}

/** Begins a session with the token of a login, here and in other tabs. */
export async function beginSession(client: QueryClient, token: AccessToken) {
  keepToken(token)
  tellOtherTabs('logged in')
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Reads the session again, as after a login in another tab or a change of the password. */
export async function renewSession(client: QueryClient) {
  dropToken()
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
}
