import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../platform/runtime/config.ts'
import {
  endRequestSpan,
  type RequestSpan,
  startExport,
  startRequestSpan,
  withinRequest,
} from '../platform/runtime/tracing.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * Sends a trace of each request to a collector, if a setting names one: from the click in the browser, which sends its
 * `traceparent`, to the statements in the database. A span has the pattern of the route and the id of the request.
 */
export function traceRequests(app: FastifyInstance, { otlp_endpoint }: Pick<Config, 'otlp_endpoint'>) {
  if (!otlp_endpoint) return
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  const collector = startExport(otlp_endpoint, version, (reason) => app.log.warn({ reason }, 'traces not sent'))
  app.addHook('onRequest', (request, _reply, done) => {
    const span = startRequestSpan(request.headers.traceparent)
    spans.set(request, span)
    withinRequest(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    const { method, routeOptions, id } = request
    const route = routeOptions.url ?? 'page'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'loket.request_id': id,
    }
    if (span)
      collector.add(endRequestSpan(span, { name: `${method} ${route}`, attributes, failed: reply.statusCode >= 500 }))
    done()
  })
  app.addHook('onClose', () => collector.stop())
}
