import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { rejectedSearches } from '../domain/street-search/search-queue.ts'
import { connectionsOf, type Db } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import type { Config } from '../platform/runtime/config.ts'
import { callLimits } from '../platform/runtime/limits.ts'
import { type DutyFigures, findDutyFigures } from './metrics.queries.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
/** From a look-up by key to what an employee waits for at most. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts what the server does, and tells it at /metrics in the text that Prometheus reads. A request is known by its route's
 * pattern, method and class of status: nothing that a caller chooses becomes a label.
 */
export function countRequests(
  app: FastifyInstance,
  { db, reads }: { db: Db; reads: Db },
  { metrics_token }: Pick<Config, 'metrics_token'>,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  })
  let underway = 0
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(underway)
    },
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    underway += 1
    done()
  })
  // Also when the caller left before the answer.
  app.addHook('onResponse', (request, reply, done) => {
    underway -= 1
    duration.observe(
      {
        route: request.routeOptions.url ?? 'page',
        method: methods.has(request.method) ? request.method : 'other',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    )
    done()
  })

  new Gauge({ name: 'loket_build_info', help: 'The version that runs.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  tellConnections(registers, reads === db ? { everything: db } : { everything: db, searches: reads })
  new Counter({
    name: 'loket_searches_refused_total',
    help: 'Searches refused because their employee asked too many at once.',
    registers,
    collect() {
      this.reset()
      this.inc(rejectedSearches())
    },
  })
  tellDuties(registers, db)

  app.get('/metrics', { handlerTimeout: callLimits.call_ms }, async (request, reply) => {
    if (!mayRead(request, metrics_token)) return notFound('Deze pagina bestaat niet')
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}

function tellConnections(registers: Registry[], pools: Record<string, Db>) {
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database: busy, idle, and calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, db] of Object.entries(pools))
        for (const [state, count] of Object.entries(connectionsOf(db))) this.set({ pool, state }, count)
    },
  })
}

/** What the database knows of work beside the calls. Where it does not answer, that alone is told. */
function tellDuties(registers: Registry[], db: Db) {
  let asking: ReturnType<typeof findDutyFigures> | undefined
  const ask = () => {
    asking ??= findDutyFigures(db)
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const tell = (name: string, help: string, read: (figures: DutyFigures | undefined) => number | null | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figure = read(await ask())
        if (typeof figure === 'number') this.set(figure)
        else this.remove()
      },
    })
  tell('database_up', 'Whether the database answered when these figures were asked.', (figures) => (figures ? 1 : 0))
  tell('loket_mails_waiting', 'Mails that wait to be sent.', (figures) => figures?.mails_waiting)
  tell('loket_oldest_mail_seconds', 'How long the oldest of them waits.', (figures) => figures?.oldest_mail_seconds)
  tell(
    'loket_clearances_last_loaded_timestamp_seconds',
    'When a delivery of clearances last came in.',
    (figures) => figures?.clearances_last_loaded,
  )
  tell(
    'loket_roll_requests_oldest_timestamp_seconds',
    'When the oldest roll request that is kept was made: retention takes away what is older than its term.',
    (figures) => figures?.oldest_roll_request,
  )
}

const isLoopback = (address = '') => /^(::1|(::ffff:)?127\.[0-9.]+)$/.test(address)

/** Who has the token; without one only this machine itself, and not what a proxy on it passes on. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined) {
  if (token) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  const host = (headers.host ?? '').replace(/:[0-9]+$/, '')
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)
  return isLoopback(socket.remoteAddress) && ['localhost', '127.0.0.1', '[::1]'].includes(host) && !isPassedOn
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
