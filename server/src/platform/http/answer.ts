import { createHash } from 'node:crypto'
import {
  ApiError,
  type Endpoint,
  fullPath,
  mayUse,
  type PersonalData,
  parseInput,
  type Received,
  type Reply,
} from '@rd4-loket/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LogLook, Look } from '../../domain/access-log/access-log.ts'
import type { SessionEmployee } from '../../domain/sessions/session.queries.ts'
import { invalidInput } from './errors.ts'
import { inTime } from './time-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The employee behind a request; throws 401 without a live session. */
    authenticate: (request: FastifyRequest) => Promise<SessionEmployee>
    logLook: LogLook
  }
  interface FastifyRequest {
    employee: SessionEmployee | null
  }
}

/** What a handler gets: the checked input, the employee where the endpoint asks for one, and the look where it shows residents. */
export type Call<E extends Endpoint> = Received<E> & {
  employee: E['access'] extends 'everyone' ? null : SessionEmployee
  look: E['personal'] extends PersonalData ? Look : null
  request: FastifyRequest
  reply: FastifyReply
}

async function admit(app: FastifyInstance, request: FastifyRequest, { access, before_renewal }: Endpoint) {
  if (access === 'everyone') return
  request.employee = await app.authenticate(request)
  if (request.employee.renew_password && !before_renewal) throw new ApiError(403, 'Kies eerst een nieuw wachtwoord')
  if (!mayUse(access, request.employee)) throw new ApiError(403, 'U mag dit onderdeel niet gebruiken')
}

function receive(endpoint: Endpoint, request: FastifyRequest) {
  const received: Record<string, unknown> = {}
  let errors = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const checked = parseInput(schema, request[part])
    received[part] = checked.value
    errors = { ...errors, ...checked.errors }
  }
  if (Object.keys(errors).length > 0) throw new ApiError(422, invalidInput, errors)
  return received
}

/** Sends a reply with its ETag, or nothing but 304 to who has this very one. */
function sendFresh(request: FastifyRequest, reply: FastifyReply, { type, fresh_seconds }: Endpoint, sent: unknown) {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.headers({ 'cache-control': `public, max-age=${fresh_seconds}`, etag })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(type ? `${type}; charset=utf-8` : 'application/json').send(text)
}

/** A file of a million rows takes a minute or two, and a slow connection longer. */
const longestFile_ms = 30 * 60_000

/** Answers one endpoint of the contract: who may call is decided first, then the input is checked, then the handler is asked. */
export function answer<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Reply<E> | Promise<Reply<E>>,
) {
  app.route({
    method: endpoint.method,
    url: fullPath(endpoint),
    ...(endpoint.file !== undefined && { handlerTimeout: longestFile_ms }),
    // After the limit of requests, which counts at onRequest, and before the body is read.
    preParsing: (request, reply) => inTime(reply, admit(app, request, endpoint)),
    handler: async (request, reply) => {
      const call = { ...receive(endpoint, request), employee: request.employee, request, reply }
      const ask = async (look: Look | null) => handler({ ...call, look } as unknown as Call<E>)
      const answering = endpoint.personal ? app.logLook(request, reply, endpoint.personal, ask) : ask(null)
      const result = await (endpoint.file === undefined ? inTime(reply, answering) : answering)
      reply.code(endpoint.status ?? 200)
      const sent = endpoint.meta || endpoint.bare || endpoint.type || endpoint.file ? result : { data: result }
      return endpoint.fresh_seconds ? sendFresh(request, reply, endpoint, sent) : sent
    },
  })
}
