import {
  type AccessToken,
  ApiError,
  type Endpoint,
  fullPath,
  type ListFileKind,
  listFileTypes,
  type Problem,
  type Purpose,
  purposeHeader,
  type Reply,
  refreshSession,
  type Sent,
} from '@rd4-loket/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { localStore } from '../kit/browser/local-store.ts'
import { makeStore } from '../kit/browser/store.ts'
import { connectionLost } from './connection.ts'
import { apiHost } from './page-settings.ts'
import { receiveFile } from './received-file.ts'

type CallOptions = {
  signal?: AbortSignal
  /** Names what the user wants to happen once: an endpoint that is `idempotent` does it once for each key. */
  idempotency_key?: string
  /** For what residents' data is looked at, where the call does that. */
  purpose?: Purpose
  /** The type in which the answer comes, where it is not JSON. */
  accept?: string
  /** Fails at once when the session has ended: nobody is asked to log in again. */
  impatient?: boolean
}
type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }

const patience = 30_000
const patienceForFile = 30 * 60_000
const renewBefore = 60_000

/** What an employee reads when nothing answers. */
export const unreachable = 'Het loket is niet bereikbaar. Controleer uw verbinding en probeer het opnieuw.'
const tooSlow = 'Het loket doet er te lang over. Probeer het opnieuw.'
const unexpected = 'Er is iets misgegaan. Probeer het opnieuw.'

// Only here, in memory: what stands in the browser's storage can be read by other scripts and extensions.
let token: string | undefined
let renewal: ReturnType<typeof setTimeout> | undefined
let renewing: Promise<void> | undefined
let whenEnded: (wasAlive: boolean) => Promise<boolean> = async () => false

// Says that a session may be alive, so that a visitor's login page asks the server nothing. It opens nothing by itself.
const traceOfSession = 'auth.loket'

/** May this browser have a session to go on with? */
export const mayHaveSession = () => token !== undefined || localStore.read(traceOfSession) !== null

/** When the session ends, however often it is renewed; undefined for a visitor, or where the server does not say. */
export const sessionEnd = makeStore<number | undefined>(undefined)

/** Goes on with the token of a login or a refresh, and renews it shortly before it ends. */
export function keepToken({ access_token, expires_in, session_expires_in = Number.POSITIVE_INFINITY }: AccessToken) {
  token = access_token
  localStore.write(traceOfSession, 'ja')
  sessionEnd.write(Number.isFinite(session_expires_in) ? Date.now() + session_expires_in * 1000 : undefined)
  clearTimeout(renewal)
  // A session that has run out is asked for as well: that is how the page learns that it is over.
  const wait = Math.min(expires_in * 1000 - renewBefore, session_expires_in * 1000 + 1000)
  renewal = setTimeout(() => goOn().catch(() => {}), Math.max(wait, renewBefore / 2))
}

/** Forgets the token, as after a logout; the cookie is the server's to end. */
export function forgetToken() {
  dropToken()
  sessionEnd.write(undefined)
  localStore.remove(traceOfSession)
}

/** Drops the token and asks for another with the next call: another tab logged somebody in. */
export function dropToken() {
  token = undefined
  clearTimeout(renewal)
}

/** Whom to tell that there is no session, and whether it was alive; who answers true has begun another for the same employee. */
export function onSessionEnd(listener: typeof whenEnded) {
  whenEnded = listener
}

// The cookie is replaced at every renewal, so tabs take turns, and within a tab all calls wait for the same one.
function renew() {
  renewing ??= takeTurns(async () => keepToken(await answerOf(refreshSession, {}))).finally(() => {
    renewing = undefined
  })
  return renewing
}

/** Goes on with another token, or else with the session of an employee who logged in again. */
async function goOn({ impatient = false }: CallOptions = {}) {
  try {
    await renew()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    const wasAlive = token !== undefined
    forgetToken()
    if (impatient || !(await whenEnded(wasAlive))) throw error
  }
}

