import { Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { stopLimits } from '../platform/runtime/limits.ts'

/** While the server stops: sends `Connection: close` with each response as soon as new connections are refused. */
export function closeConnectionsWhenStopping(app: FastifyInstance, stopping: AbortSignal) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted && !app.server.listening) reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops the server without a failed call behind a load balancer. `/readyz` already returns 503. Processes calls as
 * usual for `drain_s` seconds, in which the load balancer notices. Then refuses new connections, and then closes the
 * open connections. With 0 seconds it closes everything at once, except the calls in flight.
 */
export async function drain(app: FastifyInstance, drain_s: number) {
  if (drain_s > 0) {
    await setTimeout(drain_s * 1000)
    // `http.Server.close` also closes idle connections, on which a proxy could be sending a request at this moment.
    Server.prototype.close.call(app.server)
    await setTimeout(stopLimits.lastRequests_ms)
  }
  await app.close()
}
