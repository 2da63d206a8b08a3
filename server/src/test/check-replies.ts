import { isDeepStrictEqual } from 'node:util'
import { fullPath, Problem } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { apiDocument } from '../app/openapi.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { afterTestFile } from './after-test-file.ts'

const endpointOf = new Map(
  Object.entries(endpoints).map(([name, it]) => [`${it.method} ${fullPath(it)}`, { name, ...it }]),
)
type DocumentedCall = { responses: Record<string, { content?: Record<string, unknown> }> }
const paths: Record<string, Record<string, unknown>> = apiDocument(loadConfig({})).paths

/** Makes a test file fail in which the server sends a reply that the contract and the OpenAPI document do not state. */
export function checkReplies(app: FastifyInstance) {
  const found = new Set<string>()
  app.addHook('onSend', async ({ method, routeOptions }, reply, body) => {
    const type = String(reply.getHeader('content-type') ?? '').replace(/;.*/, '')
    for (const fault of replyFaults(`${method} ${routeOptions.url}`, { status: reply.statusCode, type, body }))
      found.add(fault)
  })
  afterTestFile(() => {
    if (found.size > 0) throw new Error(`These replies are not in the contract:\n${[...found].join('\n')}`)
  })
}

/**
 * Returns what is wrong with a reply to a call such as `GET /api/v1/counter/meta`: a status or a content type that the
 * OpenAPI document does not state, a value that the contract does not allow, or a field that it does not have.
 */
export function replyFaults(call: string, { status, type, body }: { status: number; type: string; body: unknown }) {
  const endpoint = endpointOf.get(call)
  if (!endpoint) return []
  const { name, method, path, unwrapped, redirects, data, meta } = endpoint
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as DocumentedCall | undefined
  const faults = (...texts: string[]) => texts.map((text) => `${name} ${status}: ${text}`)
  const documented = operation?.responses[status]
  if (!documented) return faults('undocumented status')
  if (status === 304 || redirects) return []
  if (!Object.keys(documented.content ?? {}).includes(type)) return faults(`undocumented content type ${type}`)
  if (status >= 400) return faults(...differences(Problem, JSON.parse(`${body}`)))
  if (endpoint.type || endpoint.file || endpoint.download) return []
  const reply = unwrapped ? data : z.strictObject({ data, ...(meta && { meta }) })
  return faults(...differences(reply, JSON.parse(`${body}`)))
}

/** Returns invalid values, and the fields that parsing removes because the schema does not have them. */
function differences(schema: z.ZodMiniType, sent: unknown) {
  const { data, error } = z.safeParse(schema, sent)
  if (error) return error.issues.map(({ code, path }) => `${code} at '${path.join('.')}'`)
  return isDeepStrictEqual(data, sent) ? [] : [`other fields: ${fieldsBeside(data, sent).join(', ')}`]
}

/** Returns the paths of the fields that differ between two values. */
function fieldsBeside(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other ? [] : [path]
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].flatMap((key) =>
    fieldsBeside(first[key], second[key], path ? `${path}.${key}` : key),
  )
}
