import { ApiError } from '@rd4-loket/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Rejects calls with 503 when `maxInFlight` calls are in flight, before any work for them. They would wait longer
 * than an employee does, and take memory and queue positions from other calls. `counts` returns whether a request is
 * a call.
 */
export function shedLoad(
  app: FastifyInstance,
  { maxInFlight, counts }: { maxInFlight: number; counts: (request: FastifyRequest) => boolean },
) {
  const inFlight = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!counts(request)) return done()
    if (inFlight.size >= maxInFlight)
      return done(new ApiError(503, 'Het is nu te druk in het loket. Probeer het zo opnieuw.'))
    inFlight.add(request.id)
    done()
  })
  // Not at onResponse: a call whose client has left is still work.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    inFlight.delete(request.id)
    done()
  })
}
