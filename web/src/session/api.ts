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
  type RequestInput,
  refreshSession,
} from '@rd4-loket/contract'
import { localStore } from '../kit/browser/storage.ts'
import { makeStore } from '../kit/browser/store.ts'
import { completeReply } from './complete-reply.ts'
import { hasExtraCalls } from './extra-calls.tsx'
import { loginRequest, requestLogin } from './login-request.ts'
import { apiHost } from './page-settings.ts'
import { receiveFile } from './received-file.ts'

type CallOptions = {
  signal?: AbortSignal
  /** An endpoint that is `idempotent` acts once for each key, however often the call is repeated. */
  idempotency_key?: string
  /** The purpose for which residents' data is read, if the call reads any. */
  purpose?: Purpose
  /** The content type of the reply, if it is not JSON. */
  accept?: string
  /** Throws at once when the session has ended, instead of waiting for the employee to log in again. */
  withoutLogin?: boolean
}
type CallInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }

const timeout = 30_000
const fileTimeout = 30 * 60_000
const renewBefore = 60_000
// A longer timer runs out at once.
const maxTimer = 2 ** 31 - 1

export const unreachableText = 'Het loket is niet bereikbaar. Controleer uw verbinding en probeer het opnieuw.'
const timeoutText = 'Het loket doet er te lang over. Probeer het opnieuw.'
const unexpectedText = 'Er is iets misgegaan. Probeer het opnieuw.'

/** Whether the last call failed to reach the server. `follow-connection.ts` watches until the server responds again. */
export const connectionLost = makeStore(false)

/** The time at which the session ends, in ms, however often it is renewed. Undefined for a visitor or if unknown. */
export const sessionEnd = makeStore<number | undefined>(undefined)

// In memory only: other scripts and extensions can read the browser's storage.
let token: string | undefined
let renewalTimer: ReturnType<typeof setTimeout> | undefined
let renewal: Promise<void> | undefined

// Marks in storage that a session may exist, so that a visitor's login page makes no call. The mark gives no access.
const sessionMark = 'auth.loket'

/** Whether this browser may have a live session. */
export const mayHaveSession = () => token !== undefined || localStore.read(sessionMark) !== null

/** Uses the token of a login or a refresh, and renews it shortly before it expires. */
export function storeToken({ access_token, expires_in, session_expires_in = Number.POSITIVE_INFINITY }: AccessToken) {
  token = access_token
  localStore.write(sessionMark, 'ja')
  sessionEnd.write(Number.isFinite(session_expires_in) ? Date.now() + session_expires_in * 1000 : undefined)
  clearTimeout(renewalTimer)
  // A session that has run out is renewed as well: the 401 ends it on the page.
  const wait = Math.min(expires_in * 1000 - renewBefore, session_expires_in * 1000 + 1000)
  const delay = Math.min(Math.max(wait, renewBefore / 2), maxTimer)
  renewalTimer = setTimeout(() => recoverSession().catch(() => {}), delay)
}

/** Discards the token: the next call fetches another one, as after a login in another tab. */
export function discardToken() {
  token = undefined
  clearTimeout(renewalTimer)
}

/** Discards the token and every sign of a session. Only the server can end the session's cookie. */
export function clearToken() {
  discardToken()
  sessionEnd.write(undefined)
  localStore.remove(sessionMark)
}

