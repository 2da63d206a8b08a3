import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type Problem, type Refusal } from '@rd4-loket/contract/general'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'

const titles: Record<number, string> = {
  400: 'Onjuist verzoek',
  401: 'Niet ingelogd',
  403: 'Geen toegang',
  404: 'Niet gevonden',
  405: 'Niet toegestaan',
  408: 'Te langzaam',
  409: 'Tegenstrijdig',
  413: 'Te groot',
  415: 'Onbekend formaat',
  422: 'Onjuiste invoer',
  429: 'Te veel verzoeken',
  431: 'Te groot',
  500: 'Fout',
  503: 'Tijdelijk niet beschikbaar',
}

/** Throws 404. `message`: a Dutch sentence about the missing thing. */
export function notFound(message: string): never {
  throw new ApiError(404, message)
}

/** Throws 409 with the sentence of a rule that refuses an action. Returns when the rule allows the action. */
export function requireAllowed(refusal: Refusal) {
  if (refusal !== undefined) throw new ApiError(409, refusal)
}

/** The message of a 422 about the form of the input. Each field has its own sentence. */
export const invalidInput = 'Niet alles is goed ingevuld'

/** Throws 422 with the sentence of a rule that refuses the value of one field. It is the message of the call too. */
export function invalidField(field: string, message: string): never {
  throw new ApiError(422, message, { [field]: [message] })
}

// SQLSTATE codes of PostgreSQL. 08: lost connection. 28: rejected login. 53: no resources. 57P: shutdown. 57014, 55P03
// and 25P03: timeouts. 25006: read-only. 40001: conflict. 40P01: deadlock. 58030: I/O error. 3D000: no such database.
const outageOfPostgres = /^(08|28|53|57P)|^(57014|55P03|25P03|25006|40001|40P01|58030|3D000)$/
const outageOfNetwork =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const outageOfPool =
  /timeout exceeded when trying to connect|Connection terminated|error and is not queryable|has been discarded/i

/** Returns whether the database is unreachable, full, restarting or too slow. A retry can then succeed. */
export function isOutage({ code, message, syscall }: { code?: unknown; message?: unknown; syscall?: unknown }) {
  const text = String(code ?? '')
  // While PostgreSQL is stopped, its socket file is missing. Any other missing file is an error of the server.
  const isSocketMissing = text === 'ENOENT' && syscall === 'connect'
  return (
    isSocketMissing || outageOfPostgres.test(text) || outageOfNetwork.test(text) || outageOfPool.test(String(message))
  )
}

// 53100: PostgreSQL found no space on its disk.
const fullDisk = /^(53100|ENOSPC|EDQUOT)$/

const unavailable = 'Het loket is even niet bereikbaar. Probeer het zo opnieuw.'

/** Returns the error that the user receives. An unexpected error becomes a 500 with a general sentence. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return new ApiError(503, unavailable)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError(413, 'Dit is te groot om te verwerken')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError(415, 'Stuur de gegevens in het formaat van deze aanroep, zoals application/json')
  if (statusCode === 429)
    return new ApiError(429, 'U doet te veel verzoeken achter elkaar. Wacht even en probeer het opnieuw.')
  if (statusCode === 400) return new ApiError(422, invalidInput, { body: ['Dit kan niet worden gelezen als JSON'] })
  if (typeof statusCode === 'number' && statusCode < 500)
    return new ApiError(statusCode, titles[statusCode] ?? 'Onjuist verzoek')
  if (fullDisk.test(String(code)))
    return new ApiError(503, 'De schijf van de server is vol: meld dit bij de beheerder.')
  if (isOutage(error as object)) return new ApiError(503, unavailable)
  // PostgreSQL found a damaged page or index. A retry does not help.
  if (code === 'XX001' || code === 'XX002')
    return new ApiError(500, 'De gegevens zijn beschadigd. Meld dit bij de beheerder.')
  return new ApiError(500, 'Er is iets misgegaan')
}

/** Returns an error as the log stores it, without the message of PostgreSQL, which can contain personal data. */
export function loggedError(error: Error) {
  // The message of a failed `fetch` is only 'fetch failed'. The code of its cause names the fault.
  const { code = (error.cause as NodeJS.ErrnoException | undefined)?.code, stack = '' } = error as NodeJS.ErrnoException
  if (!(error instanceof pg.DatabaseError)) return { type: error.name, message: error.message, code, stack }
  const { constraint, table, routine } = error
  const message = `PostgreSQL ${code}`
  return { type: 'DatabaseError', message, constraint, table, routine, stack: stack.replace(/^.*?(?=\n {4}at )/s, '') }
}

const problemOf = ({ status, message, errors, factor_request }: ApiError, request_id: string): Problem => ({
  type: 'about:blank',
  title: titles[status] ?? 'Fout',
  status,
  detail: message,
  message,
  errors,
  request_id,
  ...factor_request,
})

/** Sends any error of a request as a problem (RFC 9457), and logs it if it is an error of the server. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const apiError = asApiError(error)
  const { status } = apiError
  if (status >= 500) request.log.error({ err: error }, 'call failed')
  if (status === 503) reply.header('retry-after', '5')
  reply.header('content-type', 'application/problem+json')
  return reply.code(status).send(Buffer.from(JSON.stringify(problemOf(apiError, request.id))))
}

const unreadable: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(431, 'De kop van dit verzoek is te groot'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'Dit verzoek kwam te langzaam binnen'),
}

/** Responds with a problem to a request that is not valid HTTP, and closes the socket. */
export function sendUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = problemOf(unreadable[code] ?? new ApiError(400, 'Dit is geen leesbaar verzoek'), crypto.randomUUID())
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${problem.request_id}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
