import { type Endpoint, fullPath } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { ApiError, type Problem } from './errors.ts'
import { exampleKeys, exampleReply, exampleRequest } from './examples.ts'

/** The input of a call, as it arrived. */
type FakeInput = Partial<Record<'params' | 'query' | 'body', unknown>>

/** Literal paths come before paths with a parameter, as on the server. */
const calls = Object.entries(endpoints)
  .sort(([, a], [, b]) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map(([name, endpoint]) => {
    const path = fullPath(endpoint).replace(/:(\w+)/g, (_, parameter) => `(?<${parameter}>[^/]+)`)
    return { name, endpoint, path: new RegExp(`^${path}$`) }
  })

/** Returns the endpoint of a call with the parameters in its path, or undefined if the contract has no such call. */
export function findEndpoint(method: string, path: string) {
  for (const it of calls) {
    const match = it.endpoint.method === method ? it.path.exec(path) : null
    if (match) return { endpoint: it.endpoint, params: { ...match.groups } as Record<string, string> }
  }
  return undefined
}

/**
 * A text in the data that makes one call fail: at the address `fail-showBill-503`, the call `showBill` fails with 503.
 * Dashes and case do not matter, so the text can be a pass number: `FAILISSUEROLLS503`.
 */
const sentinel = /fail-?([a-z]+)-?(\d{3})/i

/** Throws the failure that the sentinel in a text asks for from this endpoint, or an error for an unknown endpoint. */
function throwIfAsked(endpoint: Endpoint, text: string) {
  const [found, name = '', status] = sentinel.exec(text) ?? []
  if (!found) return
  const asked = calls.find((it) => it.name.toLowerCase() === name.toLowerCase())
  if (!asked) throw new Error(`${found} names no endpoint of the contract`)
  if (asked.endpoint === endpoint) throw new ApiError(Number(status), 'Dit onderdeel is even niet bereikbaar.')
}

/** The keys that a reply repeats from its request. */
const repeated: unknown[] = [
  exampleKeys.alias,
  exampleKeys.system_alias,
  exampleKeys.pass_number,
  exampleKeys.contact_id,
]

/**
 * Returns the reply of the example of an endpoint, about the address, the collection system or the pass that the input
 * names. Throws an ApiError if the input asks for a failure of this endpoint.
 */
export function fakeReply(endpoint: Endpoint, sent: FakeInput): unknown {
  throwIfAsked(endpoint, JSON.stringify(sent))
  const keysIn = ({ params, body }: FakeInput): Record<string, unknown> => Object.assign({}, params, body)
  const given = keysIn(sent)
  let reply = JSON.stringify(exampleReply(endpoint))
  for (const [name, key] of Object.entries(keysIn(exampleRequest(endpoint, exampleKeys))))
    if (repeated.includes(key) && typeof given[name] === 'string')
      reply = reply.replaceAll(JSON.stringify(key), JSON.stringify(given[name]))
  return JSON.parse(reply)
}

/** Returns the body of a failed call, as the server sends it. */
export const problemOf = ({ status, message, errors, factor_request }: ApiError): Problem => ({
  type: 'about:blank',
  title: message,
  status,
  detail: message,
  message,
  errors,
  request_id: '018f7b5e-0000-7000-8000-000000000000',
  ...factor_request,
})

/** Returns the response to a call whose data contains a sentinel, or undefined for all other calls. */
export function replyToSentinel({ method, path, query, body }: Record<'method' | 'path' | 'query' | 'body', string>) {
  if (!sentinel.test(`${path} ${query} ${body}`)) return undefined
  const found = findEndpoint(method, path)
  if (!found) return undefined
  const headers = { 'api-version': '1.0.0' }
  try {
    const reply = fakeReply(found.endpoint, { params: found.params, query: { query }, body: body && JSON.parse(body) })
    return { headers, status: found.endpoint.status ?? 200, json: found.endpoint.meta ? reply : { data: reply } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { headers, status: error.status, json: problemOf(error) }
  }
}
