import {
  type AccessToken,
  ApiError,
  type Endpoint,
  fullPath,
  type Problem,
  type Purpose,
  purposeHeader,
  type Reply,
  type RequestInput,
  refreshSession,
  showEmployee,
} from '@rd4-loket/contract'
import { localStore } from '../kit/browser/storage.ts'
import { makeStore } from '../kit/browser/store.ts'
import { completeReply } from './complete-reply.ts'
import { loginRequest, requestLogin } from './login-request.ts'
import { hasExtraCalls } from './offered.tsx'
import { apiHost } from './page-settings.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** An endpoint that is `idempotent` acts once for each key, however often the call is repeated. */
  idempotency_key?: string
  /** The purpose for which residents' data is read, if the call reads any. */
  purpose?: Purpose | undefined
  /** The content type of the reply, if it is not JSON. */
  accept?: string
  /** Throws at once when the session has ended, instead of waiting for the employee to log in again. */
  withoutLogin?: boolean
}
type CallInput = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: object
}

const timeout = 30_000
const fileTimeout = 30 * 60_000
const renewBefore = 60_000
// The page warns two minutes before the end of the session. By then the real end is known, also after recent use.
const checkEndBefore = 150_000
// The maximum delay of `setTimeout`. A longer timer fires at once.
const maxTimer = 2 ** 31 - 1

export const unreachableText = 'Het loket is niet bereikbaar. Controleer uw verbinding en probeer het opnieuw.'
const timeoutText = 'Het loket doet er te lang over. Probeer het opnieuw.'
const unexpectedText = 'Er is iets misgegaan. Probeer het opnieuw.'

/** Whether the last call failed to reach the server. `follow-connection.ts` watches until the server responds again. */
export const connectionLost = makeStore(false)

/**
 * The end of the session at the last renewal, in ms since 1970. Use of the portal can move it, but a renewal cannot.
 * Undefined for a visitor or if unknown.
 */
export const sessionEnd = makeStore<number | undefined>(undefined)

// The token is only in memory, because other scripts and extensions can read the browser's storage.
let token: string | undefined
let renewalTimer: ReturnType<typeof setTimeout> | undefined
let renewal: Promise<void> | undefined

// A key in the browser's storage, present while a session may exist. Without it, the login page makes no call. The key
// gives no access. Its value records whether the server offers calls beyond the specification.
const sessionMark = 'auth.loket'
const marks = { extra: 'ja', specified: 'specification' }
hasExtraCalls.write(localStore.read(sessionMark) !== marks.specified)

/** Whether this browser may have a live session. */
export const mayHaveSession = () => token !== undefined || localStore.read(sessionMark) !== null

/** Stores the token of a login or a refresh, and renews it shortly before it expires. */
export function storeToken({ access_token, expires_in, session_expires_in = Number.POSITIVE_INFINITY }: AccessToken) {
  token = access_token
  localStore.write(sessionMark, hasExtraCalls.read() ? marks.extra : marks.specified)
  sessionEnd.write(Number.isFinite(session_expires_in) ? Date.now() + session_expires_in * 1000 : undefined)
  clearTimeout(renewalTimer)
  const wait = Math.min(expires_in * 1000 - renewBefore, session_expires_in * 1000 - checkEndBefore)
  // This also renews just after the session's end: the 401 of that renewal then ends the session on the page.
  const delay = Math.min(Math.max(wait, renewBefore / 2), session_expires_in * 1000 + 1000, maxTimer)
  renewalTimer = setTimeout(() => recoverSession().catch(() => {}), delay)
}

/** Discards the token, for example after a login in another tab. The next call fetches a new token. */
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
    const isOutage = hasStatus(error, ...noRenewal) && hasExtraCalls.read() && mayHaveSession()
    if (isOutage) throw new ApiError(502, unexpectedText)
    if (!hasStatus(error, 401, ...noRenewal)) throw error
    const mayRequestLogin = !withoutLogin && (token !== undefined || loginRequest.read() !== undefined)
    clearToken()
    if (!mayRequestLogin || !(await requestLogin('ended')))
      throw new ApiError(401, error.message, error.errors, error.request_id)
  }
}

/** Uses the session, so that its idle time starts again. Returns the new end, in ms since 1970. */
export async function extendSession() {
  await call(showEmployee, {})
  await renewToken()
  return sessionEnd.read() ?? Number.POSITIVE_INFINITY
}

// A server that implements only the specification may respond to a renewal with these statuses. Its session ends when
// the token expires. A server that offers more calls can renew tokens. Then these statuses come from a proxy.
const noRenewal = [404, 405]

