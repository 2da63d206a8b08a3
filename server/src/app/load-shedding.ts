import { ApiError } from '@rd4-loket/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Rejects a call with 503 while `maxInFlight` calls are in flight. The call is rejected before any work is done for it.
 * Otherwise the call would exceed its time limit, and take memory and queue positions from other calls. `counts`
 * returns whether a request counts as a call.
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
  // The hook is onSend, because onResponse also runs when the client disconnects while the call is still in progress.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    inFlight.delete(request.id)
    done()
  })
}
