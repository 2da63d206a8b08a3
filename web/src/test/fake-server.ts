import {
  ApiError,
  addOpenedPlace,
  type Endpoint,
  fullPath,
  listAddressClearances,
  listAddressHandovers,
  listAlternativeSystems,
  listCollectionOutcomes,
  listEmployeeSessions,
  listFileTypes,
  listHandovers,
  listMalfunctions,
  listMunicipalCollections,
  listNearbySystems,
  listNotices,
  listObjections,
  listOpenedPlaces,
  listOwnSessions,
  listPassHandovers,
  listPassSystems,
  listPickupAppointments,
  listSecondFactors,
  listSystemMalfunctions,
  listUndoable,
  purposeHeader,
  type Reply,
  showAdministrationWork,
  showBill,
  showCalendar,
  showPickupCapacity,
  showWork,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { vi } from 'vitest'
import { makeBill, makeCalendarMeta } from './make.ts'

/** The input of a call that arrived. */
export type Arrived = {
  params: Record<string, string>
  query: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the type of the body differs per test.
  body: any
  authorization: string | null
  idempotency_key: string | null
  accept: string | null
  purpose: string | null
  /** The signal by which the client aborts the call. */
  signal: AbortSignal | null
}
type FakeReply = (arrived: Arrived) => unknown

const pattern = (endpoint: Endpoint) =>
  new RegExp(`^${fullPath(endpoint).replace(/:(\w+)/g, (_, name) => `(?<${name}>[^/]+)`)}$`)

/** The header with the file name, which is the same for every document. */
const nameHeader = `attachment; filename="aanslag.pdf"; filename*=UTF-8''aanslag%202025.pdf`

const kindSent = ({ accept }: Arrived) =>
  Object.values(listFileTypes).find((type) => type === accept) ?? listFileTypes.csv

/** Literal paths come before paths with a parameter, as on the server. */
const known = Object.values(endpoints)
  .sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map((endpoint) => ({ endpoint, path: pattern(endpoint) }))

const problem = ({ status, message, errors, factor_request }: ApiError) => ({
  type: 'about:blank',
  title: message,
  status,
  detail: message,
  message,
  errors,
  request_id: 'test',
  ...factor_request,
})

/**
 * Replaces the server while a screen is tested.
 * Every reply is parsed by the contract's schema, so a reply that the real server could not send fails the test.
 */
export function fakeServer() {
  // Default replies of the calls that most pages make. A test can set another reply.
  const answers = new Map<Endpoint, FakeReply>([
    [listNotices, () => []],
    [listOpenedPlaces, () => []],
    [listSecondFactors, () => ({ factors: [], recovery_codes_left: 0, passkey_host: 'localhost' })],
    [addOpenedPlace, () => null],
    [listObjections, () => ({ data: [], meta: { total: 0 } })],
    [listHandovers, () => ({ data: [], meta: { total: 0 } })],
    [listAddressHandovers, () => []],
    [listPassHandovers, () => ({ data: [], meta: { resident_id: 1, assessed_year: null } })],
    [listMalfunctions, () => ({ data: [], meta: { total: 0 } })],
    [showWork, () => ({ data: { pickups: [], full_containers: [] }, meta: { full_containers: 0 } })],
    [showAdministrationWork, () => ({ expired_invitations: [], unreviewed_months: [] })],
    [listSystemMalfunctions, () => []],
    [listNearbySystems, () => []],
    [listUndoable, () => []],
    [listOwnSessions, () => []],
    [listEmployeeSessions, () => []],
    [listPassSystems, () => []],
    [listAlternativeSystems, () => []],
    [listMunicipalCollections, () => []],
    [listPickupAppointments, () => ({ data: [], meta: { retired: false, today: '2026-11-22', days: [] } })],
    [showPickupCapacity, () => ({ volume_litres: 12_000, changed: null })],
    [showBill, () => makeBill()],
    [listCollectionOutcomes, () => []],
    [listAddressClearances, () => ({ data: [], meta: { years: [], updated_until: null } })],
    [showCalendar, () => ({ data: [], meta: makeCalendarMeta() })],
  ])
  let portal: 'away' | { version: string } = { version: 'first' }
  let hasExtraCalls = true
  const arrivals: { endpoint: Endpoint; arrived: Arrived }[] = []

  const reply = async (endpoint: Endpoint, arrived: Arrived) => {
    const answer = answers.get(endpoint)
    if (!answer) throw new Error(`The test has no answer for ${endpoint.method} ${endpoint.path}`)
    const result = await answer(arrived)
    if (result instanceof Response) return result
    if (endpoint.download) return new Response(result as BodyInit, { headers: { 'content-disposition': nameHeader } })
    if (endpoint.file) return new Response(result as BodyInit, { headers: { 'content-type': kindSent(arrived) } })
    const init: ResponseInit = hasExtraCalls ? { headers: { 'api-version': '1.0.0' } } : {}
    if (!endpoint.meta) return Response.json({ data: endpoint.data.parse(result) }, init)
    const { data, meta } = result as { data: unknown; meta: unknown }
    return Response.json({ data: endpoint.data.parse(data), meta: endpoint.meta.parse(meta) }, init)
  }

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, location.origin)
    if (portal === 'away') throw new TypeError('Failed to fetch')
    if (init.method === 'HEAD') return new Response(null, { headers: { 'portal-version': portal.version } })
    const found = known.find(({ endpoint, path }) => endpoint.method === init.method && path.test(url.pathname))
    if (!found) throw new Error(`The contract has no ${init.method} ${url.pathname}`)
    const arrived: Arrived = {
      params: { ...found.path.exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: ArrayBuffer.isView(init.body) ? init.body : init.body ? JSON.parse(String(init.body)) : undefined,
      authorization: new Headers(init.headers).get('authorization'),
      idempotency_key: new Headers(init.headers).get('idempotency-key'),
      accept: new Headers(init.headers).get('accept'),
      purpose: new Headers(init.headers).get(purposeHeader),
      signal: init.signal ?? null,
    }
    arrivals.push({ endpoint: found.endpoint, arrived })
    try {
      return await reply(found.endpoint, arrived)
    } catch (error) {
      if (error instanceof ApiError && error.status > 0) return Response.json(problem(error), { status: error.status })
      throw error
    }
  })

  return {
    /** Sets the reply of a call. */
    answer<E extends Endpoint>(endpoint: E, answer: (arrived: Arrived) => Reply<E> | Promise<Reply<E>>) {
      answers.set(endpoint, answer)
    },
    /** Makes a call fail. Status 0 is an unreachable server. */
    fail(endpoint: Endpoint, status: number, message = '', errors: Record<string, string[]> = {}) {
      answers.set(endpoint, () => {
        throw status === 0 ? new TypeError('Failed to fetch') : new ApiError(status, message, errors)
      })
    },
    /** Makes the server unreachable, or sets the version of the page that it serves. */
    serve(served: typeof portal) {
      portal = served
    },
    /** Replaces the server by a server that implements only the specification. */
    removeExtraCalls() {
      hasExtraCalls = false
    },
    /** The inputs of all calls to an endpoint, oldest first. */
    arrived: (endpoint: Endpoint) => arrivals.filter((it) => it.endpoint === endpoint).map(({ arrived }) => arrived),
  }
}