const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** Runs a call with a live session. If the call returns 401, recovers the session and repeats the call once. */
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

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Starts a trace of one call, by which operators follow it to the database (W3C Trace Context). */
const newTraceparent = () => `00-${randomHex(16)}-${randomHex(8)}-01`

async function send(
  endpoint: Endpoint,
  parts: CallInput,
  { signal, idempotency_key, purpose, accept = 'application/json' }: CallOptions,
) {
  // The response to an earlier call can arrive after the loss. It does not prove that the connection is back.
  const wasLost = connectionLost.read()
  try {
    const response = await fetch(urlOf(endpoint, parts), {
      method: endpoint.method,
      headers: {
        accept,
        ...(parts.body === undefined
          ? {}
          : { 'content-type': endpoint.upload ? 'application/octet-stream' : 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        // A server on another origin may not allow these headers.
        ...(idempotency_key && hasExtraCalls.read() ? { 'idempotency-key': idempotency_key } : {}),
        ...(purpose && hasExtraCalls.read() ? { [purposeHeader]: purpose } : {}),
        ...(hasExtraCalls.read() ? { traceparent: newTraceparent() } : {}),
      },
      body: endpoint.upload ? (parts.body as BodyInit) : JSON.stringify(parts.body),
      credentials: 'include',
      signal: AbortSignal.any([
        AbortSignal.timeout(endpoint.file ? fileTimeout : timeout),
        ...(signal ? [signal] : []),
      ]),
    })
    if (wasLost) connectionLost.write(false)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new ApiError(0, timeoutText)
    connectionLost.write(true)
    throw new ApiError(0, unreachableText)
  }
}

/** Returns the error of a failed or unexpected response. Its body is a `Problem`, or anything that a proxy sent. */
function errorOf(response: Response, json: Partial<Problem> | null | undefined) {
  const { message, errors, request_id, second_factor, passkey_request } = json ?? {}
  // The specification defines no shape of field errors: another server may send one text instead of a list.
  const fieldErrors = Object.entries(errors ?? {}).map(([field, texts]) => [field, [texts].flat().map(String)])
  const status = response.ok ? 502 : response.status
  return new ApiError(status, message || unexpectedText, Object.fromEntries(fieldErrors), request_id, {
    second_factor,
    passkey_request,
  })
}

/** Whether a call succeeded without a reply, as a logout does. An HTML page is no success: it comes from a proxy. */
const hasNoReply = ({ data }: Endpoint, { headers }: Response) =>
  ['null', 'nullable'].includes(data.type) && !headers.get('content-type')?.startsWith('text/html')

async function callOnce<E extends Endpoint>(
  endpoint: E,
  parts: CallInput,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const response = await send(endpoint, parts, options)
  const json = await response.json().catch(() => undefined)
  const isRead = (json?.data ?? null) !== null || hasNoReply(endpoint, response)
  if (!response.ok || !isRead) throw errorOf(response, json)
  // A login or a renewal precedes every page, so `hasExtraCalls` is set before a page reads it.
  if (endpoint.access === 'everyone') hasExtraCalls.write(response.headers.has('api-version'))
  try {
    return completeReply(endpoint, json ?? {})
  } catch {
    // The reply does not have the shape in the specification. For example, a list is missing.
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

/** Makes a call whose reply is a file of this content type. Returns what `read` returns of the response. */
export const callForFile = <E extends Endpoint, T>(
  endpoint: E,
  sent: RequestInput<E>,
  options: CallOptions & { accept: string },
  read: (response: Response) => Promise<T>,
) =>
  inSession(async () => {
    const response = await send(endpoint, sent as CallInput, options)
    if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined))
    return read(response)
  }, options)

const headOf = (url: string, mode: RequestMode = 'same-origin') =>
  fetch(url, { method: 'HEAD', cache: 'no-store', mode }).catch(() => undefined)

/**
 * Whether the server of the API responds, with any status. The mode is `no-cors`, because a server on another origin
 * may allow CORS only for calls of the API.
 */
export const isServerReachable = async () => (await headOf(`${apiHost}/healthz`, 'no-cors')) !== undefined

/** The build of the portal that is served now; undefined when the server does not respond. */
export const fetchServedVersion = async () => (await headOf('/'))?.headers.get('portal-version') ?? undefined

/** Whether a reload of this page would succeed. */
export const canReloadPage = async () => (await headOf(location.href))?.ok ?? false
