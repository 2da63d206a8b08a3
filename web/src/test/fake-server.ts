import { ApiError, type Endpoint, listFileTypes, parseInput, purposeHeader, type Reply } from '@rd4-loket/contract'
import { fakeReply, findEndpoint, problemOf } from '@rd4-loket/contract/fake-backend'
import { vi } from 'vitest'

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

/** The header with the file name, which is the same for every document. */
const nameHeader = `attachment; filename="aanslag.pdf"; filename*=UTF-8''aanslag%202025.pdf`

const kindSent = ({ accept }: Arrived) =>
  Object.values(listFileTypes).find((type) => type === accept) ?? listFileTypes.csv

/** Throws when the real server would refuse the input of a call. */
function requireAccepted(endpoint: Endpoint, arrived: Arrived) {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    const { errors } = schema ? parseInput(schema, arrived[part]) : {}
    if (errors) throw new Error(`${endpoint.method} ${endpoint.path} got a wrong ${part}: ${JSON.stringify(errors)}`)
  }
}

/**
 * Replaces the server while a screen is tested. Each call gets the reply of its example, until the test sets another.
 * The contract's schemas parse every input and every reply. So an input that the real server would refuse, or a reply
 * that it could not send, fails the test.
 */
export function fakeServer() {
  const answers = new Map<Endpoint, FakeReply>()
  let portal: 'away' | { version: string } = { version: 'first' }
  let hasExtraCalls = true
  const arrivals: { endpoint: Endpoint; arrived: Arrived }[] = []

  const reply = async (endpoint: Endpoint, arrived: Arrived) => {
    const answer = answers.get(endpoint) ?? (({ params, query, body }) => fakeReply(endpoint, { params, query, body }))
    const result = await answer(arrived)
    requireAccepted(endpoint, arrived)
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
    const found = findEndpoint(init.method ?? '', url.pathname)
    if (!found) throw new Error(`The contract has no ${init.method} ${url.pathname}`)
    const arrived: Arrived = {
      params: found.params,
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
      if (error instanceof ApiError && error.status > 0)
        return Response.json(problemOf(error), { status: error.status })
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
