import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { rejectedSearches } from '../domain/street-search/search-queue.ts'
import type { ChangeFeed } from '../platform/database/changes.ts'
import type { Database } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import type { Pool } from '../platform/database/pool.ts'
import type { ReplicaState } from '../platform/database/replica.ts'
import { hasBearerToken } from '../platform/http/bearer-token.ts'
import { notFound } from '../platform/http/errors.ts'
import type { Config } from '../platform/runtime/config.ts'
import { callLimits } from '../platform/runtime/limits.ts'
import { shareInFlight } from '../platform/runtime/share-in-flight.ts'
import { mailsWrittenToFiles } from './mail.ts'
import { type BackgroundFigures, findBackgroundFigures } from './metrics.queries.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
/** Bounds of the histogram, from the time of a query by key to above the time limit of a call. */
const buckets_seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Publishes the figures of the server at /metrics in the text format of Prometheus. The labels of a request are the
 * pattern of its route, its method and the class of its status. No label contains a value from the request.
 */
export function countRequests(
  app: FastifyInstance,
  { db, reads, replica, sessionChanges }: Omit<Database, 'close'>,
  { metrics_token }: Pick<Config, 'metrics_token'>,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests in seconds, by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: buckets_seconds,
    registers,
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Number of requests in flight.',
    registers,
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    inFlight.inc()
    done()
  })
  // Fastify also calls this hook after the client has disconnected.
  app.addHook('onResponse', (request, reply, done) => {
    inFlight.dec()
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

  new Gauge({
    name: 'loket_build_info',
    help: 'Version of the running server.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  addConnectionMetrics(registers, reads === db ? { everything: db } : { everything: db, searches: reads })
  if (replica) addReplicaMetrics(registers, replica)
  if (sessionChanges) addChangeMetrics(registers, sessionChanges)
  new Counter({
    name: 'loket_searches_refused_total',
    help: 'Number of searches rejected because they waited too long in their queue.',
    registers,
    collect() {
      this.reset()
      this.inc(rejectedSearches())
    },
  })
  new Counter({
    name: 'loket_mails_written_to_files_total',
    help: 'Number of mails written to files because SMTP_URL is not set. They reach nobody.',
    registers,
    collect() {
      this.reset()
      this.inc(mailsWrittenToFiles())
    },
  })
  addBackgroundMetrics(registers, db)

  app.get('/metrics', { handlerTimeout: callLimits.call_ms }, async (request, reply) => {
    if (!mayRead(request, metrics_token)) return notFound('Deze pagina bestaat niet')
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}

function addConnectionMetrics(registers: Registry[], pools: Record<string, Pool>) {
  new Gauge({
    name: 'database_connections',
    help: 'Number of connections in use and idle, and of callers that wait for a connection, by pool.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, db] of Object.entries(pools))
        for (const [state, count] of Object.entries(db.usage())) this.set({ pool, state }, count)
    },
  })
}

function addReplicaMetrics(registers: Registry[], state: () => ReplicaState) {
  new Gauge({
    name: 'database_replica_up',
    help: 'Whether the replica responded to the last check. Otherwise searches read from the leader.',
    registers,
    collect() {
      this.set(Number(state().isUp))
    },
  })
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'Time since the leader made the first change that the replica does not have, in seconds.',
    registers,
    collect() {
      this.set(state().lag_s)
    },
  })
}

function addChangeMetrics(registers: Registry[], { version }: ChangeFeed) {
  new Gauge({
    name: 'database_session_changes_followed',
    help: 'Whether this process is notified of ended sessions. Otherwise each call reads its session from the database.',
    registers,
    collect() {
      this.set(Number(version() !== undefined))
    },
  })
}

/** Adds the figures that the database has. While it is unreachable, only `database_up` of these is published. */
function addBackgroundMetrics(registers: Registry[], db: Db) {
  const findFigures = shareInFlight(() => findBackgroundFigures(db).catch(() => undefined))
  const add = (
    name: string,
    help: string,
    read: (figures: BackgroundFigures | undefined) => number | null | undefined,
  ) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figure = read(await findFigures())
        if (typeof figure === 'number') this.set(figure)
        else this.remove()
      },
    })
  add('database_up', 'Whether the database responded when these figures were read.', (figures) => (figures ? 1 : 0))
  add('loket_mails_waiting', 'Number of mails in the queue.', (figures) => figures?.mails_waiting)
  add(
    'loket_oldest_mail_seconds',
    'Age of the oldest mail in the queue, in seconds.',
    (figures) => figures?.oldest_mail_seconds,
  )
  add(
    'loket_clearances_last_loaded_timestamp_seconds',
    'Time at which the last delivery of clearances was stored, in seconds since 1970.',
    (figures) => figures?.clearances_last_loaded,
  )
  add(
    'loket_roll_requests_oldest_timestamp_seconds',
    'Time of the oldest stored roll issue, in seconds since 1970. Retention deletes issues after their period.',
    (figures) => figures?.oldest_roll_request,
  )
}

const isLoopback = (address = '') => /^(::1|(::ffff:)?127\.[0-9.]+)$/.test(address)

/**
 * Returns whether a request may read the figures. If a token is set, the request must contain it. Otherwise the request
 * must come from this machine, without a proxy and with a local host name.
 */
function mayRead(request: FastifyRequest, token: string | undefined) {
  if (token) return hasBearerToken(request, token)
  const { headers, socket } = request
  const host = (headers.host ?? '').replace(/:[0-9]+$/, '')
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)
  return isLoopback(socket.remoteAddress) && ['localhost', '127.0.0.1', '[::1]'].includes(host) && !isForwarded
}
