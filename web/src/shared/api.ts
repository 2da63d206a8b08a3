import {
  type AccessToken,
  ApiError,
  type Endpoint,
  fullPath,
  type Problem,
  type Reply,
  refreshSession,
  type Sent,
} from '@rd4-loket/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { localStore } from './local-store.ts'
import { apiHost } from './page-settings.ts'

type CallOptions = {
  signal?: AbortSignal
  /** Names what the user wants to happen once: an endpoint that is `idempotent` does it once for each key. */
  idempotency_key?: string
}
type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }

const patience = 30_000
const renewBefore = 60_000

/** What an employee reads when nothing answers. */
export const unreachable = 'Het loket is niet bereikbaar. Controleer uw verbinding en probeer het opnieuw.'
const unexpected = 'Er is iets misgegaan. Probeer het opnieuw.'

// Only here, in memory: what stands in the browser's storage can be read by other scripts and extensions.
let token: string | undefined
let renewal: ReturnType<typeof setTimeout> | undefined
let renewing: Promise<void> | undefined
let whenEnded = () => {}

// Says that a session may be alive, so that a visitor's login page asks the server nothing. It opens nothing by itself.
const traceOfSession = 'auth.loket'

/** May this browser have a session to go on with? */
export const mayHaveSession = () => token !== undefined || localStore.read(traceOfSession) !== null

/** Goes on with the token of a login or a refresh, and renews it shortly before it ends. */
export function keepToken({ access_token, expires_in }: AccessToken) {
  token = access_token
  localStore.write(traceOfSession, 'ja')
  clearTimeout(renewal)
  renewal = setTimeout(() => renew().catch(() => {}), Math.max(expires_in * 1000 - renewBefore, renewBefore / 2))
}

/** Forgets the token, as after a logout; the cookie is the server's to end. */
export function forgetToken() {
  token = undefined
  clearTimeout(renewal)
  localStore.remove(traceOfSession)
}

/** Drops the token and asks for another with the next call: another tab logged somebody in. */
export function dropToken() {
  token = undefined
  clearTimeout(renewal)
}

/** Whom to tell that a session that was alive has ended. */
export function onSessionEnd(listener: () => void) {
  whenEnded = listener
}

// The cookie is replaced at every renewal, so tabs take turns, and within a tab all calls wait for the same one.
function renew() {
  renewing ??= takeTurns(async () => keepToken(await answerOf(refreshSession, {}))).finally(() => {
    renewing = undefined
  })
  return renewing.catch((error) => {
    if (error instanceof ApiError && error.status === 401) {
      const wasAlive = token !== undefined
      forgetToken()
      if (wasAlive) whenEnded()
    }
    throw error
  })
}

const takeTurns = (task: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('auth.loket', task) : task()

function address(endpoint: Endpoint, { params = {}, query = {} }: Parts) {
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
  return `${apiHost}${path}${search && `?${search}`}`
}

async function send(endpoint: Endpoint, parts: Parts, { signal, idempotency_key }: CallOptions) {
  try {
    return await fetch(address(endpoint, parts), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token && endpoint.access !== 'everyone' ? { authorization: `Bearer ${token}` } : {}),
        ...(idempotency_key ? { 'idempotency-key': idempotency_key } : {}),
      },
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      credentials: 'include',
      signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, unreachable)
  }
}

/** Would the browser find this page again, were it to load it now? */
export const canLoadAgain = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

async function answerOf<E extends Endpoint>(endpoint: E, parts: Parts, options: CallOptions = {}): Promise<Reply<E>> {
  const response = await send(endpoint, parts, options)
  const json = await response.json().catch(() => undefined)
  if (!response.ok || json === undefined) {
    // A proxy in between answers in its own words, or in none.
    const { message = unexpected, errors = {}, request_id }: Partial<Problem> = json ?? {}
    throw new ApiError(response.ok ? 502 : response.status, message, errors, request_id)
  }
  return endpoint.meta ? json : json.data
}

/** Makes a call of the contract. A failure is always an ApiError, whose message is Dutch and for the user. */
export async function call<E extends Endpoint>(endpoint: E, sent: Sent<E>, options?: CallOptions): Promise<Reply<E>> {
  const parts = sent as Parts
  if (endpoint.access === 'everyone') return answerOf(endpoint, parts, options)
  if (!token) await renew()
  const used = token
  try {
    return await answerOf(endpoint, parts, options)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    // While this call was on its way, another may already have renewed the token.
    if (token === used) await renew()
    return answerOf(endpoint, parts, options)
  }
}

const key = (endpoint: Endpoint, sent: object) => [endpoint.method, endpoint.path, sent]

/** A call as a query of the cache. The page's spinner turns while it loads. */
export const query = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  queryOptions<Reply<E>, Error>({
    queryKey: key(endpoint, sent),
    queryFn: ({ signal }) => call(endpoint, sent, { signal }),
    meta: { spinner: true },
  })

/** A call made while somebody types: the next key cancels it, no spinner turns, and what was typed is not kept. */
export const typing = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  queryOptions<Reply<E>, Error>({ ...query(endpoint, sent), meta: {}, gcTime: 0 })

type Listing = Endpoint & { meta: NonNullable<Endpoint['meta']> }

/** A list as a query of the cache, page after page. It shows its own waiting state; the page's spinner stays off. */
export const pages = <E extends Listing>(endpoint: E, sent: Sent<E>) => {
  // A search takes its cursor beside the criteria, a list beside what stands in its address.
  const part = endpoint.body ? 'body' : 'query'
  const from = (cursor: string | null) => ({ ...sent, [part]: { ...(sent as Parts)[part], cursor } }) as Sent<E>
  return infiniteQueryOptions({
    queryKey: key(endpoint, sent),
    queryFn: ({ signal, pageParam }): Promise<Reply<E>> => call(endpoint, from(pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { meta: { next: string | null } }).meta.next,
  })
}
