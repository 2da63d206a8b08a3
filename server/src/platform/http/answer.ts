// Reasons: docs/http.md

import { createHash } from 'node:crypto'
import {
  ApiError,
  type Endpoint,
  fullPath,
  isBsgwEmployee,
  mayUse,
  type ParsedInput,
  type PersonalData,
  parseInput,
  type Reply,
  type RequiredAction,
} from '@rd4-loket/contract/general'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/db.ts'
import { requestLimits, uploadLimits } from '../runtime/limits.ts'
import type { Actor, Api, Caller, LoggedAccess, SessionEmployee } from './api.ts'
import { type Download, sendDownload } from './downloads.ts'
import { invalidInput } from './errors.ts'
import { inTime } from './time-limit.ts'

/**
 * The arguments of a handler: the validated input, the employee if the endpoint requires a login, and the logged access
 * if the endpoint has `personal`.
 */
export type Call<E extends Endpoint> = ParsedInput<E> & {
  db: Db
  employee: E['access'] extends 'everyone' ? null : Caller
  access: E['personal'] extends PersonalData ? LoggedAccess : null
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

const requiredTexts: Record<RequiredAction, string> = {
  new_password: 'Kies eerst een nieuw wachtwoord',
  second_factor: 'Voeg eerst een tweede factor toe',
  confirm_factor: 'Bevestig eerst met uw tweede factor',
}

/** Returns what an employee must do before most calls are open. */
function requiredAction({ renew_password, second_factor }: SessionEmployee): RequiredAction | undefined {
  if (renew_password) return 'new_password'
  if (second_factor.must_confirm) return 'confirm_factor'
  return second_factor.must_add ? 'second_factor' : undefined
}

/**
 * Returns the employee who makes a call, or null if the endpoint requires no login. Throws 401 or 403, and logs a call
 * of an employee whose role gives no access.
 */
async function authorize({ authenticate, logForbidden }: Api, request: FastifyRequest, endpoint: Endpoint) {
  const { access, open_before = [], method, path } = endpoint
  if (access === 'everyone') return null
  const employee = await authenticate(request)
  const required = requiredAction(employee)
  if (required && !open_before.includes(required)) throw new ApiError(403, requiredTexts[required])
  if (!mayUse(access, employee)) {
    await logForbidden({ id: request.id, ip: request.ip, employee }, `${method} ${path}`)
    throw new ApiError(403, 'U mag dit onderdeel niet gebruiken')
  }
  return employee
}

/** Returns an employee as the caller of an endpoint, whose `municipality` limits the rows that the call may use. */
function callerOf({ municipality: limit }: Endpoint, employee: SessionEmployee): Caller {
  const isLimited = limit === 'own' || (limit === 'own_unless_provider' && !isBsgwEmployee(employee))
  return { ...employee, sees: isLimited ? (employee.municipality?.id ?? null) : null }
}

/** Parses the input of a request. Logs invalid input with the id of the employee, and throws 422. */
function parseRequest(endpoint: Endpoint, request: FastifyRequest, employee: SessionEmployee | null) {
  const received: Record<string, unknown> = {}
  let errors = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const checked = parseInput(schema, request[part])
    received[part] = checked.value
    errors = { ...errors, ...checked.errors }
  }
  if (Object.keys(errors).length > 0) {
    // The names of the fields are not logged, because an unknown name can be personal data.
    request.log.info({ route: request.routeOptions.url, employee: employee?.id ?? null }, 'input rejected')
    throw new ApiError(422, invalidInput, errors)
  }
  return received
}

/** Sends a reply with an ETag, or 304 when the client already has the same version. */
function sendCacheable(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, sent: unknown) {
  const { type, fresh_seconds, has_secret_url, revalidated } = endpoint
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const caching = revalidated
    ? 'private, no-cache'
    : `${has_secret_url ? 'private' : 'public'}, max-age=${fresh_seconds}`
  // Another employee of the same browser gets another reply for the same URL.
  reply.headers({ 'cache-control': caching, etag, ...(revalidated && { vary: 'authorization' }) })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(type ? `${type}; charset=utf-8` : 'application/json').send(text)
}

/**
 * Registers a handler for an endpoint. A call first checks the caller and then the input, and logs access to personal
 * data.
 */
export function route<E extends Endpoint>(api: Api, endpoint: E, handler: (call: Call<E>) => unknown) {
  const employees = new WeakMap<FastifyRequest, Caller | null>()
  api.app.route({
    method: endpoint.method,
    url: fullPath(endpoint),
    ...(endpoint.file !== undefined && { handlerTimeout: requestLimits.wholeFile_ms }),
    ...(endpoint.upload && { bodyLimit: uploadLimits.bytes, config: { rateLimit: { max: uploadLimits.perMinute } } }),
    // The caller is checked after the rate limit (an onRequest hook) and before the body is read.
    preParsing: async (request, reply) => {
      const employee = await inTime(reply, authorize(api, request, endpoint))
      employees.set(request, employee && callerOf(endpoint, employee))
    },
    handler: async (request, reply) => {
      const employee = employees.get(request) ?? null
      const actor = { id: request.id, ip: request.ip, employee }
      const call = { ...parseRequest(endpoint, request, employee), db: api.db, employee, actor, request, reply }
      const run = async (access: LoggedAccess | null) => handler({ ...call, access } as Call<E>)
      const running = endpoint.personal ? api.logAccess(call, endpoint.personal, run) : run(null)
      const result = await (endpoint.file === undefined ? inTime(reply, running) : running)
      if (endpoint.redirects) return reply.redirect(result as string, 303)
      if (endpoint.download) return inTime(reply, sendDownload(reply, result as Download))
      reply.code(endpoint.status ?? 200)
      const sent = endpoint.meta || endpoint.unwrapped || endpoint.type || endpoint.file ? result : { data: result }
      return endpoint.fresh_seconds || endpoint.revalidated ? sendCacheable(request, reply, endpoint, sent) : sent
    },
  })
}

/** Registers a handler that returns the data of the reply. */
export const answer = <E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: (call: Call<E>) => Reply<E> | Promise<Reply<E>>,
) => route(api, endpoint, handler)

/** Registers a handler that returns a file of one document. */
export const answerDownload = <E extends Endpoint & { download: readonly string[] }>(
  api: Api,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Download>,
) => route(api, endpoint, handler)