const takeTurns = (task: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('auth.loket', task) : task()

function address(endpoint: Endpoint, { params = {}, query = {} }: Parts) {
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
  return `${apiHost}${path}${search && `?${search}`}`
}

async function send(
  endpoint: Endpoint,
  parts: Parts,
  { signal, idempotency_key, purpose, accept = 'application/json' }: CallOptions,
) {
  try {
    const response = await fetch(address(endpoint, parts), {
      method: endpoint.method,
      headers: {
        accept,
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token && endpoint.access !== 'everyone' ? { authorization: `Bearer ${token}` } : {}),
        ...(idempotency_key ? { 'idempotency-key': idempotency_key } : {}),
        ...(purpose ? { [purposeHeader]: purpose } : {}),
      },
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      credentials: 'include',
      signal: AbortSignal.any([
        AbortSignal.timeout(endpoint.file ? patienceForFile : patience),
        ...(signal ? [signal] : []),
      ]),
    })
    connectionLost.write(false)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new ApiError(0, tooSlow)
    connectionLost.write(true)
    throw new ApiError(0, unreachable)
  }
}

const headOnly = { method: 'HEAD', cache: 'no-store' } as const

/** Does the server that answers the calls answer anything? */
export const isServerThere = () =>
  fetch(`${apiHost}/healthz`, headOnly).then(
    () => true,
    () => false,
  )

/** Which build of the portal is served now; undefined when nobody says. */
export const servedVersion = () =>
  fetch('/', headOnly).then(
    ({ headers }) => headers.get('portal-version') ?? undefined,
    () => undefined,
  )

/** Would the browser find this page again, were it to load it now? */
export const canLoadAgain = () =>
  fetch(location.href, headOnly).then(
    ({ ok }) => ok,
    () => false,
  )

async function answerOf<E extends Endpoint>(endpoint: E, parts: Parts, options: CallOptions = {}): Promise<Reply<E>> {
  const response = await send(endpoint, parts, options)
  const json = await response.json().catch(() => undefined)
  if (!response.ok || json === undefined || json === null) throw failureOf(response, json)
  return endpoint.meta ? json : json.data
}

/** What a refusal says; a proxy in between answers in its own words, or in none. */
function failureOf(response: Response, json: Partial<Problem> | null | undefined) {
  const { message, errors, request_id } = json ?? {}
  return new ApiError(response.ok ? 502 : response.status, message || unexpected, errors ?? {}, request_id)
}

/** Makes a call of the contract. A failure is always an ApiError, whose message is Dutch and for the user. */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const ask = () => answerOf(endpoint, sent as Parts, options)
  return endpoint.access === 'everyone' ? ask() : inSession(ask, options)
}

/** Asks in a session that lives: before and, where it ended on the way, once more after it was renewed. */
async function inSession<Answer>(ask: () => Promise<Answer>, options: CallOptions): Promise<Answer> {
  if (!token) await goOn(options)
  const used = token
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    // While this call was on its way, another may already have renewed the token.
    if (token === used) await goOn(options)
    return ask()
  }
}

/**
 * A whole list as a file, with how many rows it holds. It is there when the last row is: a part of it fails like any call. A
 * server of an earlier release gives no other kind than CSV.
 */
export const download = <E extends Endpoint & { file: string }>(
  endpoint: E,
  sent: Sent<E>,
  { kind, ...options }: { kind: ListFileKind } & CallOptions,
) =>
  inSession(async () => {
    const response = await send(endpoint, sent as Parts, { ...options, accept: listFileTypes[kind] })
    if (!response.ok) throw failureOf(response, await response.json().catch(() => undefined))
    return receiveFile(response, options)
  }, options)

const key = (endpoint: Endpoint, sent: object) => [endpoint.method, endpoint.path, sent]

/** A call as a query of the cache. The page's spinner turns while it loads. */
export const query = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  queryOptions<Reply<E>, Error>({
    queryKey: key(endpoint, sent),
    queryFn: ({ signal }) => call(endpoint, sent, { signal }),
    meta: { spinner: true },
  })

/** A call made before anybody asked for its answer: no spinner turns. */
export const ahead = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  queryOptions<Reply<E>, Error>({ ...query(endpoint, sent), meta: {} })

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