const withLock = (task: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('auth.loket', task) : task()

// Each renewal replaces the cookie. So tabs renew one after another, and all calls of a tab await one renewal.
function renewToken() {
  renewal ??= withLock(async () => storeToken(await callOnce(refreshSession, {}))).finally(() => {
    renewal = undefined
  })
  return renewal
}

/**
 * Renews the token. When the session has ended, opens a login request and waits for the employee to log in.
 * Throws the 401 when there was no session, or when the employee did not log in.
 */
async function recoverSession({ withoutLogin = false }: CallOptions = {}) {
  try {
    await renewToken()
  } catch (error) {
    if (!hasStatus(error, 401, ...noRenewal)) throw error
    const mayRequestLogin = !withoutLogin && (token !== undefined || loginRequest.read() !== undefined)
    clearToken()
    if (!mayRequestLogin || !(await requestLogin('ended')))
      throw new ApiError(401, error.message, error.errors, error.request_id)
  }
}

// A server without a renewal of tokens. There a session ends with its token.
const noRenewal = [404, 405]

const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** Runs a call with a live session. When the session ended in flight, recovers it and runs the call once more. */
async function inSession<T>(run: () => Promise<T>, options: CallOptions): Promise<T> {
  if (!token) await recoverSession(options)
  const usedToken = token
  try {
    return await run()
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
    // Another call may have renewed the token in the meantime.
    if (token === usedToken) await recoverSession(options)
    return run()
  }
}

function urlOf(endpoint: Endpoint, { params = {}, query = {} }: CallInput) {
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const givenValues = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(givenValues.map(([name, value]) => [name, String(value)])).toString()
  return `${apiHost}${path}${search && `?${search}`}`
}

async function send(
  endpoint: Endpoint,
  parts: CallInput,
  { signal, idempotency_key, purpose, accept = 'application/json' }: CallOptions,
) {
  try {
    const response = await fetch(urlOf(endpoint, parts), {
      method: endpoint.method,
      headers: {
        accept,
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        // Another server on another origin may not allow these.
        ...(idempotency_key && hasExtraCalls.read() ? { 'idempotency-key': idempotency_key } : {}),
        ...(purpose && hasExtraCalls.read() ? { [purposeHeader]: purpose } : {}),
      },
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      credentials: 'include',
      signal: AbortSignal.any([
        AbortSignal.timeout(endpoint.file ? fileTimeout : timeout),
        ...(signal ? [signal] : []),
      ]),
    })
    connectionLost.write(false)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new ApiError(0, timeoutText)
    connectionLost.write(true)
    throw new ApiError(0, unreachableText)
  }
}

/** The error of a response that is not a reply of the contract. A proxy in between has its own body, or none. */
function errorOf(response: Response, json: Partial<Problem> | null | undefined) {
  const { message, errors, request_id } = json ?? {}
  // The specification names no shape: another server may send one text for a field.
  const fieldErrors = Object.entries(errors ?? {}).map(([field, texts]) => [field, [texts].flat().map(String)])
  const status = response.ok ? 502 : response.status
  return new ApiError(status, message || unexpectedText, Object.fromEntries(fieldErrors), request_id)
}

/** Whether a call has succeeded without a reply, as a logout has. A page is not the API's: it comes from a proxy. */
const hasNoReply = ({ data }: Endpoint, { headers }: Response) =>
  data.type === 'null' && !headers.get('content-type')?.startsWith('text/html')

async function callOnce<E extends Endpoint>(
  endpoint: E,
  parts: CallInput,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const response = await send(endpoint, parts, options)
  const json = await response.json().catch(() => undefined)
  const isRead = (json?.data ?? null) !== null || hasNoReply(endpoint, response)
  if (!response.ok || !isRead) throw errorOf(response, json)
  // Known from the login or the renewal, before any page needs it.
  if (endpoint.access === 'everyone') hasExtraCalls.write(response.headers.has('api-version'))
  try {
    return completeReply(endpoint, json ?? {})
  } catch {
    // The reply has another shape than the specification names, such as no list.
    throw errorOf(response, {})
  }
}

/** Makes a call of the contract. Always throws an ApiError, with a Dutch message for the user. */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: RequestInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const run = () => callOnce(endpoint, sent as CallInput, options)
  return endpoint.access === 'everyone' ? run() : inSession(run, options)
}

/** Returns a whole list as a file, with its number of rows. A server of an earlier release only sends CSV. */
export const download = <E extends Endpoint & { file: string }>(
  endpoint: E,
  sent: RequestInput<E>,
  { kind, ...options }: { kind: ListFileKind } & CallOptions,
) =>
  inSession(async () => {
    const response = await send(endpoint, sent as CallInput, { ...options, accept: listFileTypes[kind] })
    if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined))
    return receiveFile(response, options)
  }, options)

const headOf = (url: string, mode: RequestMode = 'same-origin') =>
  fetch(url, { method: 'HEAD', cache: 'no-store', mode }).catch(() => undefined)

/** Whether the server of the API responds at all, also on another origin that allows only calls of the API. */
export const isServerReachable = async () => (await headOf(`${apiHost}/healthz`, 'no-cors')) !== undefined

/** The build of the portal that is served now; undefined when the server does not respond. */
export const fetchServedVersion = async () => (await headOf('/'))?.headers.get('portal-version') ?? undefined

/** Whether a reload of this page would succeed. */
export const canReloadPage = async () => (await headOf(location.href))?.ok ?? false
